// SPDX-License-Identifier: MIT OR Apache-2.0
#include "pawnfill.h"

// The engine's types.
enum class Color { White, Black };
struct Bitboard {
    uint64_t bits;
};

constexpr pawnfill_color color_of(Color color) {
    return color == Color::White ? PAWNFILL_WHITE : PAWNFILL_BLACK;
}

// A line for each pattern of one side that the engine reads.
#define SET(name) \
    constexpr Bitboard name(Color color) const { return {pawnfill_##name(color_of(color), white, black)}; }

class PawnSets {
    uint64_t white, black;

public:
    constexpr PawnSets(Bitboard w, Bitboard b) : white(w.bits), black(b.bits) {}
    SET(passed)
    SET(isolated)
    SET(backward)
};
#undef SET

static_assert(PawnSets({0x8000}, {0}).passed(Color::White).bits == 0x8000, "h2 is passed");
