/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The rules of the pawn terms of Weiss 60c5137, restated square by square. */

static bool on(uint64_t board, int file, int rank) {
    return file >= 0 && file < 8 && rank >= 0 && rank < 8 && (board >> (8 * rank + file) & 1) != 0;
}

struct terms count_terms(const uint64_t pawns[2], int color) {
    struct terms terms;
    memset(&terms, 0, sizeof terms);
    const uint64_t own = pawns[color], enemy = pawns[!color];
    const int step = color == WHITE ? 1 : -1;
    for (int square = 0; square < 64; square++) {
        const int file = square % 8, rank = square / 8, relative = color == WHITE ? rank : 7 - rank;
        bool open = true, passed = true, isolated = true;
        if (!on(own, file, rank)) continue;
        for (int ahead = rank + step; ahead >= 0 && ahead < 8; ahead += step) {
            open = open && !on(enemy, file, ahead);
            passed = passed && !on(enemy, file, ahead) && !on(enemy, file - 1, ahead) && !on(enemy, file + 1, ahead);
        }
        for (int other = 0; other < 8; other++) {
            isolated = isolated && !on(own, file - 1, other) && !on(own, file + 1, other);
        }
        const bool defended = on(own, file - 1, rank - step) || on(own, file + 1, rank - step);
        const bool defends = on(own, file - 1, rank + step) || on(own, file + 1, rank + step);
        terms.doubled += on(own, file, rank - 1);
        terms.doubled2 += on(own, file, rank - 2);
        terms.support += defends;
        terms.open += open && !defended;
        terms.isolated += isolated;
        if (on(own, file + 1, rank)) terms.phalanx[relative]++;
        if (passed) {
            terms.passed[relative]++;
            if (defended) terms.passed_defended[relative]++;
            terms.passed_pawns |= UINT64_C(1) << square;
        }
    }
    return terms;
}
