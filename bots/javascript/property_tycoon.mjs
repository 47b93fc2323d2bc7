// Property Tycoon: buy what one can, bid up to the price, build, and keep a reserve.
//
// The view: {"table": {"players": [{"cash": 1500, "owned": [2, 4], …}, …], …}, …}; moves are "roll",
// "buy", "bid 120", "build 20" and the like, with places by their position. The board, with prices
// and groups, is in the options of the table.

import { runIfStarted } from "./parlor.mjs";

const RESERVE = 150; // What is kept when something is bought or built.
const OUT_OF_JAIL = 50; // What a card that gets one out of jail saves.
const DEAREST = 200; // No house costs more than this on the boards in the box.

export function decide({ view, question, menu, rng, welcome }) {
  const me = view.table.players[view.viewer.seat - 1];
  switch (question.kind) {
    case "turn":
      return "roll";
    case "jail": {
      const ways = menu.starting("use");
      if (me.cash >= RESERVE) ways.push("pay");
      return menu.first(...ways, "roll", "stay");
    }
    case "buy":
      return me.cash - question.price >= RESERVE ? "buy" : "auction";
    case "bid": {
      const most = Math.min(me.cash - RESERVE, value(question.place, me, welcome));
      return question.least <= most ? `bid ${question.least}` : "pass";
    }
    case "raise":
      return raiseMoney(menu) ?? menu.pick(rng);
    case "after":
      return after(me, menu);
    case "answer":
      return isFair(question.trade, me, welcome) ? "accept" : "refuse";
    default:
      // A fine is cheaper than most cards, whoever wants to leave may go, no trade is begun here.
      return menu.first("pay", "agree", "withdraw", "refuse", "end") ?? menu.pick(rng);
  }
}

/** Builds, then redeems, while the reserve lasts. */
function after(me, menu) {
  if (me.cash < RESERVE + DEAREST) return "end";
  // The menu allows only what keeps a group even. The dearest streets have the best rents.
  let wanted = menu.starting("build");
  if (wanted.length === 0 && me.cash >= 3 * (RESERVE + DEAREST)) wanted = menu.starting("lift");
  const place = (move) => Number(move.split(" ")[1]);
  return wanted.sort((one, other) => place(other) - place(one))[0] ?? "end";
}

/** Loans first, for they can be paid back; then buildings, then land. */
function raiseMoney(menu) {
  return ["mortgage", "sell-house", "sell"].flatMap((verb) => menu.starting(verb))[0];
}

/** The group and the price of each property, by its position. */
function board({ options }) {
  const [header, ...rows] = options.edition.Board;
  const [at, group, price] = ["Position", "Group", "Cost"].map((name) => header.indexOf(name));
  // Rows end with their last cell that is not empty.
  const properties = rows.filter((row) => row.length > price);
  return new Map(properties.map((row) => [row[at], { group: row[group], price: row[price] }]));
}

/** What a property is worth: its price, and half as much again for each other of the group. */
function value(place, me, welcome) {
  const places = board(welcome);
  const { group, price } = places.get(place);
  const others = me.owned.filter((mine) => mine !== place && places.get(mine).group === group);
  return price + Math.floor((others.length * price) / 2);
}

/** Whether what is given is worth more than what is wanted. */
function isFair({ give, want }, me, welcome) {
  const worth = ({ cash, cards, places }) => {
    const land = places.reduce((sum, place) => sum + value(place, me, welcome), 0);
    return cash + OUT_OF_JAIL * cards.filter(Boolean).length + land;
  };
  return worth(give) > worth(want);
}

runIfStarted(import.meta, decide, { name: "property tycoon, javascript" });
