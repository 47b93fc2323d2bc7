// Automation: The Game: big money with the actions that pay for themselves.
//
// The view: {"supply": {"framework": 8, …}, "seats": [{"hand": {"bitcoin": 3, …}, …}, …], …}; moves
// are "buy ethereum", "play hack", "end phase" and the like.

import { runIfStarted } from "./parlor.mjs";

const POINTS = { bug: -1, method: 1, module: 3, framework: 6 };
const MONEY = ["dogecoin", "ethereum", "bitcoin"];
// Actions that give an action back can all be played, and one can own any number of them. Of the
// others two in the deck are enough. Each set has its own, the best first.
const CHAINS = { base: [], standard: ["ipo", "tech-debt"] };
const ENDS = { base: ["evergreen-test"], standard: ["ransomware", "evergreen-test", "hack"] };
const MOST_ENDS = 2;
// From the first to go to the one to keep: what is worth nothing in hand comes first.
const WORST = ["bug", "framework", "module", "method", "bitcoin"];
const USELESS = ["bug", "method", "module", "framework"];
const TO_TRASH = ["bug", "method", "bitcoin"];

export function decide({ view, question: { kind }, menu, rng, welcome }) {
  const { chains, ends, money } = plan(welcome.options.set);
  const moves = (verb, cards) => cards.map((card) => `${verb} ${card}`);
  switch (kind) {
    case "action":
    case "play-twice":
      return menu.first(...moves("play", [...chains, ...ends]), "end phase", "pass");
    case "money":
      return menu.first(...moves("play", money), "end phase");
    case "buy":
    case "gain": {
      const wanted = moves(kind, shopping(view, { chains, ends, money }));
      return menu.first(...wanted, "end phase") ?? anythingButABug(menu, rng);
    }
    case "sift":
      return menu.first(...moves("discard", USELESS), "pass");
    case "discard":
    case "drop":
      return menu.first(...moves("discard", WORST)) ?? menu.pick(rng);
    case "trash":
      return menu.first(...moves("trash", TO_TRASH)) ?? menu.pick(rng);
    case "react":
      return menu.first(...menu.starting("show"), "pass");
    case "choose":
      return "choose money";
    case "yield":
      return "choose discard";
    default:
      return menu.pick(rng);
  }
}

/** Which actions and which money of a set to have, the best first. */
function plan(set) {
  if (typeof set === "string") {
    // A set in the box, which was called "seed" before it was "base".
    const name = set === "standard" ? set : "base";
    return { chains: CHAINS[name], ends: ENDS[name], money: MONEY };
  }
  const rows = set.cards.toSorted((one, other) => other.cost - one.cost);
  const those = (wanted) => rows.filter(wanted).map(({ card }) => card);
  const isAction = ({ kind }) => !["points", "money"].includes(kind);
  return {
    chains: those((row) => isAction(row) && (row.actions ?? 0) > 0),
    ends: those((row) => isAction(row) && (row.actions ?? 0) === 0),
    money: those(({ kind }) => kind === "money"),
  };
}

/** What to take, the best first. */
function shopping(view, { chains, ends, money }) {
  const own = view.viewer.seat;
  const frameworks = view.supply.framework ?? 0;
  const mine = collection(view.seats[own - 1]);
  const wanted = [];
  // The last Framework ends the game: not while that loses it.
  if (frameworks > 1 || wouldWin(view, own)) wanted.push("framework");
  // Points are dead weight in a hand, so the small ones come late.
  if (frameworks <= 4) wanted.push("module");
  if (frameworks <= 2) wanted.push("method");
  const owned = ends.reduce((sum, card) => sum + (mine[card] ?? 0), 0);
  if (owned < MOST_ENDS) wanted.push(...ends);
  return [...wanted, ...money.slice(0, 1), ...chains, ...money.slice(1, 2)];
}

/** All cards of a player, wherever they lie. */
function collection(seat) {
  const cards = {};
  for (const place of [seat.unseen, seat.discards, seat.played]) {
    for (const [card, count] of Object.entries(place)) cards[card] = (cards[card] ?? 0) + count;
  }
  return cards;
}

function points(seat) {
  const cards = Object.entries(collection(seat));
  return cards.reduce((sum, [card, count]) => sum + (POINTS[card] ?? 0) * count, 0);
}

/** Whether one has most points with another Framework. */
function wouldWin(view, own) {
  const scores = view.seats.map(points);
  const mine = scores[own - 1] + POINTS.framework;
  return scores.every((score, index) => index === own - 1 || score < mine);
}

/** For when something has to be taken. */
function anythingButABug(menu, rng) {
  const harmless = [...menu].filter((move) => move !== "gain bug");
  return harmless.length > 0 ? rng.choice(harmless) : menu.pick(rng);
}

runIfStarted(import.meta, decide, { name: "automation, javascript" });
