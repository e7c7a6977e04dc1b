// SPDX-License-Identifier: MIT OR Apache-2.0
// An evaluation of pawns with the header: make, then ./evaluate

#include <cstdint>
#include <cstdio>

#include "../pawnfill.h"

static int count(std::uint64_t set) {
    return static_cast<int>(pawnfill_count(set));
}

static int side(const pawnfill_side_terms_t &pawns) {
    return 20 * count(pawns.passed) - 15 * count(pawns.isolated) - 10 * count(pawns.backward);
}

int main() {
    // White: a5 c4 d5 f3 f4 h2. Black: b7 d6 c5 e5.
    constexpr std::uint64_t white = 0x0000000924208000, black = 0x0002081400000000;
    static_assert(pawnfill_white_passed(white, black) == 0x8000, "h2 is passed");
    static_assert(pawnfill_passed(PAWNFILL_WHITE, white, black) == 0x8000, "h2 is passed");

    const auto all = pawnfill_terms(white, black);
    std::printf("%d\n", side(all.white) - side(all.black));
}
