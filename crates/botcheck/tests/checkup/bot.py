"""A small bot that behaves, and can be told to have one flaw: `python3 bot.py FLAW`."""

import json
import os
import random
import re
import sys
import time

FLAW = sys.argv[1] if len(sys.argv) > 1 else ""
hoard, games, asked, seen, rng = [], 0, 0, set(), random.Random(0)
withdrawn, notices, waiting_for = False, 0, None


kept = open(1, "w", closefd=False)  # a buffer of its own, as most languages have one


def say(**message):
    line = json.dumps(message)
    if FLAW == "no-flush" and message["type"] == "choose":
        print(line, file=kept)
    else:
        print(line, flush=FLAW != "python-flushes")


def pick(menu):
    """A move of the menu, any amount of a range."""
    move = rng.choice(menu["moves"])
    if isinstance(move, str):
        return move
    first, last = (re.split(r"(\d+)", move[end]) for end in ("first", "last"))
    at = next((at for at in range(len(first)) if first[at] != last[at]), None)
    if at is not None:
        first[at] = str(int(first[at]) + move["step"] * rng.randrange(move["count"]))
    return "".join(first)


def choose(message):
    global asked
    asked += 1
    if FLAW == "mistakes" and asked % 5 == 0:
        print("Traceback (most recent call last):\nKeyError: 'nonsense'", file=sys.stderr, flush=True)
    if FLAW == "illegal" and asked == 5:
        return say(type="choose", id=message["id"], move="castle")
    if FLAW == "rare-illegal" and message["question"].get("kind") == "jail":
        return say(type="choose", id=message["id"], move="dig a tunnel")
    if FLAW == "hangs" and asked == 3:
        time.sleep(60)
    if FLAW == "late" and asked == 3:
        time.sleep(2.8)
    if FLAW == "slow" and message["deadline"] < 1000:
        time.sleep(0.8)
    if FLAW == "chatty" and asked == 2:
        print("thinking hard", flush=True)
    if FLAW == "twice":
        say(type="choose", id=message["id"], move=pick(message["menu"]))
    if FLAW == "wrong-id":
        message["id"] += 1
    if FLAW == "crash" and asked == 4:
        raise RuntimeError("I did not think of this")
    if FLAW == "hoards":
        hoard.append(bytearray(os.urandom(3 << 20)))
    say(type="choose", id=message["id"], move=pick(message["menu"]))


def handle(message):
    global games, rng, withdrawn, notices, asked
    kind = message.get("type")
    known = {
        "welcome": "type version host game title rules options seat seats names begun seed clock "
        "commitment notation text",
        "decide": "type id question view menu deadline clock text",
    }
    if FLAW == "strict-fields" and kind in known and set(message) - set(known[kind].split()):
        raise ValueError("a field nobody told me about")
    if kind == "welcome":
        games += 1
        if FLAW == "one-game" and games > 1:
            return
        if FLAW == "no-takeover" and message["begun"]:
            raise ValueError("I want to see a game from its beginning")
        rng = random.Random(None if FLAW == "no-seed" else message["seed"])
    elif kind == "ping":
        if FLAW == "no-pong" or FLAW == "one-pong" and message["id"] != 1:
            return
        say(type="pong", id=message["id"])
    elif kind == "decide":
        if FLAW == "one-game" and games > 1:
            return
        if FLAW == "stuck-on-stop" and withdrawn:
            return
        choose(message)
    elif kind == "stop":
        withdrawn = True
    elif kind == "error":
        if FLAW == "thin-skinned":
            sys.exit("nobody talks to me like that")
    elif kind == "bye":
        if FLAW == "leaves":
            sys.exit(0)
        if FLAW == "says-bye":
            print("good game", flush=True)
    elif kind not in ("notice", "pong"):
        if FLAW == "picky":
            raise ValueError(f"what is a {kind}")
        if FLAW != "silent":
            say(type="error", code="unknown", explanation=f"there is no message '{kind}'")


def lines():
    if FLAW not in ("short-lines", "one-read"):
        yield from sys.stdin
        return
    while data := os.read(0, 65536 if FLAW == "short-lines" else 1 << 21):
        if FLAW == "one-read":
            yield data  # takes a read for a message
        else:
            yield from data.splitlines()


if FLAW == "ends-at-once":
    print("where am I?", file=sys.stderr)
    sys.exit(3)
if FLAW == "no-hello":
    time.sleep(60)
if FLAW == "greets":
    print("Hello, I am a bot!", flush=True)
if FLAW == "greets-late":
    print("Hello, I am a bot!", file=kept)
say(type="hello", versions=[9] if FLAW == "version" else [1], name="test bot")
for line in lines():
    handle(json.loads(line))
if FLAW == "lingers":
    time.sleep(60)
if FLAW == "bad-exit":
    sys.exit(4)
