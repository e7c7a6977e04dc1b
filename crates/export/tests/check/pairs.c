/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Compares pairs of pawns with those of the library, and prints the first position that differs. */
#include <stdio.h>
#include <stdlib.h>

#include "pawnfill_pairs.h"

#define SPACE 1024

static int compare(const void *a, const void *b) {
    const uint32_t one = *(const uint32_t *)a, other = *(const uint32_t *)b;
    return (one > other) - (one < other);
}

/* Reads the expected indices, and returns 0 if they are the same. */
static int differs(FILE *pairs, uint32_t *found, unsigned count) {
    uint32_t expected[SPACE + 1];
    if (fread(expected, 4, 1, pairs) != 1 || expected[0] != count || count > SPACE) return 1;
    if (fread(expected + 1, 4, count, pairs) != count) return 1;
    qsort(found, count, sizeof *found, compare);
    for (unsigned i = 0; i < count; i++) if (found[i] != expected[i + 1]) return 1;
    return 0;
}

int main(int count, char **paths) {
    static uint64_t boards[2][{rows}];
    FILE *answers = count > 2 ? fopen(paths[1], "rb") : NULL, *pairs = count > 2 ? fopen(paths[2], "rb") : NULL;
    if (!answers || !pairs || fread(boards, 1, sizeof boards, answers) != sizeof boards) return 2;
    for (unsigned way = 0; way < 12; way++) {
        const pawnfill_numbering numbering = PAWNFILL_DETAIL_CAST(pawnfill_numbering, way / 4);
        const pawnfill_color side = way / 2 % 2 == 0 ? PAWNFILL_WHITE : PAWNFILL_BLACK;
        const int mirrored = way % 2;
        uint64_t white = 0, black = 0;
        for (size_t i = 0; i < {rows}; i++) {
            const uint64_t w = boards[0][i], b = boards[1][i];
            uint32_t out[SPACE];
            if (differs(pairs, out, pawnfill_new_pairs(w, b, 0, 0, side, mirrored, numbering, out, SPACE))) return printf("%zu\n", i);
            if (differs(pairs, out, pawnfill_new_pairs(w, b, white, black, side, mirrored, numbering, out, SPACE)))
                return printf("changed %zu\n", i);
            out[1] = 7;
            if (pawnfill_new_pairs(w, b, 0, 0, side, mirrored, numbering, out, 1) > 1 && out[1] != 7) return puts("space");
            white = w;
            black = b;
        }
    }
    return fgetc(pairs) != EOF;
}
