/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "pawnfill.h"

static inline uint64_t pushes(pawnfill_color c, uint64_t own, uint64_t occupied) {
    return pawnfill_ahead(c, own) & ~occupied;
}

/* `pawnfill_double_push_targets(c, white, black) & ~occupied` would jump over pieces. */
static inline uint64_t double_pushes(pawnfill_color c, uint64_t own, uint64_t occupied) {
    const uint64_t third_rank = c.is_black ? UINT64_C(0xff0000000000) : UINT64_C(0xff0000);
    return pawnfill_ahead(c, pushes(c, own, occupied) & third_rank) & ~occupied;
}

/* The rank of the pawn nearest to the king on a file. Only pawns level with the king or ahead of it count. The rank is
   counted from 0 by the side of the king; 0 is also that of no pawn. */
static inline int nearest(pawnfill_color c, uint64_t pawns, unsigned king, unsigned file) {
    const unsigned flip = c.is_black ? 56 : 0;
    for (unsigned rank = (king ^ flip) >> 3; rank < 8; rank++) {
        if (pawns >> ((rank << 3 | file) ^ flip) & 1) return (int)rank;
    }
    return 0;
}

/* The nearest pawns of both sides on the king's file and both beside it. On the edge, as if the king were beside it. */
static inline void shelter_and_storm(int ranks[3][2], pawnfill_color c, uint64_t own, uint64_t enemy, unsigned king) {
    const unsigned file = king & 7, center = file < 1 ? 1 : file > 6 ? 6 : file;
    for (unsigned i = 0; i < 3; i++) {
        ranks[i][0] = nearest(c, own, king, center - 1 + i);
        ranks[i][1] = nearest(c, enemy, king, center - 1 + i);
    }
}
