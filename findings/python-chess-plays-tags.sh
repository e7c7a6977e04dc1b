#!/usr/bin/env bash
# python-chess 1.11.2 (package chess 1.11.2 of PyPI), run on 2026-11-28 with Python 3.11.
#
# Two games without a blank line between the result of the first and the tags of the second, as
# some programs join files. People expect two games of four and two half-moves, or an error.
# read_game does not stop at the result: a word in a tag of the second game that is a legal move is
# played as the fifth half-move of the first, without an error, and the second game has no tags.
# This fails if the behavior changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check chess==1.11.2
cat > "$folder/two.pgn" << 'PGN'
[Event "first"]
[Result "1-0"]

1. e4 e5 2. Nf3 Nc6 1-0
[Event "second"]
[Opening "Spanish with Bb5"]
[Result "0-1"]

1. d4 d5 0-1
PGN
found=$("$folder/venv/bin/python" - "$folder/two.pgn" << 'PYTHON'
import sys
import chess.pgn

with open(sys.argv[1]) as file:
    while game := chess.pgn.read_game(file):
        print(game.headers["Event"], len(list(game.mainline_moves())), game.mainline_moves(), game.errors)
PYTHON
)
printf '%s\n' "$found"
expected='first 5 1. e4 e5 2. Nf3 Nc6 3. Bb5 []
? 2 1. d4 d5 []'
[ "$found" = "$expected" ] || { echo 'the behavior has changed' >&2; exit 1; }
