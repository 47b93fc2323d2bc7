// The library part, message by message. Run: node --test in this folder.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { Line, Menu, Rng } from "./parlor.mjs";

const BID = { first: "bid 120", last: "bid 140", step: 10, count: 3, part: 1 };
const MENU = { count: 4, complete: true, moves: ["pass", BID] };
const WELCOME = { type: "welcome", version: 1, game: "x", options: {}, seat: 1, seed: 7 };
const BOT = fileURLToPath(new URL("bot.mjs", import.meta.url));

function ask(id = 1, menu = MENU) {
  return { type: "decide", id, question: "draw", view: {}, menu, clock: {} };
}

/** What a bot says to these lines after its hello, and what it logs. */
function talk(lines, decide = ({ menu, rng }) => menu.pick(rng), more = {}) {
  const [said, logged] = [[], []];
  const write = (line) => said.push(JSON.parse(line));
  const line = new Line(write, decide, { log: (words) => logged.push(words), ...more });
  for (const message of lines) {
    line.hear(typeof message === "string" ? message : JSON.stringify(message));
  }
  const [hello, ...answers] = said;
  assert.equal(hello.type, "hello");
  assert.deepEqual(hello.versions, [1]);
  return { answers, logged };
}

test("ranges are lists of moves", () => {
  const menu = new Menu(MENU);
  assert.deepEqual([...menu], ["pass", "bid 120", "bid 130", "bid 140"]);
  assert.deepEqual([0, 1, 2, 3].map((at) => menu.at(at)), [...menu]);
  assert.equal(menu.at(4), undefined);
  assert.equal(menu.length, 4);
});

test("what is on the menu", () => {
  const menu = new Menu(MENU);
  for (const move of menu) assert.ok(menu.has(move), move);
  const amounts = ["110", "125", "150", "0130", "130 1", "-1", "x"].map((amount) => `bid ${amount}`);
  for (const move of ["", "bid", ...amounts, undefined, 7]) assert.ok(!menu.has(move), String(move));
});

test("the number of a range may stand anywhere", () => {
  const entry = { first: "give 2 cash 1 now", last: "give 2 cash 3 now", step: 1, count: 3 };
  const menu = new Menu({ count: 3, moves: [entry] });
  assert.equal([...menu][1], "give 2 cash 2 now");
  assert.ok(menu.has("give 2 cash 2 now") && !menu.has("give 3 cash 2 now"));
  const only = { first: "bid 7", last: "bid 7", step: 1, count: 1 };
  assert.deepEqual([...new Menu({ count: 1, moves: [only] })], ["bid 7"]);
});

test("the table says which word of a range is the amount, and an older one does not", () => {
  const { part, ...old } = BID;
  const all = ["bid 120", "bid 130", "bid 140"];
  for (const entry of [old, { ...old, part }]) {
    const menu = new Menu({ count: 3, moves: [entry] });
    assert.deepEqual([...menu], all);
    assert.ok(all.every((move) => menu.has(move)));
  }
  // Without `part` the second number of this range would be taken for the amount.
  const give = { first: "give 7 to 2", last: "give 7 to 2", step: 1, count: 2, part: 1 };
  assert.equal(new Menu({ count: 2, moves: [give] }).at(1), "give 8 to 2");
});

test("picking", () => {
  const [menu, rng] = [new Menu(MENU), new Rng(1)];
  const picked = new Set(Array.from({ length: 200 }, () => menu.pick(rng)));
  assert.deepEqual([...picked].sort(), [...menu].sort());
  assert.equal(menu.first("roll", "bid 130", "pass"), "bid 130");
  assert.equal(menu.first("roll"), undefined);
  assert.deepEqual(menu.starting("bid"), ["bid 120", "bid 140"]);
  assert.deepEqual(menu.starting("bid", 140), ["bid 140"]);
  const long = { first: "bid 1", last: "bid 4000000000", step: 1, count: 4e9 };
  const endless = new Menu({ count: 4e9, moves: [long] });
  assert.ok(endless.has(endless.pick(rng)));
});

test("what is grave is not picked while there is anything else", () => {
  const [menu, rng] = [new Menu({ ...MENU, grave: ["pass"] }), new Rng(1)];
  const picked = new Set(Array.from({ length: 200 }, () => menu.pick(rng)));
  assert.deepEqual([...picked].sort(), ["bid 120", "bid 130", "bid 140"]);
  assert.equal(new Menu({ count: 1, moves: ["pass"], grave: ["pass"] }).pick(rng), "pass");
});

test("every bit of a seed counts", () => {
  const first = (seed) => new Rng(seed).next();
  for (let bit = 0; bit < 64; bit += 1) assert.notEqual(first(2 ** bit), first(0), `bit ${bit}`);
  assert.equal(first(7), first(7));
});

test("a question is answered with its id, a ping with a pong", () => {
  const { answers } = talk([WELCOME, { type: "ping", id: 3 }, ask(9)]);
  assert.deepEqual(answers[0], { type: "pong", id: 3 });
  assert.deepEqual([answers[1].type, answers[1].id], ["choose", 9]);
  assert.ok(new Menu(MENU).has(answers[1].move));
});

test("what needs no answer gets none", () => {
  const heard = [];
  const lines = ["", { type: "stop", id: 1 }, { type: "notice", notice: 5 }, { type: "bye" }];
  assert.deepEqual(talk([WELCOME, ...lines]).answers, []);
  talk([WELCOME, ...lines], undefined, { onNotice: (notice) => heard.push(notice) });
  assert.deepEqual(heard, [5]);
});

test("unknown messages are answered, unknown fields ignored", () => {
  const { answers } = talk([{ type: "sing" }, "h 0 1", "7", "null", "{}"]);
  assert.deepEqual(answers.map(({ code }) => code), ["unknown", ...Array(4).fill("protocol")]);
  assert.equal(talk([{ ...WELCOME, mood: 1 }, { ...ask(), hint: {} }]).answers.length, 1);
});

test("several games, each with its seed", () => {
  const game = [WELCOME, ...Array.from({ length: 20 }, (_, id) => ask(id)), { type: "bye" }];
  const moves = talk([...game, ...game]).answers.map(({ move }) => move);
  assert.deepEqual(moves.slice(0, 20), moves.slice(20));
  assert.ok(new Set(moves).size > 1);
});

test("thoughts come before the answer", () => {
  const { answers } = talk([WELCOME, ask(4)], () => ["pass", { evaluation: 0.5 }]);
  assert.deepEqual(answers[0], { type: "info", id: 4, evaluation: 0.5 });
  assert.deepEqual(answers[1], { type: "choose", id: 4, move: "pass" });
});

test("thoughts that cannot be sent are logged, and the move counts", () => {
  const circle = {};
  circle.text = circle;
  const types = [{ evaluation: "high" }, { text: 7 }, { text: "x".repeat(65536) }];
  const lists = [7, "x", {}, ["x"], [{}], [{ move: "x", visits: -1 }]];
  const wrong = ["7", 7, { evaluation: 1n }, circle, ...types];
  wrong.push(...lists.map((candidates) => ({ candidates })));
  for (const info of wrong) {
    const { answers, logged } = talk([WELCOME, ask(4)], () => ["pass", info]);
    assert.deepEqual(answers, [{ type: "choose", id: 4, move: "pass" }]);
    assert.match(logged[0], /^this cannot be sent as an info/);
  }
});

test("a failing decide is reported and nothing is played", () => {
  for (const [mistake, why] of [
    [() => null.x, /^decide failed: TypeError: Cannot read/],
    [() => undefined, /^decide failed: TypeError: decide returned undefined, which is no move/],
    [() => "", /^decide failed: TypeError: decide returned '', which is no move/],
    [() => [null, { text: "well" }], /^decide failed: TypeError: decide returned null/],
    [() => { throw new Error("x".repeat(100_000)); }, /^decide failed: Error: x{400}/],
  ]) {
    const { answers, logged } = talk([WELCOME, ask(3)], mistake);
    const [{ explanation, ...error }, choice] = answers;
    assert.deepEqual(error, { type: "error", code: "other", id: 3 });
    assert.match(explanation, why);
    assert.ok(explanation.length <= 500);
    assert.deepEqual(choice, { type: "choose", id: 3, move: "" });
    assert.match(logged[0], /Error: /);
  }
  const { logged: mistakes } = talk([WELCOME, ask()], () => null.x);
  const lines = mistakes[0].split("\n");
  assert.equal(lines[0], 'the question was "draw"');
  assert.match(lines.at(-1), /^TypeError: Cannot read .* \(parlor\.test\.mjs:\d+:\d+\)$/);
  assert.match(lines.at(-2), /^ +at /);
  for (const [mistake, last] of [
    [() => { throw "a fit"; }, "Error: 'a fit' was thrown"],
    [() => { throw Object.create(null); }, "Error: [Object: null prototype] {} was thrown"],
  ]) {
    assert.equal(talk([WELCOME, ask()], mistake).logged[0].split("\n").at(-1), last);
  }
});

test("what is not on the menu is for the table to judge", () => {
  const { answers: judged, logged: listed } = talk([WELCOME, ask()], () => "bid 7");
  assert.deepEqual([judged[0].move, judged.length], ["bid 7", 1]);
  assert.equal(listed[0].split("\n").at(-1), "'bid 7' is not on the menu");
  const menu = { count: 9000, complete: false, moves: ["pass"] };
  const { answers, logged } = talk([WELCOME, ask(1, menu)], () => "bid 7");
  assert.deepEqual([answers[0].move, logged], ["bid 7", []]);
});

test("the welcome says how much time is left", () => {
  const seen = [];
  const decide = ({ welcome: { deadline, clock, game } }) => {
    seen.push([deadline, clock, game]);
    return "pass";
  };
  const welcome = { ...WELCOME, clock: { bank: 60000, increment: 0 } };
  const left = { bank: 41000, increment: 0 };
  talk([welcome, { ...ask(), deadline: 900, clock: left }, ask(2)], decide);
  assert.deepEqual(seen, [[900, left, "x"], [undefined, {}, "x"]]);
});

test("what the table complains about is logged", () => {
  const { logged } = talk([{ type: "error", explanation: "no", cost: "forfeit" }]);
  assert.deepEqual(logged, ["the table says: no (cost: forfeit)"]);
});

const LINES = [WELCOME, { type: "ping", id: 1 }, ask()]
  .map((line) => `${JSON.stringify(line)}\n`)
  .join("");
const kinds = (said) => said.trim().split("\n").map((line) => JSON.parse(line).type);

test("the real program over pipes", { timeout: 60_000 }, async () => {
  const bot = spawn(process.execPath, [BOT], { stdio: ["pipe", "pipe", "inherit"] });
  bot.stdin.end(LINES);
  assert.deepEqual(kinds(await text(bot.stdout)), ["hello", "pong", "choose"]);
});

test("what is logged after the import is not for the table", { timeout: 60_000 }, async () => {
  const library = JSON.stringify(new URL("parlor.mjs", import.meta.url).href);
  const program = `import { run } from ${library}; console.log("loading"); console.table([]);
    run(() => { console.info("thinking"); return "pass"; });`;
  const bot = spawn(process.execPath, ["--input-type=module", "-e", program]);
  bot.stdin.end(LINES);
  const [out, err] = await Promise.all([text(bot.stdout), text(bot.stderr)]);
  assert.deepEqual(kinds(out), ["hello", "pong", "choose"]);
  assert.match(err, /^loading\n[^]*\nthinking\n$/);
});

test("the file of a game is a bot too", { timeout: 60_000 }, async () => {
  for (const game of ["automation", "chaos_letter", "dots_and_boxes", "property_tycoon"]) {
    const file = fileURLToPath(new URL(`${game}.mjs`, import.meta.url));
    const bot = spawn(process.execPath, [file], { stdio: ["pipe", "pipe", "inherit"] });
    bot.stdin.end('{"type": "ping", "id": 1}\n');
    assert.deepEqual(kinds(await text(bot.stdout)), ["hello", "pong"], game);
  }
});

test("an address that is none is refused in a sentence", { timeout: 60_000 }, async () => {
  for (const address of ["foo", "70000", "127.0.0.1:"]) {
    const stdio = ["ignore", "ignore", "pipe"];
    const bot = spawn(process.execPath, [BOT, "--listen", address], { stdio });
    const [said, [code]] = await Promise.all([text(bot.stderr), once(bot, "exit")]);
    assert.equal(code, 2);
    assert.match(said, /^--listen takes a port, .* and not '.*'\n$/);
  }
});

test("the real program over TCP, twice", { timeout: 60_000 }, async () => {
  const stdio = ["ignore", "ignore", "pipe"];
  const bot = spawn(process.execPath, [BOT, "--listen", "0"], { stdio });
  try {
    const [words] = await once(bot.stderr, "data");
    const [, port] = /^listening on 127\.0\.0\.1:(\d+)\n$/.exec(String(words));
    for (let round = 0; round < 2; round += 1) {
      const socket = connect({ port: Number(port), host: "127.0.0.1", allowHalfOpen: true });
      socket.end(LINES);
      assert.deepEqual(kinds(await text(socket)), ["hello", "pong", "choose"]);
    }
  } finally {
    bot.kill();
  }
});
