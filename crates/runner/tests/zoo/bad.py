"""Bots that misbehave, each in one way: bad.py KIND.

Whatever a kind does not change is done properly, so that nothing but its own fault can be found.
"""

import json
import mmap
import os
import signal
import sys
import time


def say(**message):
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


def raw(data):
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def answer(decide):
    say(type="choose", id=decide["id"], move=decide["menu"]["moves"][0])


def for_ever():
    while True:
        time.sleep(60)


# What a kind does in place of its first answer. Returning without one is silence.


def exits(_):
    sys.exit(0)


def breaks_down(_):
    raise RuntimeError("this bot has a mistake in it")


def breaks_off(_):
    raw(b'{"type": "choose", "id"')
    sys.exit(0)


def segfaults(_):
    os.kill(os.getpid(), signal.SIGSEGV)


def is_silent(_):
    for_ever()


def is_late(decide):
    time.sleep(1.5)
    answer(decide)


def drips(decide):
    line = json.dumps({"type": "choose", "id": decide["id"], "move": decide["menu"]["moves"][0]})
    for byte in line.encode() + b"\n":
        raw(bytes([byte]))
        time.sleep(0.1)


def endless_line(_):
    while True:
        raw(b"x" * 65536)


def endless_stderr(_):
    while True:
        os.write(2, b"e" * 65536)


def endless_blank_lines(_):
    while True:
        raw(b"\n" * 4096)


def chatters(_):
    while True:
        say(type="info", text="hm")


def talks_gibberish(_):
    while True:
        say(type="weather")


def not_text(decide):
    raw(b'{"type": "choose", "id": %d, "move": "\xff\xfe"}\n' % decide["id"])


def zero_bytes(_):
    raw(b"\0" * 100 + b"\n")


def prints_for_people(_):
    raw(b"I think I will take the box on the left.\n")


def wrong_shape(decide):
    say(type="choose", id=decide["id"])


def wrong_kind_of_id(decide):
    say(type="choose", id="one", move=decide["menu"]["moves"][0])


def giant_id(decide):
    raw(b'{"type": "choose", "id": 1' + b"0" * 400 + b', "move": "h 0 0"}\n')


def an_array(_):
    raw(b"[1, 2, 3]\n")


def deep(_):
    raw(b'{"type": "info", "x": ' + b"[" * 10000 + b"]" * 10000 + b"}\n")


def answers_twice(decide):
    answer(decide)
    answer(decide)


def answers_ahead(decide):
    say(type="choose", id=decide["id"] + 1, move=decide["menu"]["moves"][0])


def stale(decide):
    if decide["id"] == 1:
        answer(decide)
    else:
        say(type="choose", id=1, move=decide["menu"]["moves"][0])


def for_another_seat(decide):
    say(type="choose", id=decide["id"], seat=1, move="1: " + decide["menu"]["moves"][0])


def illegal(decide):
    say(type="choose", id=decide["id"], move="h 14 14")


def no_move(decide):
    say(type="choose", id=decide["id"], move="the middle one")


def hello_again(_):
    say(type="hello", versions=[1])


def closes_stdout(_):
    os.close(1)
    for_ever()


def closes_stdin(_):
    os.close(0)
    for_ever()


def forks_without_end(_):
    while True:
        try:
            os.fork()
        except OSError:
            pass


def allocates(_):
    bytearray(4 << 30)


def shares_memory(_):
    hoard = mmap.mmap(-1, 4 << 30)
    for page in range(0, 4 << 30, 4096):
        hoard[page] = 1


def spins(_):
    for _ in range(8):
        if os.fork() == 0:
            break
    while True:
        pass


def stops_itself(_):
    os.killpg(0, signal.SIGSTOP)
    os.kill(os.getpid(), signal.SIGSTOP)


def fills_the_disk(_):
    with open(os.environ["TMPDIR"] + "/big", "wb") as file:
        for _ in range(1 << 12):
            file.write(bytes(1 << 20))


def fills_the_disk_elsewhere(_):
    with open("/var/tmp/parlor-zoo-big", "wb") as file:
        for _ in range(1 << 12):
            file.write(bytes(1 << 20))


def many_files(_):
    number = 0
    while True:
        open(os.environ["TMPDIR"] + f"/{number}", "w").close()
        number += 1


def hides_a_heir(_):
    """Ends, and leaves a daemon that keeps its streams open."""
    if os.fork() == 0:
        os.setsid()
        for_ever()
    os._exit(0)


def goes_with_a_crowd(_):
    """Hard to end: many processes with much memory."""
    hoard = bytearray(1 << 20)
    for _ in range(30):
        if os.fork() == 0:
            os.close(1)
            hoard[::4096] = b"x" * len(hoard[::4096])
            for_ever()
    os.close(1)
    for_ever()


def takes_its_time(decide):
    """Not bad at all: it uses nine tenths of what it has."""
    time.sleep(decide["deadline"] * 0.9 / 1000)
    answer(decide)


# What a kind does before it says anything, or when it has said what it must.


def forks_a_daemon():
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            for stream in (0, 1, 2):
                os.close(stream)
            for_ever()
        os._exit(0)
    os.wait()


def ignores_signals():
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGPIPE):
        signal.signal(number, signal.SIG_IGN)


def kills_around():
    for target in (os.getppid(), -1, 1, 2):
        try:
            os.kill(target, signal.SIGKILL)
        except OSError:
            pass


def play(kind):
    """A proper game, except for what `kind` does in place of an answer."""
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "ping":
            say(type="pong", id=message["id"])
        elif message["type"] == "decide":
            (globals()[kind] if kind else answer)(message)


def main(kind):
    if kind == "exits_at_once":
        return
    if kind == "says_nothing":
        for_ever()
    if kind == "answers_before_hello":
        return say(type="choose", id=1, move="h 0 0") or for_ever()
    if kind == "speaks_another_version":
        return say(type="hello", versions=[999]) or for_ever()
    if kind in ("forks_a_daemon", "kills_around", "ignores_signals"):
        globals()[kind]()
        say(type="hello", versions=[1])
        play(None)
        return for_ever() if kind == "ignores_signals" else None
    say(type="hello", versions=[1])
    if kind == "never_reads":
        say(type="pong", id=1)
        for_ever()
    if kind == "never_ready":
        for_ever()
    if kind == "answers_before_the_question":
        say(type="choose", id=1, move="h 0 0")
        for_ever()
    if kind == "leaves_after_hello":
        return
    play(kind)


main(sys.argv[1])
