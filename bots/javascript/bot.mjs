// A player for every game of Parlor: one file for each game, and anything legal in others.

import * as automation from "./automation.mjs";
import * as chaosLetter from "./chaos_letter.mjs";
import * as dotsAndBoxes from "./dots_and_boxes.mjs";
import { run } from "./parlor.mjs";
import * as propertyTycoon from "./property_tycoon.mjs";

const PLAYERS = {
  automation,
  "chaos-letter": chaosLetter,
  "dots-and-boxes": dotsAndBoxes,
  "property-tycoon": propertyTycoon,
};

/** Plays anything that is legal. */
const anything = { decide: ({ menu, rng }) => menu.pick(rng) };

run((ask) => (PLAYERS[ask.welcome.game] ?? anything).decide(ask), { name: "javascript example" });
