// The line between a bot and a Parlor table.
//
//     import { run } from "./parlor.mjs";
//     run(({ menu, rng }) => menu.pick(rng), { name: "anything goes" });
//
// A bot reads messages and writes messages, one JSON object a line. This file does the reading and
// the writing; `decide` plays. It is called with an object of
//
//     view      all that your seat knows, as `parlor games GAME --views` describes it
//     question  what is asked, and why
//     menu      the legal answers, see Menu
//     rng       random numbers made from the seed of the table: draw from them alone, and your bot
//               plays the same game again when it is given the same seed
//     welcome   the game, its options, your seat, the names; and the time: `deadline` has the
//               milliseconds for this answer (undefined where there is no hurry), `clock` what is
//               left
//
// and returns a move, or a pair: a move and an object with what the bot thinks of it (`evaluation`,
// `candidates`, `text`), which is sent as an `info` before the answer. Nothing has to be remembered
// between two calls. An exception, or an answer that is no move, is a fault at the table, as an
// illegal move is: it is reported, and nothing is played in its place. What you write with console.log goes to the standard error output as soon as
// this file is imported, and hurts nobody there.

import { Console } from "node:console";
import { realpathSync } from "node:fs";
import { createServer } from "node:net";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { inspect } from "node:util";

const VERSIONS = [1];
const LONGEST = 65536; // No table reads longer lines.

// The standard output belongs to the table, from here on and not only once `run` is called: whoever
// logs something while a bot is loading logs it for people.
globalThis.console = new Console(process.stderr, process.stderr);

/**
 * The legal answers. `moves` has them as the table wrote them: texts, and ranges. `grave` has those
 * of them that give something up for good.
 */
export class Menu {
  constructor({ count, complete = true, moves, grave = [] }) {
    Object.assign(this, { count, complete, moves, grave });
  }

  /** Every move that is listed, each amount of a range as a move of its own. */
  *[Symbol.iterator]() {
    for (const entry of this.moves) {
      for (let index = 0; index < size(entry); index += 1) yield within(entry, index);
    }
  }

  /** How many are listed; `count` also counts those that are not. */
  get length() {
    return total(this.moves);
  }

  /** A move by its number among all that are listed, from 0. */
  at(index) {
    return moveAt(this.moves, index);
  }

  /** Whether a move is listed. */
  has(move) {
    return this.moves.some((entry) => holds(entry, move));
  }

  /** Any of them, each as likely as another; a grave one only where there is nothing else. */
  pick(rng) {
    const harmless = this.moves.filter((entry) => !this.grave.includes(entry));
    const from = harmless.length > 0 ? harmless : this.moves;
    return moveAt(from, rng.below(total(from)));
  }

  /** The first of these moves that is on the menu. */
  first(...moves) {
    return moves.find((move) => this.has(move));
  }

  /** The moves that begin with these words; of a range the smallest and the largest. */
  starting(...words) {
    const listed = this.moves.flatMap((entry) =>
      typeof entry === "string" ? [entry] : [entry.first, entry.last],
    );
    return listed.filter((move) => words.every((word, at) => move.split(" ")[at] === String(word)));
  }
}

const size = (entry) => (typeof entry === "string" ? 1 : entry.count);
const total = (entries) => entries.reduce((sum, entry) => sum + size(entry), 0);

function moveAt(entries, index) {
  for (const entry of entries) {
    if (index < size(entry)) return within(entry, index);
    index -= size(entry);
  }
  return undefined;
}

/** The words of the first move of a range, and which of them is the amount. */
function parts({ first, last, part }) {
  const words = first.split(" ");
  return { words, place: part ?? difference(words, last.split(" ")) };
}

/** Where the amount is in a range of an older table, which sends no `part`. */
function difference(first, last) {
  const place = first.findIndex((word, at) => word !== last[at]);
  // A range of one move: its last number.
  return place >= 0 ? place : first.findLastIndex((word) => /^\d+$/.test(word));
}

function within(entry, index) {
  if (typeof entry === "string") return entry;
  const { words, place } = parts(entry);
  return words.with(place, String(Number(words[place]) + index * entry.step)).join(" ");
}

function holds(entry, move) {
  if (typeof entry === "string") return entry === move;
  const { words, place } = parts(entry);
  const index = (Number(String(move).split(" ")[place]) - Number(words[place])) / entry.step;
  const listed = Number.isInteger(index) && index >= 0 && index < entry.count;
  return listed && within(entry, index) === move;
}

/** Random numbers from a seed (mulberry32): the same seed, the same numbers. */
export class Rng {
  constructor(seed) {
    // A seed has up to 64 bits, and a double the upper 53 of them: all of these are to count.
    const whole = BigInt(seed);
    this.state = Number((whole ^ (whole >> 32n)) & 0xffffffffn);
  }

  /** A number from 0 up to, but not including, 1. */
  next() {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number from 0 up to, but not including, `limit`. */
  below(limit) {
    return Math.floor(this.next() * limit);
  }

  /** Any of a list. */
  choice(list) {
    return list[this.below(list.length)];
  }
}

/** Refuses what the table would take for a fault. */
function check(info) {
  if (typeof info !== "object") throw new TypeError("an info is an object");
  const isA = (type, value) => (value ?? undefined) === undefined || typeof value === type;
  const { evaluation, text, candidates = [] } = info;
  if (!isA("number", evaluation)) throw new TypeError("'evaluation' is a number");
  if (!isA("string", text)) throw new TypeError("'text' is a text");
  if (!Array.isArray(candidates)) throw new TypeError("'candidates' is a list");
  for (const { move, value, visits } of candidates) {
    const counted = Number.isSafeInteger(visits ?? 0) && (visits ?? 0) >= 0;
    if (typeof move !== "string" || !isA("number", value) || !counted) {
      throw new TypeError("a candidate has a 'move', and may have a 'value' and its 'visits'");
    }
  }
}

/**
 * A mistake, for the log. What went wrong comes last, with its place: a table that shows one line
 * shows that one.
 */
function told(mistake, about) {
  if (!(mistake instanceof Error)) return `${about}\nError: ${inspect(mistake)} was thrown`;
  const frames = (mistake.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
  // Whoever called `decide` has made no mistake.
  const caller = frames.findIndex((line) => / Line\.(answer|remark) /.test(line));
  const called = caller < 0 ? frames : frames.slice(0, caller);
  const own = called.find((line) => !/node:|parlor\.mjs:/.test(line));
  const place = /([^\s/\\(]+:\d+:\d+)\)?$/.exec(own ?? "")?.[1];
  const what = `${mistake.name}: ${mistake.message}`.replaceAll("\n", " ");
  return [about, ...frames, place ? `${what} (${place})` : what].join("\n");
}

/** One conversation with a table: as many games as it likes, one after the other. */
export class Line {
  constructor(write, decide, { name, wants = [], onNotice, log = console.error } = {}) {
    Object.assign(this, { write, decide, onNotice, log, welcome: {}, rng: new Rng(0) });
    this.say({ type: "hello", versions: VERSIONS, name, wants });
  }

  say(message) {
    this.write(`${JSON.stringify(message)}\n`);
  }

  /** Takes one line. Fields that it does not know are ignored. */
  hear(line) {
    if (line.trim() === "") return;
    let message;
    try {
      message = JSON.parse(line);
    } catch {
      // Said below.
    }
    switch (message?.type) {
      case "decide":
        return this.answer(message);
      case "ping":
        return this.say({ type: "pong", id: message.id ?? 0 });
      case "welcome":
        [this.welcome, this.rng] = [message, new Rng(message.seed ?? 0)];
        return;
      case "notice":
        return this.onNotice?.(message.notice);
      case "error":
        return this.log(`the table says: ${message.explanation} (cost: ${message.cost})`);
      case "stop": // This bot thinks while it reads nothing: what is stopped was answered already.
      case "pong":
      case "bye":
        return;
      case undefined:
        return this.complain("protocol", "a message is a JSON object with a field 'type'");
      default: {
        const type = String(message.type).slice(0, 40);
        this.complain("unknown", `there is no message '${type}' in version 1`);
      }
    }
  }

  complain(code, explanation) {
    this.say({ type: "error", code, explanation });
  }

  /**
   * Answers a question. Where `decide` fails the table is told, and gets no move: what that costs is
   * for the table to say.
   */
  answer({ id, view, question, menu: listed, deadline, clock = {} }) {
    const menu = new Menu(listed);
    Object.assign(this.welcome, { deadline, clock });
    let move, info;
    try {
      const { rng, welcome } = this;
      [move, info] = [this.decide({ view, question, menu, rng, welcome })].flat();
      if (typeof move !== "string" || move === "") {
        throw new TypeError(`decide returned ${inspect(move)}, which is no move`);
      }
    } catch (mistake) {
      const said = told(mistake, `the question was ${JSON.stringify(question)}`);
      this.log(said);
      return this.noChoice(id, said.split("\n").at(-1));
    }
    if (menu.complete && !menu.has(move)) {
      this.log(`the question was ${JSON.stringify(question)}\n'${move}' is not on the menu`);
    }
    if (info) this.remark(id, info);
    this.say({ type: "choose", id, move });
  }

  /** Says what went wrong, which the verdict repeats, and then chooses nothing. */
  noChoice(id, why) {
    const explanation = `decide failed: ${why}`.slice(0, 500);
    this.say({ type: "error", code: "other", id, explanation });
    this.say({ type: "choose", id, move: "" });
  }

  /** Sends what the bot thinks, unless it cannot be sent: the move counts all the same. */
  remark(id, info) {
    let line;
    try {
      check(info);
      line = JSON.stringify({ ...info, type: "info", id });
      if (Buffer.byteLength(line) >= LONGEST) throw new RangeError("the line is too long");
    } catch (mistake) {
      this.log(told(mistake, `this cannot be sent as an info: ${inspect(info)}`));
      return;
    }
    this.write(`${line}\n`);
  }
}

/**
 * Plays at the tables of a server (`parlor serve`), with the token of a bot. It hears of every table where it is
 * asked, and answers one question after the other.
 */
export class Online {
  constructor(server, token, decide, { onNotice, log = console.error } = {}) {
    Object.assign(this, { server: server.replace(/\/+$/, ""), token, decide, onNotice, log });
    Object.assign(this, { rngs: new Map(), heard: new Map(), refused: new Set() });
  }

  /** Plays until it is stopped. A server that is gone is called again. */
  async run() {
    for (let wait = 200; ; wait = Math.min(wait * 2, 10_000)) {
      try {
        const response = await this.call("/api/stream");
        if (response.status === 401 || response.status === 403) {
          this.log(`the server refuses the token: ${await why(response)}`);
          process.exit(2);
        }
        if (!response.ok) throw new Error(await why(response));
        this.log(`playing at ${this.server}`);
        wait = 200;
        for await (const line of lines(response.body)) await this.hear(JSON.parse(line));
      } catch (mistake) {
        this.log(`the connection is lost (${mistake.message}); trying again`);
      }
      await pause(wait);
    }
  }

  /** Takes one message about the tables of the bot. */
  async hear({ type, table, tables = [] }) {
    if (type === "asked") await this.answer(table);
    if (type !== "open") return;
    for (const { id, question } of tables) if (question !== undefined) await this.answer(id);
  }

  /** Answers the open question of a table. */
  async answer(table) {
    const match = await (await this.call(`/api/tables/${table}/now`)).json();
    if (match.type !== "full") throw new Error(match.why);
    const { now, game, options, seat } = match;
    this.tell(table, match);
    const { asks } = now;
    if (!asks || this.refused.has(`${table} ${asks.id}`)) return;
    const menu = new Menu(asks.menu);
    if (!this.rngs.has(table)) this.rngs.set(table, new Rng(`0x${table.replaceAll("-", "").slice(-16)}`));
    const names = now.seats.map(({ name }) => name);
    const welcome = { game, options, seat, names, deadline: asks.left, clock: {} };
    const { view } = now;
    let move;
    try {
      const { question } = asks;
      [move] = [this.decide({ view, question, menu, rng: this.rngs.get(table), welcome })].flat();
      if (typeof move !== "string" || move === "") {
        throw new TypeError(`decide returned ${inspect(move)}, which is no move`);
      }
    } catch (mistake) {
      // The table plays without an answer when the time is up. To ask again would fail again.
      this.refused.add(`${table} ${asks.id}`);
      this.log(told(mistake, `the question was ${JSON.stringify(asks.question)}`));
      return;
    }
    // The key is the same when the answer is sent again, so it counts once.
    await this.command(table, { key: `answer-${asks.id}`, type: "answer", question: asks.id, move });
  }

  async command(table, request) {
    for (;;) {
      const response = await this.call(`/api/tables/${table}/commands`, request);
      if (response.status === 429 || response.status === 503) {
        await pause(1000 * Number(response.headers.get("retry-after") ?? 1));
        continue;
      }
      if (!response.ok) {
        this.refused.add(`${table} ${request.question}`);
        this.log(`the server says: ${await why(response)}`);
      }
      return;
    }
  }

  /** Hands on the news that are new. */
  tell(table, { news, now }) {
    const heard = this.heard.get(table) ?? 0;
    for (const { number, notice } of news) {
      if (number > heard && notice !== undefined) this.onNotice?.(notice);
    }
    this.heard.set(table, now.number);
  }

  call(path, body) {
    // In a header and nowhere else: addresses are written to logs.
    const headers = { authorization: `Bearer ${this.token}` };
    if (body === undefined) return fetch(this.server + path, { headers });
    return fetch(this.server + path, { method: "POST", headers, body: JSON.stringify(body) });
  }
}

const pause = (millis) => new Promise((done) => setTimeout(done, millis));

/** The sentence of a refusal. */
async function why(response) {
  try {
    return (await response.json()).why;
  } catch {
    return `status ${response.status}`;
  }
}

/** The lines of a stream that are not blank. */
async function* lines(body) {
  const decoder = new TextDecoder();
  let held = "";
  for await (const bytes of body) {
    held += decoder.decode(bytes, { stream: true });
    const whole = held.split("\n");
    held = whole.pop();
    for (const line of whole) if (line.trim() !== "") yield line;
  }
}

/**
 * Plays over standard input and output; with `--listen [HOST:]PORT` over TCP; with `--server URL` at the tables of a
 * server, with the token in the variable PARLOR_TOKEN.
 */
export function run(decide, options = {}) {
  const place = process.argv.indexOf("--server");
  if (place >= 0) {
    const [server, token] = [process.argv[place + 1], process.env.PARLOR_TOKEN];
    if (!server || !token) {
      console.error("--server takes the address, and the variable PARLOR_TOKEN the token of the bot");
      process.exit(2);
    }
    new Online(server, token, decide, options).run();
    return;
  }
  const talk = (input, output) => {
    output.on("error", () => {}); // The table has gone, and there is nobody to tell.
    const line = new Line((text) => output.write(text), decide, options);
    createInterface({ input }).on("line", (text) => line.hear(text));
  };
  const flag = process.argv.indexOf("--listen");
  if (flag < 0) return talk(process.stdin, process.stdout);
  const address = process.argv[flag + 1] ?? "";
  const [, host = "127.0.0.1", port] = /^(?:(.+):)?(\d+)$/.exec(address) ?? [];
  const refuse = (why) => {
    console.error(why);
    process.exit(2);
  };
  if (!(Number(port) < 65536)) {
    refuse(`--listen takes a port, such as 4567 or 127.0.0.1:4567, and not '${address}'`);
  }
  const server = createServer({ noDelay: true, allowHalfOpen: true }, (socket) => {
    talk(socket, socket);
    socket.on("end", () => socket.end());
  });
  server.on("error", ({ message }) => refuse(`nobody can listen at '${address}': ${message}`));
  server.listen(Number(port), host, () => {
    console.error(`listening on ${host}:${server.address().port}`);
  });
}

/** Plays when this file is the one that was started, and not one that another imports. */
export function runIfStarted({ url }, decide, options = {}) {
  const started = process.argv[1];
  if (started && realpathSync(started) === fileURLToPath(url)) run(decide, options);
}
