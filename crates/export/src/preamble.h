/**
 * @file
 * Pawn structure of chess positions, from pawnfill {version}, https://docs.rs/pawnfill
 *
 * For C99 and later, and C++14 and later. Everything is inline, so there is nothing to link.
 *
 * A board is a uint64_t in which a1 is bit 0, b1 is bit 1 and h8 is bit 63. The white pawns are the first argument.
{names} * If a8 is bit 0 on your boards, pass your black pawns as `white` and your white pawns as `black`, and call the
 * functions of the other color. If h1 is bit 0, call the same functions, and read east as west.
 *
 * Define these macros before the include:
 *
 * - PAWNFILL_ASSERT(condition) checks squares. It can be `assert(condition)`. By default, nothing is checked.
 * - PAWNFILL_FN stands before each function, which is always inlined by default. If it is empty, a shared library in C
 *   exports the functions.
 * - PAWNFILL_POPCOUNT(set) counts squares, such as `__popcnt64(set)` in C, or `std::popcount(set)` in C++20. By default,
 *   that is the builtin function where it takes no call, and 12 operations elsewhere, such as with MSVC, or with gcc
 *   for processors without such an instruction.
 * - PAWNFILL_NO_BUILTIN counts squares without a builtin function, for translators such as `zig translate-c`.
 *
 * Formulas are written for White: P are the friendly pawns, Q the enemy pawns, s is the square, N, S, E and W are one
 * step, Nfill, Sfill and F are fills to the north, to the south and both, U are all squares and Empty those without a
 * pawn. For Black, exchange north and south.
 *
{index} */
#ifndef {macros}H
#define {macros}H 0x{digest}

#define {macros}VERSION "{version}"

#include <stdint.h>
#ifdef __cplusplus
#ifdef _MSVC_LANG
#define PAWNFILL_DETAIL_CPP _MSVC_LANG
#else
#define PAWNFILL_DETAIL_CPP __cplusplus
#endif
#if PAWNFILL_DETAIL_CPP < 201402L
#error "pawnfill needs C++14"
#endif
#define PAWNFILL_DETAIL_FN constexpr
#define PAWNFILL_DETAIL_CAST(type, value) static_cast<type>(value)
#else
#include <stdbool.h>
#define PAWNFILL_DETAIL_FN static inline
#define PAWNFILL_DETAIL_CAST(type, value) ((type)(value))
#endif

#ifndef PAWNFILL_FN
#if defined(__GNUC__) || defined(__clang__)
#define PAWNFILL_FN __attribute__((always_inline)) PAWNFILL_DETAIL_FN
#elif defined(_MSC_VER) && defined(__cplusplus)
#define PAWNFILL_FN __forceinline PAWNFILL_DETAIL_FN
#else
#define PAWNFILL_FN PAWNFILL_DETAIL_FN
#endif
#endif

#ifndef PAWNFILL_ASSERT
#define PAWNFILL_ASSERT(condition) ((void)0)
#endif

/** A color: PAWNFILL_WHITE or PAWNFILL_BLACK. C converts no board and no number to it. */
typedef struct pawnfill_color {
    bool is_black;
} pawnfill_color;

#ifdef __cplusplus
#define PAWNFILL_DETAIL_COLOR pawnfill_color
#else
#define PAWNFILL_DETAIL_COLOR (pawnfill_color)
#endif
#define PAWNFILL_WHITE (PAWNFILL_DETAIL_COLOR{false})
#define PAWNFILL_BLACK (PAWNFILL_DETAIL_COLOR{true})

/** Returns the other color. */
PAWNFILL_FN pawnfill_color pawnfill_opponent(pawnfill_color color);

/** One step in the direction of a color's pawns. */
PAWNFILL_FN uint64_t pawnfill_ahead(pawnfill_color color, uint64_t set);

/** One step against the direction of a color's pawns. */
PAWNFILL_FN uint64_t pawnfill_behind(pawnfill_color color, uint64_t set);

/** Returns the number of squares. */
PAWNFILL_FN int pawnfill_count(uint64_t set);

{declarations}/* The rest of this file defines these functions. Names with `detail` may change. */

PAWNFILL_FN pawnfill_color pawnfill_opponent(pawnfill_color color) {
    return color.is_black ? PAWNFILL_WHITE : PAWNFILL_BLACK;
}

PAWNFILL_FN uint64_t pawnfill_ahead(pawnfill_color color, uint64_t set) {
    return color.is_black ? set >> 8 : set << 8;
}

PAWNFILL_FN uint64_t pawnfill_behind(pawnfill_color color, uint64_t set) {
    return color.is_black ? set << 8 : set >> 8;
}

PAWNFILL_FN int pawnfill_count(uint64_t set) {
#ifdef PAWNFILL_POPCOUNT
    return PAWNFILL_DETAIL_CAST(int, PAWNFILL_POPCOUNT(set));
#elif !defined(PAWNFILL_NO_BUILTIN) \
    && (defined(__clang__) || (defined(__GNUC__) && (defined(__POPCNT__) || defined(__aarch64__))))
    return __builtin_popcountll(set);
#else
    const uint64_t twos = set - ((set >> 1) & 0x5555555555555555ULL);
    const uint64_t fours = (twos & 0x3333333333333333ULL) + ((twos >> 2) & 0x3333333333333333ULL);
    const uint64_t bytes = (fours + (fours >> 4)) & 0x0f0f0f0f0f0f0f0fULL;
    return PAWNFILL_DETAIL_CAST(int, (bytes * 0x0101010101010101ULL) >> 56);
#endif
}

PAWNFILL_FN int pawnfill_detail_abs_diff(int a, int b) {
    return a > b ? a - b : b - a;
}

{body}#elif {macros}H != 0x{digest}
#error "Two exports have the prefix pawnfill_, so give one of them another --prefix."
#endif
