/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Compares the terms of Weiss before and after the port on the pawns of a file, whose boards may share no square. */
#include <stdio.h>
#include <string.h>

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

int main(int count, char **arguments) {
    static uint64_t boards[2][8000];
    int sums[9] = {0};
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
