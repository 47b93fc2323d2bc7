"""A player for every game of Parlor: one file for each game, and anything legal in others."""

import automation
import chaos_letter
import dots_and_boxes
import parlor
import property_tycoon

PLAYERS = {
    "automation": automation.decide,
    "chaos-letter": chaos_letter.decide,
    "dots-and-boxes": dots_and_boxes.decide,
    "property-tycoon": property_tycoon.decide,
}


def anything(view, question, menu, rng, welcome):
    """Plays anything that is legal."""
    return menu.pick(rng)


def decide(view, question, menu, rng, welcome):
    player = PLAYERS.get(welcome["game"], anything)
    return player(view, question, menu, rng, welcome)


if __name__ == "__main__":
    parlor.run(decide, name="python example")
