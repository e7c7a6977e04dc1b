# SPDX-License-Identifier: MIT OR Apache-2.0
# pawnfill positions games.pgn --columns game,white_score,white_elo,black_elo,structures -o games.csv
import matplotlib.pyplot as plt
import pandas as pd

positions = pd.read_csv("games.csv")
games = positions.groupby("game").max(numeric_only=True)
sides = []
for side in ("white", "black"):
    structures = [name for name in games if name.startswith(f"{side}_") and name[6:] not in ("score", "elo")]
    # A game counts once for each side that has a structure in it.
    met = games[structures].rename(columns=lambda name: name[6:]).stack()
    rows = met[met == 1].rename_axis(["game", "structure"]).reset_index()[["game", "structure"]]
    score = games.white_score if side == "white" else 1 - games.white_score
    sides.append(rows.assign(score=rows.game.map(score), rating=rows.game.map(games[f"{side}_elo"]) // 200 * 200))
table = pd.concat(sides).groupby(["structure", "rating"]).score.agg(games="count", score="mean").reset_index()
print(table.to_csv(index=False, float_format="%.4f"), end="")

bars = table.pivot(index="structure", columns="rating", values="score")
bars.plot.barh(xlabel="Score of the side with the structure", ylabel="", xlim=(0, 1)).legend(title="Rating from", loc="lower right")
plt.tight_layout()
plt.savefig("score_pandas.png")
