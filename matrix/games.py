# SPDX-License-Identifier: MIT OR Apache-2.0
"""Games for the readers: five structures, two bands of ratings, and moves with glyphs and comments."""

OPENINGS = {
    "iqp": "1. e4 e6 2. d4 d5 3. exd5 exd5 4. c4 dxc4 5. Bxc4 Nf6 6. Nf3 Be7",
    "carlsbad": "1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. cxd5 exd5 5. Bg5 c6 6. e3 Be7",
    "french_chain": "1. e4 e6 2. d4 d5 3. e5 c5 4. c3 Nc6 5. Nf3 Qb6",
    "dragon": "1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 g6",
    "stonewall": "1. d4 f5 2. c4 e6 3. Nf3 d5 4. e3 c6 5. Bd3 Bd6",
}
RESULTS = ["1-0", "1/2-1/2", "0-1", "1-0", "1/2-1/2"]


def pgn() -> str:
    """Returns ten games of each structure. The first of each has what programs put behind moves."""
    texts = []
    for number, moves in enumerate(OPENINGS.values()):
        for at in range(10):
            result = RESULTS[(at * at + number) % 5]
            tags = {"Event": "Matrix", "Site": "?", "Date": "2026.11.28", "Round": str(at + 1), "White": f"White {at}", "Black": f"Black {at}",
                    "Result": result, "WhiteElo": str(1500 + 100 * (at % 2 * 6 + number)), "BlackElo": str(1600 + 50 * at)}
            if at == 0:
                moves_of_game = moves.replace("1. e4", "1. e4 $1 { [%clk 0:03:00] best }").replace("1. d4", "1. d4! {[%eval 0.2]}") + " $14 { the end }"
            else:
                moves_of_game = moves
            texts.append("".join(f'[{tag} "{value}"]\n' for tag, value in tags.items()) + f"\n{moves_of_game} {result}\n\n")
    return "".join(texts)
