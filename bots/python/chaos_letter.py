"""Chaos Letter: count the cards, guess the likeliest, keep what is high.

The view: {"hands": [{"known": ["guard"], …}, …], "table": {"laid": [{"card": "king", …}, …],
"players": [{"hearsay": {"not": ["priest"], …}, …}, …], …}, …}; moves are "guard 2 names 5",
"baron 2", "handmaid" and the like. The cards of the deck are in no view: those of three decks are
here, and a deck of one's own is in the options of the table.
"""

import parlor

# For each deck: the number on a card, and how many there are.
DECKS = {
    "classic": {
        "guard": (1, 5), "priest": (2, 2), "baron": (3, 2), "handmaid": (4, 2),
        "prince": (5, 2), "king": (6, 1), "countess": (7, 1), "princess": (8, 1),
    },
    "premium": {
        "guard": (1, 8), "priest": (2, 2), "baron": (3, 2), "handmaid": (4, 2),
        "prince": (5, 2), "king": (6, 1), "countess": (7, 1), "princess": (8, 1),
        "jester": (0, 1), "assassin": (0, 1), "cardinal": (2, 2), "baroness": (3, 2),
        "sycophant": (4, 2), "count": (5, 2), "constable": (6, 1), "dowager-queen": (7, 1),
        "bishop": (9, 1),
    },
    "modern": {
        "guard": (1, 6), "priest": (2, 2), "baron": (3, 2), "handmaid": (4, 2),
        "prince": (5, 2), "king": (7, 1), "countess": (8, 1), "princess": (9, 1),
        "spy": (0, 2), "chancellor": (6, 2),
    },
}  # fmt: skip
# Whoever discards one of these is out.
FATAL = ("princess", "necronomicon", "cthulhu", "brain-case")
# What a card is worth on the table where nothing can be reckoned, as a share of a round.
WORTH = {"handmaid": 0.2, "priest": 0.1, "spy": 0.1, "chancellor": 0.15, "countess": 0.0}
PER_NUMBER = 0.04  # What a card that is kept is worth for each number it has more.


def decide(view, question, menu, rng, welcome):
    deck = cards_of(welcome["options"].get("deck"))
    kind = question["kind"]
    moves = [move for move in menu if move.split()[0] != "shuffle"] or list(menu)
    if kind == "play" and deck:
        return best(moves, lambda move: value(move, view, deck), rng)
    if kind == "return" and deck:
        # What goes under the deck is not kept: the lowest first.
        return best(moves, lambda move: -number(move.split()[1], deck), rng)
    if kind == "offer" and deck:
        return best(moves, lambda move: number(move.split()[1], deck), rng)
    if kind == "play":
        moves = [move for move in moves if move.split()[0] not in FATAL] or moves
    return rng.choice(moves)


def cards_of(deck):
    """The cards of a deck; None for one that is not known."""
    if isinstance(deck, dict):
        return {row["card"]: (row["value"], row["count"]) for row in deck["cards"]}
    return DECKS.get(deck)


def number(card, deck):
    return deck.get(card, (0, 0))[0]


def best(moves, worth, rng):
    """The move that is worth most; of equal ones any."""
    values = [worth(move) for move in moves]
    top = max(values)
    return rng.choice([move for move, value in zip(moves, values) if value > top - 1e-9])


def value(move, view, deck):
    """What a play gains, in rounds won, and what the card is worth that is kept."""
    own = view["viewer"]["seat"]
    card, *words = move.split()
    kept = list(view["hands"][own - 1]["known"])
    if card in kept:
        kept.remove(card)
    high = max((number(other, deck) for other in kept), default=0)
    if card in FATAL:
        return -1.0
    seats = [int(word) for word in words if word.isdigit()]
    if card == "prince" and seats == [own]:
        # One's own hand is thrown away: a bad idea with a Princess in it.
        return -1.0 if any(other in FATAL for other in kept) else 0.0
    gain = WORTH.get(card, 0.05)
    if seats:
        odds = likely(view, seats[0], deck)
        gain = against(card, words, odds, high, deck)
    return gain + PER_NUMBER * high


def against(card, words, odds, high, deck):
    """What a card gains against a hand of which the odds are known."""
    numbers = [(number(other, deck), chance) for other, chance in odds.items()]
    below = sum(chance for value, chance in numbers if value < high)
    above = sum(chance for value, chance in numbers if value > high)
    if "names" in words:
        named = int(words[words.index("names") + 1])
        return sum(chance for value, chance in numbers if value == named)
    if card == "baron":
        return below - above
    if card == "dowager-queen":
        return above - below
    if card == "prince":
        return 0.03 + sum(chance for other, chance in odds.items() if other in FATAL)
    if card == "king":
        return PER_NUMBER * (sum(value * chance for value, chance in numbers) - high)
    return WORTH.get(card, 0.05)


def likely(view, seat, deck):
    """How likely each card is in somebody's hand, from all that this seat knows."""
    hand = view["hands"][seat - 1]
    if hand["known"]:
        return {hand["known"][0]: 1.0}
    left = {card: count for card, (_, count) in deck.items()}
    seen = [laid["card"] for laid in view["table"]["laid"]]
    seen += [card for other in view["hands"] for card in other["known"]]
    seen += [under["card"] for under in view["bottom"] if under["card"]]
    for card in seen:
        left[card] = left.get(card, 0) - 1
    for card in view["table"]["players"][seat - 1]["hearsay"]["not"]:
        left[card] = 0
    total = sum(count for count in left.values() if count > 0)
    return {card: count / total for card, count in left.items() if count > 0}


if __name__ == "__main__":
    parlor.run(decide, name="chaos letter, python")
