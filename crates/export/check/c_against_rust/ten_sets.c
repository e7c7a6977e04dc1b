/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "pawnfill.h"

#define JOINED(a, b) a##b
#define NAMED(a, b) JOINED(a, b)

/* Returns the sets combined into one number, which fits into a register. */
uint64_t NAMED(ten_sets_, NAME)(uint64_t white, uint64_t black) {
    const uint64_t sets[10] = {
        pawnfill_white_passed(white, black),
        pawnfill_white_isolated(white, black),
        pawnfill_white_doubled(white, black),
        pawnfill_white_backward(white, black),
        pawnfill_black_passed(white, black),
        pawnfill_black_isolated(white, black),
        pawnfill_black_doubled(white, black),
        pawnfill_black_backward(white, black),
        pawnfill_open_files(white, black),
        pawnfill_white_half_open_files(white, black) | pawnfill_black_half_open_files(white, black),
    };
    uint64_t sum = 0;
    for (int i = 0; i < 10; i++) {
        sum = (sum << 1 | sum >> 63) ^ sets[i];
    }
    return sum;
}
