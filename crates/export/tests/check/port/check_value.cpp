// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include "engine.h"

unsigned long long check_value(const std::vector<std::string> &fens) {
    unsigned long long hash = 0xcbf29ce484222325;
    for (const auto &fen : fens)
        for (bool is_white : {true, false}) {
            std::vector<int> indices = engine::pairs(fen, is_white);
            std::sort(indices.begin(), indices.end());
            for (int index : indices)
                for (int byte : {index % 256, index / 256}) hash = (hash ^ byte) * 0x100000001b3;
        }
    return hash;
}
