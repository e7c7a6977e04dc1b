/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include <stdbool.h>
#include <stdint.h>

enum { WHITE, BLACK };

/* How often each weight of one side is counted. */
struct terms {
    int doubled, doubled2, support, open, isolated;
    int phalanx[8], passed[8], passed_defended[8];
    uint64_t passed_pawns;
};
