# SPDX-License-Identifier: MIT OR Apache-2.0
import re
import subprocess

import cells


class Extract(cells.Reader):
    def value(self, call):
        done = subprocess.run(call.split(), capture_output=True, text=True)
        return done.stdout if done.returncode == 0 else done.stderr


version = re.search(r"v([\d-]+)", subprocess.run(["pgn-extract", "--version"], capture_output=True, text=True).stderr)
tool = Extract(f"pgn-extract {version[1]}", {})


def check(what, call, about, expected):
    tool.columns = None
    found = about(tool.value(call))
    tool.say(what, call, **{"is": True if found == expected else f"{found!r} instead of {expected!r}"[:150]})


check("PGN: games", "pgn-extract -s found.pgn", lambda text: text.count("[Event "), 10)
check("PGN: comments of ours", "pgn-extract -s -w2000 found.pgn", lambda text: text.count("pawnfill: "), 10)
check("PGN: glyphs", "pgn-extract -s -w2000 found.pgn", lambda text: re.findall(r"\$\d+", text), ["$1", "$14"])
check("PGN: without comments and glyphs", "pgn-extract -s -C -N -w2000 found.pgn", lambda text: len(set(re.findall(r"^1\. .*? \d", text, re.M))), 1)
