"""The line between a bot and a Parlor table.

    import parlor

    def decide(view, question, menu, rng, welcome):
        return menu.pick(rng)

    parlor.run(decide, name="anything goes")

A bot reads messages and writes messages, one JSON object a line. This file does the reading and the
writing; `decide` plays. It is called with

    view      all that your seat knows, as `parlor games GAME --views` describes it
    question  what is asked, and why
    menu      the legal answers, see Menu
    rng       a random.Random made from the seed of the table: draw from it alone, and your bot
              plays the same game again when it is given the same seed
    welcome   the game, its options, your seat, the names; and the time: "deadline" has the
              milliseconds for this answer (None where there is no hurry), "clock" what is left

and returns a move, or a pair: a move and a dictionary with what the bot thinks of it (`evaluation`,
`candidates`, `text`), which is sent as an `info` before the answer. Nothing has to be remembered
between two calls. An exception, or an answer that is no move, is a fault at the table, as an illegal
move is: it is reported, and nothing is played in its place. What you print after `import parlor` goes to the standard error output, where it
hurts nobody.
"""

import argparse
import contextlib
import http.client
import json
import os
import random
import socketserver
import sys
import time
import traceback
import urllib.error
import urllib.request

VERSIONS = [1]
LONGEST = 65536  # No table reads longer lines.

# The standard output belongs to the table, from here on and not only once `run` is called: whoever
# prints something while a bot is loading prints it for people. What was printed before is sent now,
# so that the table complains about it at the beginning and not at the end.
sys.__stdout__.flush()
sys.stdout = sys.stderr


class Menu:
    """The legal answers. `moves` has them as the table wrote them: texts, and ranges. `grave` has
    those of them that give something up for good."""

    def __init__(self, menu):
        self.count = menu["count"]
        self.complete = menu.get("complete", True)
        self.moves = menu["moves"]
        self.grave = menu.get("grave", [])

    def __iter__(self):
        """Every move that is listed, each amount of a range as a move of its own."""
        for entry in self.moves:
            if isinstance(entry, str):
                yield entry
            else:
                yield from (_within(entry, index) for index in range(entry["count"]))

    def __contains__(self, move):
        """Whether a move is listed."""
        return any(
            move == entry if isinstance(entry, str) else _index(entry, move) is not None
            for entry in self.moves
        )

    def __getitem__(self, index):
        """A move by its number among all that are listed, from 0."""
        return _at(self.moves, index)

    def __len__(self):
        """How many are listed; `count` also counts those that are not."""
        return sum(map(_size, self.moves))

    def pick(self, rng):
        """Any of them, each as likely as another; a grave one only where there is nothing else."""
        harmless = [entry for entry in self.moves if entry not in self.grave] or self.moves
        return _at(harmless, rng.randrange(sum(map(_size, harmless))))

    def first(self, *moves):
        """The first of these moves that is on the menu; None when none is."""
        return next((move for move in moves if move in self), None)

    def starting(self, *words):
        """The moves that begin with these words; of a range the smallest and the largest."""
        listed = (
            [entry] if isinstance(entry, str) else [entry["first"], entry["last"]]
            for entry in self.moves
        )
        words = [str(word) for word in words]
        return [move for pair in listed for move in pair if move.split()[: len(words)] == words]


def _size(entry):
    return 1 if isinstance(entry, str) else entry["count"]


def _at(entries, index):
    for entry in entries:
        if 0 <= index < _size(entry):
            return entry if isinstance(entry, str) else _within(entry, index)
        index -= _size(entry)
    raise IndexError("the menu lists no such move")


def _parts(entry):
    """The words before and after the amount of a range, and its smallest amount."""
    first = entry["first"].split(" ")
    place = entry.get("part")
    if place is None:
        place = _difference(first, entry["last"].split(" "))
    return first[:place], first[place + 1 :], int(first[place])


def _difference(first, last):
    """Where the amount is in a range of an older table, which sends no `part`."""
    for at, pair in enumerate(zip(first, last)):
        if pair[0] != pair[1]:
            return at
    # A range of one move: its last number.
    return next(at for at in reversed(range(len(first))) if first[at].isdigit())


def _within(entry, index):
    before, after, number = _parts(entry)
    return " ".join([*before, str(number + index * entry["step"]), *after])


def _index(entry, move):
    before, after, number = _parts(entry)
    words = move.split(" ")
    amount = words[len(before)] if len(words) == len(before) + 1 + len(after) else ""
    if not (amount.isascii() and amount.isdigit()):
        return None
    index = (int(amount) - number) // entry["step"]
    return index if 0 <= index < entry["count"] and _within(entry, index) == move else None


class Line:
    """One conversation with a table: as many games as it likes, one after the other."""

    def __init__(self, reader, writer, decide, name=None, wants=(), on_notice=None):
        self.reader, self.writer = reader, writer
        self.decide, self.on_notice = decide, on_notice
        self.hello = {"type": "hello", "versions": VERSIONS, "wants": list(wants)}
        if name:
            self.hello["name"] = name
        self.welcome, self.rng = {}, random.Random(0)

    def say(self, message):
        self.send(written(message))

    def send(self, line):
        self.writer.write(line)
        self.writer.flush()

    def run(self):
        """Talks until the table hangs up."""
        try:
            self.say(self.hello)
            for line in self.reader:
                if line.strip():
                    self.hear(line)
        except (BrokenPipeError, ConnectionResetError):
            pass  # The table has gone, and there is nobody to tell.

    def hear(self, line):
        """Takes one line. Fields that it does not know are ignored."""
        try:
            message = json.loads(line)
            kind = message["type"]
        except (ValueError, TypeError, KeyError):
            return self.complain("protocol", "a message is a JSON object with a field 'type'")
        if kind == "decide":
            self.answer(message)
        elif kind == "ping":
            self.say({"type": "pong", "id": message.get("id", 0)})
        elif kind == "welcome":
            self.welcome, self.rng = message, random.Random(message.get("seed", 0))
        elif kind == "notice":
            if self.on_notice:
                self.on_notice(message["notice"])
        elif kind == "error":
            log(f"the table says: {message.get('explanation')} (cost: {message.get('cost')})")
        elif kind not in ("stop", "pong", "bye"):
            # This bot thinks while it reads nothing, so whatever is stopped was answered already.
            self.complain("unknown", f"there is no message '{str(kind)[:40]}' in version 1")

    def complain(self, code, explanation):
        self.say({"type": "error", "code": code, "explanation": explanation})

    def answer(self, message):
        """Answers a question. Where `decide` fails the table is told, and gets no move: what that
        costs is for the table to say."""
        menu, info = Menu(message["menu"]), None
        self.welcome.update(deadline=message.get("deadline"), clock=message.get("clock", {}))
        try:
            move = self.decide(message["view"], message["question"], menu, self.rng, self.welcome)
            if isinstance(move, tuple):
                move, info = move
            if not isinstance(move, str) or not move:
                raise TypeError(f"decide returned {move!r}, which is no move")
        except Exception as why:
            mistake(f"the question was {message['question']}")
            return self.no_choice(message["id"], f"{type(why).__name__}: {why}")
        if menu.complete and move not in menu:
            log(f"the question was {message['question']}\n{move!r} is not on the menu")
        if info:
            self.remark(message["id"], info)
        self.say({"type": "choose", "id": message["id"], "move": move})

    def no_choice(self, id, why):
        """Says what went wrong, which the verdict repeats, and then chooses nothing."""
        explanation = f"decide failed: {why}"[:500]
        self.say({"type": "error", "code": "other", "id": id, "explanation": explanation})
        self.say({"type": "choose", "id": id, "move": ""})

    def remark(self, id, info):
        """Sends what the bot thinks, unless it cannot be sent: the move counts all the same."""
        try:
            check(info)
            line = written({**info, "type": "info", "id": id})
            if len(line) > LONGEST:
                raise ValueError(f"the line has {len(line)} bytes; {LONGEST} are allowed")
        except Exception:
            mistake(f"this cannot be sent as an info: {info!r}")
        else:
            self.send(line)


class Online:
    """Plays at the tables of a server (`parlor serve`), with the token of a bot. It hears of every table where it
    is asked, and answers one question after the other."""

    def __init__(self, server, token, decide, on_notice=None):
        self.server, self.token = server.rstrip("/"), token
        self.decide, self.on_notice = decide, on_notice
        self.rngs, self.heard, self.refused = {}, {}, set()

    def run(self):
        """Plays until it is stopped. A server that is gone is called again."""
        wait = 0.2
        while True:
            try:
                with self.call("/api/stream", timeout=60) as stream:
                    log(f"playing at {self.server}")
                    wait = 0.2
                    for line in stream:
                        if line.strip():
                            self.hear(json.loads(line))
            except urllib.error.HTTPError as why:
                if why.code in (401, 403):
                    raise SystemExit(f"the server refuses the token: {refusal(why)}") from None
                log(f"the server says: {refusal(why)}")
            except (OSError, ValueError, http.client.HTTPException) as why:
                log(f"the connection is lost ({why}); trying again")
            time.sleep(wait)
            wait = min(wait * 2, 10)

    def hear(self, frame):
        """Takes one message about the tables of the bot."""
        if frame["type"] == "asked":
            self.answer(frame["table"])
        elif frame["type"] == "open":
            for table in frame["tables"]:
                if table.get("question") is not None:
                    self.answer(table["id"])

    def answer(self, table):
        """Answers the open question of a table."""
        match = json.load(self.call(f"/api/tables/{table}/now"))
        now, asks = match["now"], match["now"].get("asks")
        self.tell(table, match)
        if asks is None or (table, asks["id"]) in self.refused:
            return
        menu, rng = Menu(asks["menu"]), self.rngs.setdefault(table, random.Random(table))
        welcome = {
            "game": match["game"],
            "options": match["options"],
            "seat": match["seat"],
            "names": [seat["name"] for seat in now["seats"]],
            "deadline": asks.get("left"),
            "clock": {},
        }
        try:
            move = self.decide(now["view"], asks["question"], menu, rng, welcome)
            move = move[0] if isinstance(move, tuple) else move
            if not isinstance(move, str) or not move:
                raise TypeError(f"decide returned {move!r}, which is no move")
        except Exception:
            # The table plays without an answer when the time is up. To ask again would fail again.
            self.refused.add((table, asks["id"]))
            return mistake(f"the question was {asks['question']}")
        # The key is the same when the answer is sent again, so it counts once.
        self.command(table, {"key": f"answer-{asks['id']}", "type": "answer", "question": asks["id"], "move": move})

    def command(self, table, request):
        try:
            self.call(f"/api/tables/{table}/commands", request).read()
        except urllib.error.HTTPError as why:
            if why.code in (429, 503):
                time.sleep(float(why.headers.get("Retry-After") or 1))
                return self.command(table, request)
            self.refused.add((table, request["question"]))
            log(f"the server says: {refusal(why)}")

    def tell(self, table, match):
        """Hands on the news that are new."""
        for news in match["news"] if self.on_notice else ():
            if news["number"] > self.heard.get(table, 0) and "notice" in news:
                self.on_notice(news["notice"])
        self.heard[table] = match["now"]["number"]

    def call(self, path, body=None, timeout=30):
        request = urllib.request.Request(self.server + path, data=body and json.dumps(body).encode())
        # In a header and nowhere else: addresses are written to logs.
        request.add_header("Authorization", f"Bearer {self.token}")
        return urllib.request.urlopen(request, timeout=timeout)


def refusal(why):
    """The sentence of a refusal."""
    try:
        return json.load(why)["why"]
    except (ValueError, KeyError, TypeError):
        return f"status {why.code}"


def check(info):
    """Refuses what the table would take for a fault."""

    def fits(value, *types):
        return value is None or (isinstance(value, types) and not isinstance(value, bool))

    if not fits(info.get("evaluation"), int, float):
        raise TypeError("'evaluation' is a number")
    if not fits(info.get("text"), str):
        raise TypeError("'text' is a text")
    candidates = info.get("candidates", [])
    if not isinstance(candidates, (list, tuple)):
        raise TypeError("'candidates' is a list")
    for one in candidates:
        counted = fits(one.get("visits"), int) and (one.get("visits") or 0) >= 0
        valued = fits(one.get("value"), int, float)
        if not (isinstance(one.get("move"), str) and valued and counted):
            raise TypeError("a candidate has a 'move', and may have a 'value' and its 'visits'")


def written(message):
    """A message as a line. There is no infinity in JSON, and nothing that is not a number."""
    return json.dumps(message, allow_nan=False).encode() + b"\n"


def log(text):
    """Writes to the standard error output: the standard output belongs to the table."""
    print(text, file=sys.stderr, flush=True)


def mistake(about):
    """Logs the exception that is being handled. What went wrong comes last: a table that shows one
    line shows that one."""
    log(f"{about}\n{traceback.format_exc().rstrip()}")


def run(decide, name=None, wants=(), on_notice=None):
    """Plays over standard input and output; with `--listen [HOST:]PORT` over TCP; with `--server URL` at the tables
    of a server, with the token in the variable PARLOR_TOKEN."""
    parser = argparse.ArgumentParser(description=f"{name or 'a bot'}, a player for Parlor")
    parser.add_argument("--listen", metavar="[HOST:]PORT", help="wait for tables at this address")
    parser.add_argument("--server", metavar="URL", help="play on a server; PARLOR_TOKEN has the token of the bot")
    with contextlib.redirect_stdout(sys.__stdout__):  # Whoever asks for help is no table.
        args = parser.parse_args()
    listen = args.listen
    if args.server:
        token = os.environ.get("PARLOR_TOKEN")
        if not token:
            parser.error("--server needs the token of the bot in the variable PARLOR_TOKEN")
        with contextlib.suppress(KeyboardInterrupt):
            return Online(args.server, token, decide, on_notice).run()
        return None
    if listen is None:
        return Line(sys.stdin.buffer, sys.__stdout__.buffer, decide, name, wants, on_notice).run()

    class Caller(socketserver.StreamRequestHandler):
        disable_nagle_algorithm = True

        def handle(self):
            Line(self.rfile, self.wfile, decide, name, wants, on_notice).run()

    class Server(socketserver.ThreadingTCPServer):
        allow_reuse_address, daemon_threads = True, True

    host, _, port = listen.rpartition(":")
    if not (port.isascii() and port.isdigit() and int(port) < 65536):
        parser.error(f"--listen takes a port, such as 4567 or 127.0.0.1:4567, and not '{listen}'")
    try:
        server = Server((host or "127.0.0.1", int(port)), Caller)
    except OSError as why:
        parser.error(f"nobody can listen at '{listen}': {why.strerror or why}")
    with server:
        log("listening on {}:{}".format(*server.server_address))
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            pass
