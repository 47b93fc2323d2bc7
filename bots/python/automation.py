"""Automation: The Game: big money with the actions that pay for themselves.

The view: {"supply": {"framework": 8, …}, "seats": [{"hand": {"bitcoin": 3, …}, …}, …], …}; moves are
"buy ethereum", "play hack", "end phase" and the like.
"""

import parlor

POINTS = {"bug": -1, "method": 1, "module": 3, "framework": 6}
MONEY = ["dogecoin", "ethereum", "bitcoin"]
# Actions that give an action back can all be played, and one can own any number of them. Of the
# others two in the deck are enough. Each set has its own, the best first.
CHAINS = {"base": [], "standard": ["ipo", "tech-debt"]}
ENDS = {"base": ["evergreen-test"], "standard": ["ransomware", "evergreen-test", "hack"]}
MOST_ENDS = 2
# From the first to go to the one to keep: what is worth nothing in hand comes first.
WORST = ["bug", "framework", "module", "method", "bitcoin"]
USELESS = ["bug", "method", "module", "framework"]
TO_TRASH = ["bug", "method", "bitcoin"]


def decide(view, question, menu, rng, welcome):
    kind = question["kind"]
    chains, ends, money = plan(welcome["options"]["set"])
    if kind in ("action", "play-twice"):
        return menu.first(*(f"play {card}" for card in chains + ends), "end phase", "pass")
    if kind == "money":
        return menu.first(*(f"play {card}" for card in money), "end phase")
    if kind in ("buy", "gain"):
        wanted = [f"{kind} {card}" for card in shopping(view, chains, ends, money)]
        return menu.first(*wanted, "end phase") or anything_but_a_bug(menu, rng)
    if kind == "sift":
        return menu.first(*(f"discard {card}" for card in USELESS), "pass")
    if kind in ("discard", "drop"):
        return menu.first(*(f"discard {card}" for card in WORST)) or menu.pick(rng)
    if kind == "trash":
        return menu.first(*(f"trash {card}" for card in TO_TRASH)) or menu.pick(rng)
    if kind == "react":
        return menu.first(*menu.starting("show"), "pass")
    if kind == "choose":
        return "choose money"
    if kind == "yield":
        return "choose discard"
    return menu.pick(rng)


def plan(cards):
    """Which actions and which money of a set to have, the best first."""
    if isinstance(cards, str):  # a set in the box, which was called "seed" before it was "base"
        name = "standard" if cards == "standard" else "base"
        return CHAINS[name], ENDS[name], MONEY
    rows = sorted(cards["cards"], key=lambda row: -row["cost"])
    actions = [row for row in rows if row["kind"] not in ("points", "money")]
    chains = [row["card"] for row in actions if row.get("actions", 0) > 0]
    ends = [row["card"] for row in actions if row.get("actions", 0) == 0]
    return chains, ends, [row["card"] for row in rows if row["kind"] == "money"]


def shopping(view, chains, ends, money):
    """What to take, the best first."""
    own, frameworks = view["viewer"]["seat"], view["supply"].get("framework", 0)
    mine = collection(view["seats"][own - 1])
    wanted = []
    # The last Framework ends the game: not while that loses it.
    if frameworks > 1 or would_win(view, own):
        wanted.append("framework")
    # Points are dead weight in a hand, so the small ones come late.
    if frameworks <= 4:
        wanted.append("module")
    if frameworks <= 2:
        wanted.append("method")
    if sum(mine.get(card, 0) for card in ends) < MOST_ENDS:
        wanted += ends
    return [*wanted, *money[:1], *chains, *money[1:2]]


def collection(seat):
    """All cards of a player, wherever they lie."""
    cards = {}
    for place in ("unseen", "discards", "played"):
        for card, count in seat[place].items():
            cards[card] = cards.get(card, 0) + count
    return cards


def points(seat):
    return sum(POINTS.get(card, 0) * count for card, count in collection(seat).items())


def would_win(view, own):
    """Whether one has most points with another Framework."""
    scores = [points(seat) for seat in view["seats"]]
    others = scores[: own - 1] + scores[own:]
    return scores[own - 1] + POINTS["framework"] > max(others, default=0)


def anything_but_a_bug(menu, rng):
    """For when something has to be taken."""
    harmless = [move for move in menu if move != "gain bug"]
    return rng.choice(harmless or list(menu))


if __name__ == "__main__":
    parlor.run(decide, name="automation, python")
