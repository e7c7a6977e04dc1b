/** The functions of the WebAssembly module, which return sets as signed BigInts. */
export const functions = instance.exports;

const SQUARES = Array.from({ length: 64 }, (_, index) => "abcdefgh"[index % 8] + (1 + (index >> 3)));

/** Returns a set, whose bits are 0 to 63. */
function board(set) {
  if (typeof set !== "bigint") throw new TypeError(`a board is a BigInt such as 256n, not ${set}`);
  if (BigInt.asUintN(64, set) !== set) throw new RangeError(`${set} is not a board: it has other bits than 0 to 63`);
  return set;
}

/** Returns the names of the squares of a set, from a1 to h8. */
export function squares(set) {
  board(set);
  return SQUARES.filter((_, index) => (set >> BigInt(index)) & 1n);
}

/** Returns the number of squares of a set. */
export function count(set) {
  return squares(set).length;
}

/** Returns the set of these squares. */
export function set(...names) {
  return names.reduce((set, name) => set | (1n << BigInt(number(name))), 0n);
}

/** Returns the number of a square from its name or its number. */
function number(square) {
  const number = typeof square === "string" ? SQUARES.indexOf(square) : square;
  if (!(number in SQUARES)) throw new RangeError(`${square} is not a square`);
  return number;
}

/** Returns the pieces of the placement of a FEN: their squares and letters. */
export function placement(fen) {
  const pieces = [];
  const text = fen.split(/[ \t\n\f\r]/, 1)[0];
  const ranks = text === "" ? [] : text.split("/");
  const fail = (at, reason) => {
    throw new SyntaxError(`at byte ${at}: ${reason}`);
  };
  let at = 0;
  for (const [index, symbols] of ranks.entries()) {
    const rank = 8 - index;
    if (rank === 0) fail(at - 1, "there are more than 8 ranks");
    let [files, before] = [0, ""];
    for (const symbol of symbols) {
      const digit = /[1-8]/.test(symbol);
      if (digit && /\d/.test(before)) fail(at, `rank ${rank} has two numbers in a row`);
      if (!digit && !/[pnbrqk]/i.test(symbol)) {
        const shown = symbol.replace(/\p{Cc}/u, (control) => `\\u{${control.codePointAt(0).toString(16)}}`);
        fail(at, `'${shown}' is neither a piece nor a number from 1 to 8`);
      }
      if (/p/i.test(symbol) && rank % 7 === 1) fail(at, `there is a pawn on rank ${rank}`);
      const width = digit ? Number(symbol) : 1;
      if (files + width > 8) fail(at, `rank ${rank} has more than 8 files`);
      if (!digit) pieces.push([8 * (rank - 1) + files, symbol]);
      files += width;
      before = symbol;
      at += symbol.length;
    }
    if (files < 8) fail(at, `rank ${rank} has ${files} files instead of 8`);
    at++;
  }
  if (ranks.length < 8) fail(text.length, `there are ${ranks.length} ranks instead of 8`);
  return pieces;
}

/** The white and the black pawns, and the patterns of both together. */
export class Pawns {
  constructor(white, black) {
    [white, black].forEach(board);
    this.white = new Side("white", white, black);
    this.black = new Side("black", white, black);
  }

  /** Reads the pawns of a FEN. */
  static fromFen(fen) {
    const pawns = { P: 0n, p: 0n };
    for (const [square, piece] of placement(fen)) {
      if (piece in pawns) pawns[piece] |= 1n << BigInt(square);
    }
    return new Pawns(pawns.P, pawns.p);
  }

  /** Returns the value of a function of both sides together. */
  of(name) {
    return value(functions[name], [this.white.pawns, this.black.pawns], []);
  }
}

/** The pawns as one side sees them. */
class Side {
  #boards;

  constructor(color, white, black) {
    this.#boards = [white, black];
    this.pawns = color === "white" ? white : black;
    this.color = color;
  }

  /** Returns the value of a function of this side. */
  of(name, ...square) {
    return value(functions[`${this.color}_${name}`], this.#boards, square);
  }
}

/** Calls a function, whose number of parameters shows its kind. */
function value(call, boards, square) {
  const result = call(...(call.length === 1 ? [] : boards), ...square.map(number));
  if (typeof result === "bigint") return BigInt.asUintN(64, result);
  return call.length === 3 ? result !== 0 : result;
}

for (const [name, call] of Object.entries(functions)) {
  const [, color, rest] = /^(?:(white|black)_)?(.*)$/.exec(name);
  Object.defineProperty((color ? Side : Pawns).prototype, rest, {
    configurable: true,
    get() {
      return call.length === 2 ? this.of(rest) : (square) => this.of(rest, square);
    },
  });
}
