#include "pawnfill.h"

/* The engine's colors, whatever their numbers are. */
static inline pawnfill_color color_of(int color) {
    return color == WHITE ? PAWNFILL_WHITE : PAWNFILL_BLACK;
}

/* Counts the pawns of a set by rank, as their side sees it. */
static inline void by_rank(int counts[8], uint64_t set, int color) {
    for (int rank = 0; rank < 8; rank++) {
        const int relative = color == WHITE ? rank : 7 - rank;
        counts[relative] = pawnfill_count(set & (UINT64_C(0xff) << (8 * rank)));
    }
}

static inline struct terms terms_of(uint64_t white, uint64_t black, int color) {
    const pawnfill_color c = color_of(color);
    const uint64_t own = color == WHITE ? white : black;
    const uint64_t passed = pawnfill_passed(c, white, black);
    const uint64_t defenders = pawnfill_defenders_from_west(c, white, black)
        | pawnfill_defenders_from_east(c, white, black);
    struct terms terms;
    terms.doubled = pawnfill_count(own & pawnfill_north(own));
    terms.doubled2 = pawnfill_count(own & pawnfill_north(pawnfill_north(own)));
    terms.support = pawnfill_count(defenders);
    terms.open = pawnfill_count(
        pawnfill_open_pawns(c, white, black) & ~pawnfill_any_attacks(c, white, black));
    terms.isolated = pawnfill_count(pawnfill_isolated(c, white, black));
    by_rank(terms.phalanx, pawnfill_with_east_neighbor(c, white, black), color);
    by_rank(terms.passed, passed, color);
    by_rank(terms.passed_defended, pawnfill_protected_passed(c, white, black), color);
    terms.passed_pawns = passed;
    return terms;
}

/* A call with a constant color is inlined without a branch. */
struct terms count_terms(const uint64_t pawns[2], int color) {
    return color == WHITE ? terms_of(pawns[WHITE], pawns[BLACK], WHITE)
                          : terms_of(pawns[WHITE], pawns[BLACK], BLACK);
}
