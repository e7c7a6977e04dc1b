// The ten core sets of both colors, combined into one, by the functions of ToppleChess.

#include <cstddef>

#include "pawns.h"

namespace {
// Both compilers would call it in a loop.
__attribute__((always_inline)) inline U64 ten_sets(U64 w, U64 b) {
    using namespace pawns;
    return passed<WHITE>(w, b) ^ passed<BLACK>(b, w) ^ isolated(w) ^ isolated(b)
        ^ doubled<WHITE>(w) ^ doubled<BLACK>(b)
        ^ backward<WHITE>(w, b) ^ backward<BLACK>(b, w)
        ^ open_files(w, b) ^ fill_file(w) ^ fill_file(b);
}
}

extern "C" uint64_t topple_one_by_one(const uint64_t *white, const uint64_t *black, size_t len) {
    uint64_t sum = 0;
    for (size_t i = 0; i < len; i++) {
        uint64_t w = white[i], b = black[i];
        asm volatile("" : "+r"(w), "+r"(b));
        sum ^= ten_sets(w, b);
    }
    return sum;
}

extern "C" uint64_t topple_loop(const uint64_t *white, const uint64_t *black, size_t len) {
    uint64_t sum = 0;
    for (size_t i = 0; i < len; i++) sum ^= ten_sets(white[i], black[i]);
    return sum;
}
