// The pairs of pawns by the functions of Stockfish.

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <iostream>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

// Sets the pieces of a position without its other parts.
#define private public
#include "position.h"
#undef private
#include "nnue/features/pp_3wide.cpp"

using namespace Stockfish;
using Eval::NNUE::Features::PP_3Wide;

// As in `pairs.rs`.
struct Step {
    uint64_t before[2], after[2];
    uint8_t kings[2];
};

static uint32_t copy(const PP_3Wide::IndexList& list, uint32_t* out) {
    for (size_t i = 0; i < list.size(); i++) out[i] = list[int(i)];
    return uint32_t(list.size());
}

extern "C" uint32_t stockfish_active(const Step* step, int color, uint32_t* out) {
    Position pos{};
    for (int c = 0; c < 2; c++) pos.byColorBB[c] = step->after[c] | 1ull << step->kings[c];
    pos.byTypeBB[PAWN] = step->after[0] | step->after[1];
    pos.byTypeBB[KING] = 1ull << step->kings[0] | 1ull << step->kings[1];
    PP_3Wide::IndexList list;
    PP_3Wide::append_active_indices(Color(color), pos, list);
    return copy(list, out);
}

extern "C" void stockfish_changed(const Step* step, uint32_t* out[4], uint32_t lengths[4], int one) {
    const DirtyPawnPairs diff{{step->before[0], step->before[1]}, {step->after[0], step->after[1]}};
    const Square kings[2] = {Square(step->kings[0]), Square(step->kings[1])};
    PP_3Wide::IndexList lists[4];
    if (one) {
        for (int c = 0; c < 2; c++)
            PP_3Wide::append_changed_indices(Color(c), kings[c], diff, lists[2 * c], lists[2 * c + 1]);
    } else {
        PP_3Wide::append_changed_indices_both(kings[0], kings[1], diff, lists[0], lists[1], lists[2], lists[3]);
    }
    for (int i = 0; i < 4; i++) lengths[i] = copy(lists[i], out[i]);
}

// The loops that are measured. They return the number of indices.
extern "C" uint64_t stockfish_loop_active(const Step* steps, size_t len) {
    uint64_t sum = 0;
    Position pos{};
    for (size_t i = 0; i < len; i++) {
        const Step& step = steps[i];
        for (int c = 0; c < 2; c++) pos.byColorBB[c] = step.after[c] | 1ull << step.kings[c];
        pos.byTypeBB[PAWN] = step.after[0] | step.after[1];
        pos.byTypeBB[KING] = 1ull << step.kings[0] | 1ull << step.kings[1];
        PP_3Wide::IndexList list;
        PP_3Wide::append_active_indices(WHITE, pos, list);
        asm volatile("" : : "r"(&list) : "memory");
        sum += list.size();
    }
    return sum;
}

extern "C" uint64_t stockfish_loop_changed(const Step* steps, size_t len) {
    uint64_t sum = 0;
    for (size_t i = 0; i < len; i++) {
        const Step& step = steps[i];
        const DirtyPawnPairs diff{{step.before[0], step.before[1]}, {step.after[0], step.after[1]}};
        PP_3Wide::IndexList removed, added;
        PP_3Wide::append_changed_indices(WHITE, Square(step.kings[0]), diff, removed, added);
        asm volatile("" : : "r"(&removed), "r"(&added) : "memory");
        sum += removed.size() + added.size();
    }
    return sum;
}

extern "C" uint64_t stockfish_loop_both(const Step* steps, size_t len) {
    uint64_t sum = 0;
    for (size_t i = 0; i < len; i++) {
        const Step& step = steps[i];
        const DirtyPawnPairs diff{{step.before[0], step.before[1]}, {step.after[0], step.after[1]}};
        PP_3Wide::IndexList lists[4];
        PP_3Wide::append_changed_indices_both(Square(step.kings[0]), Square(step.kings[1]), diff, lists[0], lists[1], lists[2], lists[3]);
        asm volatile("" : : "r"(&lists) : "memory");
        for (const auto& list : lists) sum += list.size();
    }
    return sum;
}
