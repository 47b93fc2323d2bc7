"""Dots and Boxes: take boxes, give none away, and leave two where that keeps the others moving.

The view: {"boxes": "4x4", "drawn": ["h 0 0", …], …}; a move is a line, "h ROW COLUMN" or
"v ROW COLUMN".
"""

import parlor

SHORT = 2  # A chain is short up to here: it is not worth two boxes to make others open it.


def decide(view, question, menu, rng, welcome):
    board = Board(view["boxes"])
    drawn, free = set(view["drawn"]), list(menu)
    closing = [line for line in free if board.closes(drawn, line)]
    safe = [line for line in free if not board.opens(drawn, line) and line not in closing]
    if closing:
        # With quiet lines left it is simple: a box is a box, and one moves again.
        left = None if safe else leave_two(board, drawn, free, closing)
        return left or closing[0]
    if safe:
        return rng.choice(safe)
    return min(free, key=lambda line: board.gift(drawn, line))


def leave_two(board, drawn, free, closing):
    """The line that leaves the last two boxes of a chain to the other, who has to open the next
    chain afterwards; None where that does not pay."""
    if board.take_all(drawn)[0] != 2:
        return None
    for line in free:
        if line in closing:
            continue
        # Two boxes behind one line: the other closes both at once, or opens a chain right away.
        handed, rest = board.take_all(drawn | {line})
        if handed == 2 and any(board.closes(drawn | {line}, other) == 2 for other in free):
            then = [other for other in free if other not in rest]
            if then and min(board.gift(rest, other) for other in then) > SHORT:
                return line
    return None


class Board:
    """Which lines are round which box."""

    def __init__(self, boxes):
        rows, columns = (int(number) for number in boxes.split("x"))
        self.boxes = [
            (f"h {r} {c}", f"h {r + 1} {c}", f"v {r} {c}", f"v {r} {c + 1}")
            for r in range(rows)
            for c in range(columns)
        ]
        self.beside = {}
        for box in self.boxes:
            for line in box:
                self.beside.setdefault(line, []).append(box)

    def missing(self, drawn, box):
        return [line for line in box if line not in drawn]

    def closes(self, drawn, line):
        """How many boxes a line closes."""
        return sum(self.missing(drawn, box) == [line] for box in self.beside[line])

    def opens(self, drawn, line):
        """Whether a box wants but one line afterwards."""
        return any(len(self.missing(drawn, box)) == 2 for box in self.beside[line])

    def take_all(self, drawn):
        """How many boxes somebody gets who takes all there is, and the lines drawn then."""
        drawn, taken = set(drawn), 0
        wanting = [box for box in self.boxes if len(self.missing(drawn, box)) == 1]
        while wanting:
            missing = self.missing(drawn, wanting.pop())
            if missing:
                taken += self.closes(drawn, missing[0])
                drawn.add(missing[0])
                beside = self.beside[missing[0]]
                wanting += [box for box in beside if len(self.missing(drawn, box)) == 1]
        return taken, drawn

    def gift(self, drawn, line):
        """How many boxes the next player gets after this line."""
        return self.take_all(drawn | {line})[0]


if __name__ == "__main__":
    parlor.run(decide, name="dots and boxes, python")
