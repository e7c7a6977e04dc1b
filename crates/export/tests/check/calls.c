/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Calls every function on each board of a file, and prints the first call whose answer differs. */
#include <stdio.h>
#include <stdlib.h>

#include "pawnfill.h"

static uint64_t answers[{columns}][{rows}];

/* In one function, sanitizers would take minutes. */
{parts}
static const char *(*const PARTS[])(size_t, uint64_t, uint64_t, unsigned) = { {names} };

static int counted(uint64_t set) {
    int count = 0;
    for (; set; set &= set - 1) count++;
    return count;
}

int main(int count, char **paths) {
    FILE *file = count > 1 ? fopen(paths[1], "rb") : NULL;
    if (!file || fread(answers, 1, sizeof answers, file) != sizeof answers) return 2;
    fclose(file);
    for (size_t i = 0; i < {rows}; i++) {
        const uint64_t white = answers[0][i], black = answers[1][i];
        const unsigned square = (unsigned)answers[2][i];
        for (size_t part = 0; part < sizeof PARTS / sizeof *PARTS; part++) {
            const char *const wrong = PARTS[part](i, white, black, square);
            if (wrong) return puts(wrong);
        }
        const pawnfill_terms_t all = pawnfill_terms(white, black);
        if (all.white.backward != pawnfill_white_backward(white, black)) return 3;
        if (all.black.holes != pawnfill_black_holes(white, black)) return 3;
        if (pawnfill_count(white) != counted(white) || pawnfill_count(~black) != counted(~black)) return 3;
    }
    return 0;
}
