/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Ten sets and a terms: from the header, and as a careful author would write exactly these sets. The check counts
   their instructions. The program compares their results on the boards of a file. */
#include <stdio.h>
#include <string.h>

#include "pawnfill.h"
#include "ten.h"

typedef uint64_t set;

typedef struct {
    set passed, half_open_files, isolated, doubled, behind_own, any_attacks, holes, backward, connected, rams, any_levers;
} side_sets;

typedef struct {
    side_sets white, black;
    set open_files;
} all_sets;

static inline set beside(set s) {
    return ((s << 1) & 0xfefefefefefefefe) | ((s >> 1) & 0x7f7f7f7f7f7f7f7f);
}

static inline set rotated(set s, int n) {
    return s << n | s >> (64 - n);
}

/* Strictly north, and strictly south. */
static inline set north_of(set s) {
    s <<= 8, s |= s << 8, s |= s << 16;
    return s | s << 32;
}

static inline set south_of(set s) {
    s >>= 8, s |= s >> 8, s |= s >> 16;
    return s | s >> 32;
}

ten_terms_t ten_sets(set white, set black) {
    return ten_terms(white, black);
}

ten_terms_t ten_sets_by_hand(set white, set black) {
    ten_terms_t r;
    /* Four ranks of each file, then all of them, or all others. */
    set w = white | rotated(white, 8), b = black | rotated(black, 8);
    w |= rotated(w, 16), b |= rotated(b, 16);
    const set w_files = w | rotated(w, 32), b_files = b | rotated(b, 32);
    r.white.isolated = white & ~beside(w_files);
    r.white.doubled = white & (rotated(w, 8) | rotated(w, 32));
    r.black.isolated = black & ~beside(b_files);
    r.black.doubled = black & (rotated(b, 8) | rotated(b, 32));
    r.open_files = ~(w_files | b_files);
    r.half_open = w_files ^ b_files;
    const set w_ahead = north_of(white), b_ahead = south_of(black);
    const set w_span = beside(w_ahead), b_span = beside(b_ahead);
    r.white.passed = white & ~(b_ahead | b_span);
    r.white.backward = white & (beside(black >> 8) & ~w_span) >> 8;
    r.black.passed = black & ~(w_ahead | w_span);
    r.black.backward = black & (beside(white << 8) & ~b_span) << 8;
    return r;
}

all_sets terms(set white, set black) {
    const pawnfill_terms_t from = pawnfill_terms(white, black);
    all_sets r;
    memcpy(&r, &from, sizeof r);
    return r;
}

all_sets terms_by_hand(set white, set black) {
    all_sets r;
    const set w_stops = white << 8, b_stops = black >> 8;
    const set w_ahead = north_of(white), b_ahead = south_of(black), w_rear = south_of(white), b_rear = north_of(black);
    const set w_files = white | w_ahead | w_rear, b_files = black | b_ahead | b_rear;
    const set w_span = beside(w_ahead), b_span = beside(b_ahead), w_attacks = beside(w_stops), b_attacks = beside(b_stops);
    r.white.passed = white & ~(b_ahead | b_span);
    r.white.half_open_files = b_files & ~w_files;
    r.white.isolated = white & ~beside(w_files);
    r.white.doubled = white & (w_ahead | w_rear);
    r.white.behind_own = white & w_rear;
    r.white.any_attacks = w_attacks;
    r.white.holes = ~w_span;
    r.white.backward = white & (b_attacks & ~w_span) >> 8;
    r.white.connected = white & beside(white | w_stops | white >> 8);
    r.white.rams = white & b_stops;
    r.white.any_levers = white & b_attacks;
    r.black.passed = black & ~(w_ahead | w_span);
    r.black.half_open_files = w_files & ~b_files;
    r.black.isolated = black & ~beside(b_files);
    r.black.doubled = black & (b_ahead | b_rear);
    r.black.behind_own = black & b_rear;
    r.black.any_attacks = b_attacks;
    r.black.holes = ~b_span;
    r.black.backward = black & (w_attacks & ~b_span) << 8;
    r.black.connected = black & beside(black | b_stops | black << 8);
    r.black.rams = black & w_stops;
    r.black.any_levers = black & w_attacks;
    r.open_files = ~(w_files | b_files);
    return r;
}

int main(int count, char **paths) {
    static set boards[2][8000];
    FILE *file = count > 1 ? fopen(paths[1], "rb") : NULL;
    if (!file || fread(boards, 8, 16000, file) != 16000) return 2;
    fclose(file);
    for (int i = 0; i < 8000; i++) {
        const set white = boards[0][i], black = boards[1][i];
        const ten_terms_t ten = ten_sets(white, black), ten_by_hand = ten_sets_by_hand(white, black);
        const all_sets all = terms(white, black), by_hand = terms_by_hand(white, black);
        if (memcmp(&ten, &ten_by_hand, sizeof ten) || memcmp(&all, &by_hand, sizeof all)) return 1;
    }
    return 0;
}
