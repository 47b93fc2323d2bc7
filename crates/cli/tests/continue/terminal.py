"""Runs a program at a terminal of its own, 24 rows of 80 columns.

    python3 terminal.py STEPS PROGRAM ARGUMENT...

STEPS is a JSON list of what a person does: {"see": TEXT} waits until the terminal has shown the text after
what was seen before, {"type": TEXT} presses keys, and {"until": TEXT, "keys": [KEYS, ...]} presses these keys
in turn, whenever nothing happens any more, until the text is seen. What the program wrote goes to standard
output; the exit code is its own, or 99 when something was not seen in time.
"""

import fcntl, json, os, pty, select, signal, struct, sys, termios, time

PATIENCE = 60
QUIET = 0.3


def main():
    steps = json.loads(sys.argv[1])
    child, screen = pty.fork()
    if child == 0:
        os.execv(sys.argv[2], sys.argv[2:])
    fcntl.ioctl(screen, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    written, seen, late = b"", 0, False

    def read(until, patience=PATIENCE):
        """Reads what the program writes until the text is there, or the program ends."""
        nonlocal written
        end = time.monotonic() + patience
        while until is None or written.find(until, seen) < 0:
            ready, _, _ = select.select([screen], [], [], max(0, end - time.monotonic()))
            try:
                chunk = os.read(screen, 4096) if ready else b""
            except OSError:
                chunk = b""
            if not chunk:
                return False
            written += chunk
        return True

    for step in steps:
        if "type" in step:
            os.write(screen, step["type"].encode())
        else:
            text = step.get("see", step.get("until")).encode()
            keys = step.get("keys", [])
            end = time.monotonic() + PATIENCE
            while keys and not read(text, QUIET) and time.monotonic() < end:
                os.write(screen, keys[0].encode())
                keys = keys[1:] + keys[:1]
            if not read(text, max(0, end - time.monotonic())):
                late = True
                os.kill(child, signal.SIGKILL)
                break
            seen = written.find(text, seen) + len(text)
    read(None)
    sys.stdout.buffer.write(written)
    _, status = os.waitpid(child, 0)
    sys.exit(99 if late else os.waitstatus_to_exitcode(status) % 256)


main()
