"""The library part, message by message. Run: python3 -m unittest in this folder."""

import io
import json
import random
import re
import socket
import subprocess
import sys
import unittest
from pathlib import Path

import parlor

BID = {"first": "bid 120", "last": "bid 140", "step": 10, "count": 3, "part": 1}
MENU = {"count": 4, "complete": True, "moves": ["pass", BID]}
WELCOME = {"type": "welcome", "version": 1, "game": "x", "options": {}, "seat": 1, "seed": 7}
BOT = [sys.executable, str(Path(__file__).with_name("bot.py"))]


def decide(id=1, menu=MENU):
    return {"type": "decide", "id": id, "question": "draw", "view": {}, "menu": menu, "clock": {}}


def talk(*lines, player=lambda view, question, menu, rng, welcome: menu.pick(rng), **more):
    """What a bot says to these lines, after its hello."""
    texts = [line if isinstance(line, str) else json.dumps(line) for line in lines]
    heard, said = io.BytesIO("\n".join(texts).encode() + b"\n"), io.BytesIO()
    parlor.Line(heard, said, player, **more).run()
    hello, *answers = [json.loads(line) for line in said.getvalue().splitlines()]
    assert hello["type"] == "hello" and hello["versions"] == [1], hello
    return answers


class Quiet(unittest.TestCase):
    """Keeps what is logged instead of printing it."""

    def setUp(self):
        self.logged, self.log = [], parlor.log
        parlor.log = self.logged.append

    def tearDown(self):
        parlor.log = self.log


class Menus(unittest.TestCase):
    def test_ranges_are_lists_of_moves(self):
        menu = parlor.Menu(MENU)
        self.assertEqual(list(menu), ["pass", "bid 120", "bid 130", "bid 140"])
        self.assertEqual([menu[at] for at in range(len(menu))], list(menu))
        self.assertRaises(IndexError, lambda: menu[4])

    def test_what_is_on_the_menu(self):
        menu = parlor.Menu(MENU)
        for move in menu:
            self.assertIn(move, menu)
        for amount in ["110", "125", "150", "0130", "130 1", "-1", "x", ""]:
            self.assertNotIn(f"bid {amount}", menu)
        self.assertNotIn("bid", menu)

    def test_the_number_of_a_range_may_stand_anywhere(self):
        entry = {"first": "give 2 cash 1 now", "last": "give 2 cash 3 now", "step": 1, "count": 3}
        menu = parlor.Menu({"count": 3, "moves": [entry]})
        self.assertEqual(list(menu)[1], "give 2 cash 2 now")
        self.assertIn("give 2 cash 2 now", menu)
        self.assertNotIn("give 3 cash 2 now", menu)

    def test_the_table_says_which_word_is_the_amount(self):
        # Without `part` the second number of this range would be taken for the amount.
        only = {"first": "give 7 to 2", "last": "give 7 to 2", "step": 1, "count": 1, "part": 1}
        menu = parlor.Menu({"count": 1, "moves": [only]})
        self.assertEqual(list(menu), ["give 7 to 2"])
        self.assertEqual(parlor._parts(only), (["give"], ["to", "2"], 7))

    def test_older_tables_do_not_say_it(self):
        old = {key: value for key, value in BID.items() if key != "part"}
        menu = parlor.Menu({"count": 3, "moves": [old]})
        self.assertEqual(list(menu), ["bid 120", "bid 130", "bid 140"])
        self.assertIn("bid 130", menu)

    def test_a_range_of_one(self):
        only = {"first": "bid 7", "last": "bid 7", "step": 1, "count": 1}
        for entry in [only, {**only, "part": 1}]:
            self.assertEqual(list(parlor.Menu({"count": 1, "moves": [entry]})), ["bid 7"])

    def test_picking(self):
        menu, rng = parlor.Menu(MENU), random.Random(1)
        self.assertEqual({menu.pick(rng) for _ in range(200)}, set(menu))
        self.assertEqual(menu.first("roll", "bid 130", "pass"), "bid 130")
        self.assertIsNone(menu.first("roll"))
        self.assertEqual(menu.starting("bid"), ["bid 120", "bid 140"])
        self.assertEqual(menu.starting("bid", 140), ["bid 140"])

    def test_what_is_grave_is_not_picked_while_there_is_anything_else(self):
        menu, rng = parlor.Menu({**MENU, "grave": ["pass"]}), random.Random(1)
        self.assertEqual({menu.pick(rng) for _ in range(200)}, set(menu) - {"pass"})
        only = parlor.Menu({"count": 1, "moves": ["pass"], "grave": ["pass"]})
        self.assertEqual(only.pick(rng), "pass")

    def test_a_long_range_is_not_written_out(self):
        long = {"first": "bid 1", "last": "bid 4000000000", "step": 1, "count": 4_000_000_000}
        menu = parlor.Menu({"count": 4_000_000_000, "moves": [long]})
        self.assertIn(menu.pick(random.Random(1)), menu)


class Conversations(Quiet):
    def test_a_question_is_answered_with_its_id(self):
        [answer] = talk(WELCOME, decide(id=9))
        self.assertEqual((answer["type"], answer["id"]), ("choose", 9))
        self.assertIn(answer["move"], parlor.Menu(MENU))

    def test_a_ping_is_answered(self):
        self.assertEqual(talk(WELCOME, {"type": "ping", "id": 3}), [{"type": "pong", "id": 3}])

    def test_what_needs_no_answer_gets_none(self):
        bye = {"type": "bye", "reason": "over"}
        stop, notice = {"type": "stop", "id": 1}, {"type": "notice", "notice": {"kind": "drew"}}
        self.assertEqual(talk(WELCOME, stop, {"type": "pong"}, notice, "", bye), [])

    def test_unknown_messages_are_answered(self):
        [sing, text, number, none] = talk({"type": "sing"}, "h 0 1", "7", "{}")
        self.assertEqual((sing["type"], sing["code"]), ("error", "unknown"))
        self.assertTrue(all(answer["code"] == "protocol" for answer in (text, number, none)))

    def test_unknown_fields_are_ignored(self):
        self.assertEqual(len(talk({**WELCOME, "mood": 1}, {**decide(), "hint": {}})), 1)

    def test_several_games_each_with_its_seed(self):
        games = [WELCOME, *map(decide, range(20)), {"type": "bye", "reason": "over"}]
        answers = [answer["move"] for answer in talk(*games, *games)]
        self.assertEqual(answers[:20], answers[20:])
        self.assertGreater(len(set(answers)), 1)

    def test_thoughts_come_before_the_answer(self):
        said = talk(WELCOME, decide(4), player=lambda *_: ("pass", {"evaluation": 0.5}))
        self.assertEqual(said[0], {"type": "info", "id": 4, "evaluation": 0.5})
        self.assertEqual(said[1], {"type": "choose", "id": 4, "move": "pass"})

    def test_thoughts_that_cannot_be_sent_are_logged_and_the_move_counts(self):
        circle = {}
        circle["text"] = circle
        wrong = ["7", 7, [1], {"text": {1, 2}}, {"evaluation": float("nan")}, {b"x": 1}, circle]
        wrong += [{"evaluation": no_number} for no_number in ("high", "", True)]
        wrong += [{"text": 7}, {"text": "x" * parlor.LONGEST}]
        no_lists = ("x", {}, ["x"], [{}], [{"move": "x", "visits": -1}])
        wrong += [{"candidates": no_list} for no_list in no_lists]
        for info in wrong:
            said = talk(WELCOME, decide(4), player=lambda *_, info=info: ("pass", info))
            self.assertEqual(said, [{"type": "choose", "id": 4, "move": "pass"}], info)
        self.assertEqual(len(self.logged), len(wrong))
        self.assertTrue(all(w.startswith("this cannot be sent as an info") for w in self.logged))

    def test_thoughts_do_not_pass_for_another_message(self):
        info = {"type": "bye", "id": 9, "text": "well"}
        said = talk(WELCOME, decide(4), player=lambda *_: ("pass", info))
        self.assertEqual(said[0], {"type": "info", "id": 4, "text": "well"})

    def test_notices_are_handed_on(self):
        heard = []
        talk(WELCOME, {"type": "notice", "notice": {"kind": "drew"}}, on_notice=heard.append)
        self.assertEqual(heard, [{"kind": "drew"}])

    def test_a_failing_decide_is_reported_and_nothing_is_played(self):
        for player, why in (
            (lambda *_: 1 / 0, "ZeroDivisionError: division by zero"),
            (lambda *_: None, "TypeError: decide returned None, which is no move"),
            (lambda *_: "", "TypeError: decide returned '', which is no move"),
            (lambda *_: (None, {"text": "well"}), "TypeError: decide returned None, which is no move"),
        ):
            said = talk(WELCOME, decide(3), player=player)
            explanation = f"decide failed: {why}"
            error = {"type": "error", "code": "other", "id": 3, "explanation": explanation}
            self.assertEqual(said, [error, {"type": "choose", "id": 3, "move": ""}])
            self.assertEqual(self.logged[-1].splitlines()[0], "the question was draw")
            self.assertEqual(self.logged[-1].splitlines()[-1], why)

    def test_a_long_mistake_is_cut_off(self):
        def player(*_):
            raise ValueError("x" * 100_000)

        [error, _] = talk(WELCOME, decide(), player=player)
        self.assertEqual(len(error["explanation"]), 500)

    def test_what_is_not_on_the_menu_is_for_the_table_to_judge(self):
        [answer] = talk(WELCOME, decide(), player=lambda *_: "bid 7")
        self.assertEqual(answer["move"], "bid 7")
        self.assertIn("'bid 7' is not on the menu", self.logged[0])

    def test_the_welcome_says_how_much_time_is_left(self):
        seen = []

        def player(view, question, menu, rng, welcome):
            seen.append((welcome["deadline"], welcome["clock"], welcome["game"]))
            return "pass"

        welcome = {**WELCOME, "clock": {"bank": 60000, "increment": 0}}
        left = {"bank": 41000, "increment": 0}
        talk(welcome, {**decide(), "deadline": 900, "clock": left}, decide(2), player=player)
        self.assertEqual(seen, [(900, left, "x"), (None, {}, "x")])

    def test_a_menu_that_is_not_complete_forbids_nothing(self):
        menu = {"count": 9000, "complete": False, "moves": ["pass"]}
        [answer] = talk(WELCOME, decide(menu=menu), player=lambda *_: "bid 7")
        self.assertEqual((answer["move"], self.logged), ("bid 7", []))

    def test_what_the_table_complains_about_is_logged(self):
        talk(WELCOME, {"type": "error", "code": "illegal", "explanation": "no", "cost": "forfeit"})
        self.assertEqual(self.logged, ["the table says: no (cost: forfeit)"])


class Programs(unittest.TestCase):
    """The real program, in a game it does not know."""

    heard = (WELCOME, {"type": "ping", "id": 1}, decide())
    lines = "".join(json.dumps(line) + "\n" for line in heard)

    def check(self, said):
        kinds = [json.loads(line)["type"] for line in said.splitlines()]
        self.assertEqual(kinds, ["hello", "pong", "choose"])

    def test_over_pipes(self):
        done = subprocess.run(BOT, input=self.lines, capture_output=True, text=True, timeout=60)
        self.check(done.stdout)
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_what_is_printed_after_the_import_is_not_for_the_table(self):
        lines = ["import parlor", "print('loading')", "def decide(*_):", "    print('thinking')"]
        program = "\n".join([*lines, "    return 'pass'", "parlor.run(decide)"])
        words, here = [sys.executable, "-c", program], Path(__file__).parent
        done = subprocess.run(
            words, input=self.lines, capture_output=True, text=True, timeout=60, cwd=here
        )
        self.check(done.stdout)
        self.assertEqual(done.stderr, "loading\nthinking\n")

    def test_what_is_printed_before_the_import_comes_first(self):
        program = "print('early'); import parlor; parlor.run(lambda *_: 'pass')"
        words, here = [sys.executable, "-c", program], Path(__file__).parent
        done = subprocess.run(
            words, input=self.lines, capture_output=True, text=True, timeout=60, cwd=here
        )
        first, rest = done.stdout.split("\n", 1)
        self.assertEqual(first, "early")
        self.check(rest)

    def test_help_is_for_whoever_asks(self):
        done = subprocess.run([*BOT, "--help"], capture_output=True, text=True, timeout=60)
        self.assertIn("--listen", done.stdout)
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_the_file_of_a_game_is_a_bot_too(self):
        for game in ("automation", "chaos_letter", "dots_and_boxes", "property_tycoon"):
            words = [sys.executable, str(Path(__file__).with_name(f"{game}.py"))]
            ping = json.dumps({"type": "ping", "id": 1}) + "\n"
            done = subprocess.run(words, input=ping, capture_output=True, text=True, timeout=60)
            kinds = [json.loads(line)["type"] for line in done.stdout.splitlines()]
            self.assertEqual((kinds, done.stderr), (["hello", "pong"], ""), game)

    def test_an_address_that_is_none_is_refused_in_a_sentence(self):
        for address in ("foo", "70000", "127.0.0.1:"):
            words = [*BOT, "--listen", address]
            done = subprocess.run(words, capture_output=True, text=True, timeout=60)
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertIn(f"'{address}'", done.stderr)
            self.assertNotIn("Traceback", done.stderr)

    def test_over_tcp_twice(self):
        bot = subprocess.Popen([*BOT, "--listen", "0"], stderr=subprocess.PIPE, text=True)
        try:
            port = int(re.fullmatch(r"listening on 127.0.0.1:(\d+)\n", bot.stderr.readline())[1])
            for _ in range(2):
                with socket.create_connection(("127.0.0.1", port), timeout=60) as line:
                    line.sendall(self.lines.encode())
                    line.shutdown(socket.SHUT_WR)
                    self.check(line.makefile().read())
        finally:
            bot.kill()
            bot.wait()
            bot.stderr.close()


if __name__ == "__main__":
    unittest.main()
