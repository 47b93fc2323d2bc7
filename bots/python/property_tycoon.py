"""Property Tycoon: buy what one can, bid up to the price, build, and keep a reserve.

The view: {"table": {"players": [{"cash": 1500, "owned": [2, 4], …}, …], …}, …}; moves are "roll",
"buy", "bid 120", "build 20" and the like, with places by their position. The board, with prices
and groups, is in the options of the table.
"""

import parlor

RESERVE = 150  # What is kept when something is bought or built.
OUT_OF_JAIL = 50  # What a card that gets one out of jail saves.
DEAREST = 200  # No house costs more than this on the boards in the box.


def decide(view, question, menu, rng, welcome):
    kind = question["kind"]
    me = view["table"]["players"][view["viewer"]["seat"] - 1]
    if kind == "turn":
        return "roll"
    if kind == "jail":
        cards = menu.starting("use")
        if me["cash"] >= RESERVE:
            cards.append("pay")
        return menu.first(*cards, "roll", "stay")
    if kind == "buy":
        return "buy" if me["cash"] - question["price"] >= RESERVE else "auction"
    if kind == "bid":
        most = min(me["cash"] - RESERVE, value(question["place"], me, welcome))
        return f"bid {question['least']}" if question["least"] <= most else "pass"
    if kind == "raise":
        return raise_money(menu) or menu.pick(rng)
    if kind == "after":
        return after(me, menu)
    if kind == "answer":
        return "accept" if is_fair(question["trade"], me, welcome) else "refuse"
    # A fine is cheaper than most cards, whoever wants to leave may go, and no trade is begun here.
    return menu.first("pay", "agree", "withdraw", "refuse", "end") or menu.pick(rng)


def after(me, menu):
    """Builds, then redeems, while the reserve lasts."""
    if me["cash"] >= RESERVE + DEAREST:
        # The menu allows only what keeps a group even. The dearest streets have the best rents.
        wanted = menu.starting("build")
        if not wanted and me["cash"] >= 3 * (RESERVE + DEAREST):
            wanted = menu.starting("lift")
        if wanted:
            return max(wanted, key=lambda move: int(move.split()[1]))
    return "end"


def raise_money(menu):
    """Loans first, for they can be paid back; then buildings, then land."""
    ways = [menu.starting(word) for word in ("mortgage", "sell-house", "sell")]
    return next((moves[0] for moves in ways if moves), None)


def board(welcome):
    """The group and the price of each property, by its position."""
    header, *rows = welcome["options"]["edition"]["Board"]
    at, group, price = (header.index(name) for name in ("Position", "Group", "Cost"))
    # Rows end with their last cell that is not empty.
    return {row[at]: (row[group], row[price]) for row in rows if len(row) > price}


def value(place, me, welcome):
    """What a property is worth: its price, and half as much again for each other of the group."""
    places = board(welcome)
    group, price = places[place]
    others = sum(places[mine][0] == group for mine in me["owned"] if mine != place)
    return price + others * price // 2


def is_fair(trade, me, welcome):
    """Whether what is given is worth more than what is wanted."""

    def worth(bundle):
        land = sum(value(place, me, welcome) for place in bundle["places"])
        return bundle["cash"] + OUT_OF_JAIL * sum(bundle["cards"]) + land

    return worth(trade["give"]) > worth(trade["want"])


if __name__ == "__main__":
    parlor.run(decide, name="property tycoon, python")
