// Dots and Boxes: take boxes, give none away, and leave two where that keeps the others moving.
//
// The view: {"boxes": "4x4", "drawn": ["h 0 0", …], …}; a move is a line, "h ROW COLUMN" or
// "v ROW COLUMN".

import { runIfStarted } from "./parlor.mjs";

const SHORT = 2; // A chain is short up to here: it is not worth two boxes to make others open it.

export function decide({ view, menu, rng }) {
  const board = new Board(view.boxes);
  const drawn = new Set(view.drawn);
  const free = [...menu];
  const closing = free.filter((line) => board.closes(drawn, line) > 0);
  const safe = free.filter((line) => !closing.includes(line) && !board.opens(drawn, line));
  if (closing.length > 0) {
    // With quiet lines left it is simple: a box is a box, and one moves again.
    const left = safe.length > 0 ? undefined : leaveTwo(board, drawn, free, closing);
    return left ?? closing[0];
  }
  if (safe.length > 0) return rng.choice(safe);
  const gifts = free.map((line) => board.gift(drawn, line));
  return free[gifts.indexOf(Math.min(...gifts))];
}

/**
 * The line that leaves the last two boxes of a chain to the other, who has to open the next chain
 * afterwards; nothing where that does not pay.
 */
function leaveTwo(board, drawn, free, closing) {
  if (board.takeAll(drawn).taken !== 2) return undefined;
  return free.find((line) => {
    if (closing.includes(line)) return false;
    // Two boxes behind one line: the other closes both at once, or opens a chain right away.
    const withLine = new Set(drawn).add(line);
    const { taken, drawn: rest } = board.takeAll(withLine);
    if (taken !== 2 || !free.some((other) => board.closes(withLine, other) === 2)) return false;
    const then = free.filter((other) => !rest.has(other));
    return then.length > 0 && then.every((other) => board.gift(rest, other) > SHORT);
  });
}

/** Which lines are round which box. */
class Board {
  constructor(boxes) {
    const [rows, columns] = boxes.split("x").map(Number);
    this.boxes = [];
    this.beside = new Map();
    for (let r = 0; r < rows; r += 1) {
      for (let c = 0; c < columns; c += 1) {
        const box = [`h ${r} ${c}`, `h ${r + 1} ${c}`, `v ${r} ${c}`, `v ${r} ${c + 1}`];
        this.boxes.push(box);
        for (const line of box) this.beside.set(line, [...(this.beside.get(line) ?? []), box]);
      }
    }
  }

  missing(drawn, box) {
    return box.filter((line) => !drawn.has(line));
  }

  wanting(drawn, boxes, count) {
    return boxes.filter((box) => this.missing(drawn, box).length === count);
  }

  /** How many boxes a line that is free closes. */
  closes(drawn, line) {
    return drawn.has(line) ? 0 : this.wanting(drawn, this.beside.get(line), 1).length;
  }

  /** Whether a box wants but one line afterwards. */
  opens(drawn, line) {
    return this.wanting(drawn, this.beside.get(line), 2).length > 0;
  }

  /** How many boxes somebody gets who takes all there is, and the lines drawn then. */
  takeAll(before) {
    const drawn = new Set(before);
    const wanting = this.wanting(drawn, this.boxes, 1);
    let taken = 0;
    while (wanting.length > 0) {
      const [line] = this.missing(drawn, wanting.pop());
      if (line === undefined) continue;
      taken += this.closes(drawn, line);
      drawn.add(line);
      wanting.push(...this.wanting(drawn, this.beside.get(line), 1));
    }
    return { taken, drawn };
  }

  /** How many boxes the next player gets after this line. */
  gift(drawn, line) {
    return this.takeAll(new Set(drawn).add(line)).taken;
  }
}

runIfStarted(import.meta, decide, { name: "dots and boxes, javascript" });
