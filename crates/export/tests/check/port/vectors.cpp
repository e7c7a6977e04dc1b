// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include "engine.h"

int main() {
    for (const auto &vector : nlohmann::json::parse(std::ifstream("pairs.json")))
        for (const auto &pairs : vector["pairs"]) {
            if (pairs["numbering"] != "triangular") continue;
            std::vector<int> before, removed, added;
            engine::pairs(vector["fen"], vector["move"], pairs["side"] == "white", before, removed, added);
            for (auto *list : {&before, &removed, &added}) std::sort(list->begin(), list->end());
            if (pairs["before"] != before || pairs["removed"] != removed || pairs["added"] != added)
                std::cout << vector["kind"] << " as " << pairs["side"] << " sees it\n";
        }
}
