#!/usr/bin/env bash
# chessops 0.15.1 of npm, run on 2026-11-28 with Node.js 20.20.2.
#
# package.json names CommonJS files for `require`, so people expect that `require("chessops/pgn")` reads a PGN as `import`
# does. The package also says that all its files are modules, so Node.js reads those files as modules, and `require` fails
# before the first game; `import` works.
# This fails if the behavior changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund chessops@0.15.1
found=$(
    node --input-type=module --eval 'import { parsePgn } from "chessops/pgn"; console.log("import", parsePgn("1. e4 e5 *").length)'
    for entry in chessops chessops/pgn; do
        node --input-type=commonjs --eval "try { require('$entry'); console.log('$entry: works') } catch { console.log('$entry: fails') }"
    done
)
printf '%s\n' "$found"
expected='import 1
chessops: fails
chessops/pgn: fails'
[ "$found" = "$expected" ] || { echo 'the behavior has changed' >&2; exit 1; }
