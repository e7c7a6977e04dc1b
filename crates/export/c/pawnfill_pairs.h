/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/**
 * @file
 * Pairs of pawns on one file or neighbor files, as inputs of networks, for C99 and C++14 and later.
 *
 * For the pairs that a move changes, call pawnfill_new_pairs twice, with the pawns before and after exchanged.
 */
#ifndef PAWNFILL_PAIRS_H
#define PAWNFILL_PAIRS_H

#include "pawnfill.h"

/** The numberings, without the offsets of engines. */
typedef enum pawnfill_numbering {
    PAWNFILL_TRIANGULAR, /**< 4560 slots; of nearly all networks */
    PAWNFILL_FILE_MAJOR, /**< 2163 slots; of Stockfish at 109fb72 */
    PAWNFILL_DENSE       /**< 1488 slots */
} pawnfill_numbering;

/** Returns the lowest square of a set. */
PAWNFILL_FN unsigned pawnfill_detail_first(uint64_t set) {
    return PAWNFILL_DETAIL_CAST(unsigned, pawnfill_count((set & (~set + 1)) - 1));
}

/** Returns the number of a pawn with `flip` of its side. Color 0 is the side's own. */
PAWNFILL_FN unsigned pawnfill_detail_pawn_id(pawnfill_numbering numbering, unsigned pawn, unsigned flip) {
    const unsigned color = (pawn ^ flip) >> 6, file = (pawn ^ flip) & 7, rank = (((pawn ^ flip) >> 3) & 7) - 1;
    return numbering == PAWNFILL_TRIANGULAR ? 48 * color + 8 * rank + file
        : numbering == PAWNFILL_FILE_MAJOR   ? 12 * file + rank + 6 * color
                                             : 12 * file + 2 * rank + color;
}

/** Returns the index of two pawns with these numbers, in any order. */
PAWNFILL_FN unsigned pawnfill_detail_pair_index(pawnfill_numbering numbering, unsigned a, unsigned b) {
    const unsigned low = a < b ? a : b, high = a < b ? b : a, p = low % 12;
    return numbering == PAWNFILL_TRIANGULAR ? high * (high - 1) / 2 + low
        : numbering == PAWNFILL_FILE_MAJOR
        ? 22 * low + high - 1
        : low / 12 * 204 + p * (46 - p) / 2 - low / 84 * 12 * p + high - (low | 1) - 1;
}

/**
 * Writes the index of each pair of these pawns that the pawns before did not have, as the side sees it, and returns the
 * number of such pairs. With no pawns before, these are all. Sixteen pawns have at most 96 pairs.
 *
 * The files are mirrored if `mirrored` is not 0. Stockfish does so if the side's king is on files e to h. If there are more
 * pairs than `space`, only the first are written. Pawns on ranks 1 and 8 are ignored, and black ones on white ones.
 */
PAWNFILL_FN unsigned pawnfill_new_pairs(uint64_t white, uint64_t black, uint64_t white_before, uint64_t black_before,
                                        pawnfill_color side, int mirrored, pawnfill_numbering numbering, uint32_t *out,
                                        unsigned space) {
    const uint64_t ranks = 0x00ffffffffffff00ULL;
    const unsigned flip = (side.is_black ? 120U : 0U) | (mirrored ? 7U : 0U);
    const uint64_t w = white & ranks, b = black & ranks & ~w;
    const uint64_t w0 = white_before & ranks, b0 = black_before & ranks & ~w0;
    uint64_t fresh = (w & ~w0) | (b & ~b0);
    const uint64_t old = (w | b) & ~fresh;
    unsigned pairs = 0;
    while (fresh != 0) {
        const unsigned s = pawnfill_detail_first(fresh);
        const uint64_t files = pawnfill_file_mask(s) | pawnfill_beside(pawnfill_file_mask(s));
        const unsigned one = pawnfill_detail_pawn_id(numbering, s | (((b >> s) & 1) != 0 ? 64U : 0U), flip);
        /* A pair of two new pawns belongs to the first of them. */
        fresh &= fresh - 1;
        for (uint64_t partners = files & (old | fresh); partners != 0; partners &= partners - 1) {
            const unsigned t = pawnfill_detail_first(partners);
            const unsigned other = pawnfill_detail_pawn_id(numbering, t | (((b >> t) & 1) != 0 ? 64U : 0U), flip);
            if (pairs < space) out[pairs] = pawnfill_detail_pair_index(numbering, one, other);
            pairs++;
        }
    }
    return pairs;
}

#endif /* PAWNFILL_PAIRS_H */
