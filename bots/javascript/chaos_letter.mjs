// Chaos Letter: count the cards, guess the likeliest, keep what is high.
//
// The view: {"hands": [{"known": ["guard"], …}, …], "table": {"laid": [{"card": "king", …}, …],
// "players": [{"hearsay": {"not": ["priest"], …}, …}, …], …}, …}; moves are "guard 2 names 5",
// "baron 2", "handmaid" and the like. The cards of the deck are in no view: those of three decks are
// here, and a deck of one's own is in the options of the table.

import { runIfStarted } from "./parlor.mjs";

// For each deck: the number on a card, and how many there are.
const DECKS = {
  classic: {
    guard: [1, 5], priest: [2, 2], baron: [3, 2], handmaid: [4, 2],
    prince: [5, 2], king: [6, 1], countess: [7, 1], princess: [8, 1],
  },
  premium: {
    guard: [1, 8], priest: [2, 2], baron: [3, 2], handmaid: [4, 2],
    prince: [5, 2], king: [6, 1], countess: [7, 1], princess: [8, 1],
    jester: [0, 1], assassin: [0, 1], cardinal: [2, 2], baroness: [3, 2],
    sycophant: [4, 2], count: [5, 2], constable: [6, 1], "dowager-queen": [7, 1],
    bishop: [9, 1],
  },
  modern: {
    guard: [1, 6], priest: [2, 2], baron: [3, 2], handmaid: [4, 2],
    prince: [5, 2], king: [7, 1], countess: [8, 1], princess: [9, 1],
    spy: [0, 2], chancellor: [6, 2],
  },
};
// Whoever discards one of these is out.
const FATAL = ["princess", "necronomicon", "cthulhu", "brain-case"];
// What a card is worth on the table where nothing can be reckoned, as a share of a round.
const WORTH = { handmaid: 0.2, priest: 0.1, spy: 0.1, chancellor: 0.15, countess: 0 };
const USUAL = 0.05;
const PER_NUMBER = 0.04; // What a card that is kept is worth for each number it has more.

export function decide({ view, question: { kind }, menu, rng, welcome }) {
  const deck = cardsOf(welcome.options.deck);
  const moves = atLeastOne(menu, (move) => word(move, 0) !== "shuffle");
  if (kind === "play" && deck) return best(moves, (move) => value(move, view, deck), rng);
  // What goes under the deck is not kept: the lowest first.
  if (kind === "return" && deck) return best(moves, (move) => -number(word(move, 1), deck), rng);
  if (kind === "offer" && deck) return best(moves, (move) => number(word(move, 1), deck), rng);
  return rng.choice(atLeastOne(moves, (move) => kind !== "play" || !FATAL.includes(word(move, 0))));
}

const word = (move, index) => move.split(" ")[index];

/** Those that pass the test; all when none does. */
function atLeastOne(moves, test) {
  const all = [...moves];
  const some = all.filter(test);
  return some.length > 0 ? some : all;
}

/** The cards of a deck; nothing for one that is not known. */
function cardsOf(deck) {
  if (typeof deck === "string") return DECKS[deck];
  return Object.fromEntries(deck.cards.map(({ card, value, count }) => [card, [value, count]]));
}

const number = (card, deck) => deck[card]?.[0] ?? 0;

/** The move that is worth most; of equal ones any. */
function best(moves, worth, rng) {
  const values = moves.map(worth);
  const top = Math.max(...values);
  return rng.choice(moves.filter((_, index) => values[index] > top - 1e-9));
}

/** What a play gains, in rounds won, and what the card is worth that is kept. */
function value(move, view, deck) {
  const own = view.viewer.seat;
  const [card, ...words] = move.split(" ");
  const kept = [...view.hands[own - 1].known];
  if (kept.includes(card)) kept.splice(kept.indexOf(card), 1);
  const high = Math.max(0, ...kept.map((other) => number(other, deck)));
  if (FATAL.includes(card)) return -1;
  const seat = /^\d+$/.test(words[0]) ? Number(words[0]) : undefined;
  if (card === "prince" && seat === own) {
    // One's own hand is thrown away: a bad idea with a Princess in it.
    return kept.some((other) => FATAL.includes(other)) ? -1 : 0;
  }
  let gain = WORTH[card] ?? USUAL;
  if (seat) gain = against(card, words, likely(view, seat, deck), high, deck);
  return gain + PER_NUMBER * high;
}

/** What a card gains against a hand of which the odds are known. */
function against(card, words, odds, high, deck) {
  const share = (test) =>
    odds.reduce((sum, [other, chance]) => sum + (test(number(other, deck), other) ? chance : 0), 0);
  const [below, above] = [share((n) => n < high), share((n) => n > high)];
  const names = words.indexOf("names");
  if (names >= 0) return share((n) => n === Number(words[names + 1]));
  if (card === "baron") return below - above;
  if (card === "dowager-queen") return above - below;
  if (card === "prince") return 0.03 + share((_, other) => FATAL.includes(other));
  if (card === "king") {
    const expected = odds.reduce((sum, [other, chance]) => sum + chance * number(other, deck), 0);
    return PER_NUMBER * (expected - high);
  }
  return WORTH[card] ?? USUAL;
}

/** How likely each card is in somebody's hand, from all that this seat knows: pairs. */
function likely(view, seat, deck) {
  const [known] = view.hands[seat - 1].known;
  if (known) return [[known, 1]];
  const left = new Map(Object.entries(deck).map(([card, [, count]]) => [card, count]));
  const seen = [
    ...view.table.laid.map(({ card }) => card),
    ...view.hands.flatMap((hand) => hand.known),
    ...view.bottom.map(({ card }) => card),
  ];
  for (const card of seen) left.set(card, (left.get(card) ?? 0) - 1);
  for (const card of view.table.players[seat - 1].hearsay.not) left.delete(card);
  const cards = [...left].filter(([, count]) => count > 0);
  const total = cards.reduce((sum, [, count]) => sum + count, 0);
  return cards.map(([card, count]) => [card, count / total]);
}

runIfStarted(import.meta, decide, { name: "chaos letter, javascript" });
