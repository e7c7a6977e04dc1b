/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Compares the terms of Weiss before and after the port on the pawns of a file, whose boards may share no square. */
#include <stdio.h>
#include <string.h>

#include "pieces.c"
#include "terms.h"

#define count_terms before
#include "before.c"
#undef count_terms
#define count_terms after
#include "after.c"
#undef count_terms

static bool equal(const struct terms *a, const struct terms *b) {
    return a->doubled == b->doubled && a->doubled2 == b->doubled2 && a->support == b->support && a->open == b->open
        && a->isolated == b->isolated && memcmp(a->phalanx, b->phalanx, sizeof a->phalanx) == 0
        && memcmp(a->passed, b->passed, sizeof a->passed) == 0
        && memcmp(a->passed_defended, b->passed_defended, sizeof a->passed_defended) == 0
        && a->passed_pawns == b->passed_pawns;
}

/* White: Kh1, Nh3, pawns a5 d5 g3 h2. Black: Ke8, Nd6, pawns f7 g7 h5. */
static bool pieces_are_right(void) {
    const uint64_t white = UINT64_C(0x900408000), black = UINT64_C(0x60008000000000);
    const uint64_t occupied = white | black | UINT64_C(0x1000080000800080);
    const int expected[2][3][2] = {{{0, 6}, {2, 6}, {1, 4}}, {{0, 3}, {0, 0}, {1, 0}}};
    int ranks[2][3][2];
    shelter_and_storm(ranks[0], PAWNFILL_WHITE, white, black, 7);
    shelter_and_storm(ranks[1], PAWNFILL_BLACK, black, white, 60);
    return memcmp(ranks, expected, sizeof ranks) == 0
        && pushes(PAWNFILL_WHITE, white, occupied) == UINT64_C(0x10040000000)
        && pushes(PAWNFILL_BLACK, black, occupied) == UINT64_C(0x600080000000)
        && double_pushes(PAWNFILL_WHITE, white, occupied) == 0
        && double_pushes(PAWNFILL_BLACK, black, occupied) == UINT64_C(0x6000000000);
}

int main(int count, char **arguments) {
    static uint64_t boards[2][8000];
    int sums[9] = {0};
    if (!pieces_are_right()) return 4;
    FILE *file = count > 1 ? fopen(arguments[1], "rb") : NULL;
    if (!file || fread(boards, 8, 16000, file) != 16000) return 2;
    fclose(file);
    for (int i = 0; i < 8000; i++) {
        const uint64_t home = UINT64_C(0x00ffffffffffff00);
        const uint64_t pawns[2] = {boards[0][i] & home, boards[1][i] & home & ~boards[0][i]};
        for (int color = WHITE; color <= BLACK; color++) {
            const struct terms one = before(pawns, color), other = after(pawns, color);
            if (!equal(&one, &other)) {
                printf("%016llx %016llx\n", (unsigned long long)pawns[0], (unsigned long long)pawns[1]);
                return 1;
            }
            sums[0] += one.doubled, sums[1] += one.doubled2, sums[2] += one.support, sums[3] += one.open;
            sums[4] += one.isolated;
            for (int rank = 0; rank < 8; rank++) {
                sums[5] += one.phalanx[rank], sums[6] += one.passed[rank], sums[7] += one.passed_defended[rank];
            }
            sums[8] += one.passed_pawns != 0;
        }
    }
    for (int i = 0; i < 9; i++) {
        if (sums[i] < 100) return 3;
    }
    return 0;
}
