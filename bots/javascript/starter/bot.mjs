// A player for Parlor. parlor.mjs does the talking; what is played is decided here.

import { run } from "./parlor.mjs";

/**
 * Answers one question with one move of the menu.
 *
 * view      what your seat knows; `parlor games {{game}} --views` describes it
 * question  what is asked, and why
 * menu      the legal moves: [...menu], menu.has(move), menu.first("buy", "pass"),
 *           menu.starting("bid"), menu.pick(rng)
 * rng       your dice: rng.next(), rng.below(6), rng.choice(list); the same seed gives the same game
 * welcome   the game (welcome.game), its options, your seat, the names, and the milliseconds for this
 *           answer (welcome.deadline; undefined where there is no hurry)
 */
function decide({ view, question, menu, rng, welcome }) {
  // ---- your bot: edit from here -----------------------------------------------------------------

  // Ideas:
  // - Look at what comes in: console.log(question, view). It goes to the standard error output.
  // - Prefer something, and fall back to anything: menu.first("buy", "roll") ?? menu.pick(rng).
  // - Play each game its own way: if (welcome.game === "{{game}}") …

  return menu.pick(rng);

  // ---- to here ----------------------------------------------------------------------------------
}

run(decide, { name: "{{name}}" });
