/** A square by its name, such as `"e4"`, or by its number from 0, a1, to 63, h8. */
export type Square = string | number;

/** Returns the names of the squares of a set, from a1 to h8. */
export function squares(set: bigint): string[];

/** Returns the number of squares of a set. */
export function count(set: bigint): number;

/** Returns the set of these squares. */
export function set(...squares: Square[]): bigint;

/**
 * Returns the pieces of the placement of a FEN: the numbers of their squares and their letters.
 *
 * Throws a `SyntaxError` that names the place and the reason of a mistake.
 */
export function placement(fen: string): [number, string][];

/**
 * The functions of the WebAssembly module, such as `white_passed(white, black)`.
 *
 * They return sets as signed BigInts.
 */
export const functions: Readonly<Record<string, (...parameters: (bigint | number)[]) => bigint | number>>;

/** The pawns of a position, and the patterns of both sides together. A set is a BigInt with a1 as bit 0. */
export class Pawns {
  /** The white and the black pawns. Throws if one is not a BigInt of 64 bits that is not negative. */
  constructor(white: bigint, black: bigint);

  /** Reads the pawns of a FEN. Throws a `SyntaxError` that names the place and the reason of a mistake. */
  static fromFen(fen: string): Pawns;

  // board
}

/** The patterns of one side. */
export interface Side {
  /** The pawns of this side. */
  readonly pawns: bigint;

  // side
}
