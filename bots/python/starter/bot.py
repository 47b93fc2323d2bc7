"""A player for Parlor. parlor.py does the talking; what is played is decided here."""

import parlor


def decide(view, question, menu, rng, welcome):
    """Answers one question with one move of the menu.

    view      what your seat knows; `parlor games {{game}} --views` describes it
    question  what is asked, and why
    menu      the legal moves: list(menu), move in menu, menu.first("buy", "pass"),
              menu.starting("bid"), menu.pick(rng)
    rng       your dice: the same seed gives the same game
    welcome   the game ("game"), its "options", your "seat", the "names", and the milliseconds for
              this answer ("deadline"; None where there is no hurry)
    """
    # ---- your bot: edit from here ---------------------------------------------------------------

    # Ideas:
    # - Look at what comes in: print(question, view). It goes to the standard error output.
    # - Prefer something, and fall back to anything: menu.first("buy", "roll") or menu.pick(rng).
    # - Play each game its own way: if welcome["game"] == "{{game}}": …

    return menu.pick(rng)

    # ---- to here --------------------------------------------------------------------------------


if __name__ == "__main__":
    parlor.run(decide, name="{{name}}")
