# SPDX-License-Identifier: MIT OR Apache-2.0
"""What `find --format pgn` writes and the FENs of tables, in python-chess, and the PGN in pgn-parser."""
import csv
import io

import cells
import chess
import chess.pgn
from pgn_parser import parser, pgn

TEXT = open("found.pgn").read()


def games():
    file = io.StringIO(TEXT)
    while game := chess.pgn.read_game(file):
        yield game


def nodes(game):
    return list(game.mainline())


reader = cells.Reader(f"python-chess {chess.__version__}", {"games": list(games()), "nodes": nodes, "chess": chess, "rows": list(csv.DictReader(open("games.csv")))})
reader.check("PGN: games without an error", "[len(game.errors) for game in games]", [0] * 10)
reader.check("PGN: half-moves", "{len(nodes(game)) for game in games}", {12})
reader.check("PGN: glyphs of the first game", "[sorted(node.nags) for node in nodes(games[0]) if node.nags]", [[1], [14]])
reader.check("PGN: the clock of the first move", "nodes(games[0])[0].clock()", 180.0)
reader.check("PGN: comments of ours", "sum('pawnfill: ' in node.comment for node in nodes(games[1]))", 1)
reader.check("FEN: pawns of all rows", "all(chess.Board(row['fen']).pieces_mask(chess.PAWN, chess.WHITE) == int(row['white']) for row in rows)", True)
reader.check("FEN: as python-chess writes it", "all(chess.Board(row['fen']).fen(en_passant='fen') == row['fen'] for row in rows)", True)
reader = cells.Reader("pgn-parser 1.1.0 (PyPI)", {"parse": lambda text: parser.parse(text, actions=pgn.Actions()), "texts": TEXT.strip().replace("\n\n[", "\0[").split("\0")})
reader.check("PGN: games", "len(texts)", 10)
reader.check("PGN: moves of each game", "{len(parse(text).movetext) for text in texts}", {6})
