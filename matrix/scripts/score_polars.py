# SPDX-License-Identifier: MIT OR Apache-2.0
# pawnfill positions games.pgn --columns game,white_score,white_elo,black_elo,structures -o games.csv
import matplotlib.pyplot as plt
import polars as pl

positions = pl.read_csv("games.csv")
sides = []
for side, score in (("white", pl.col("white_score")), ("black", 1 - pl.col("white_score"))):
    structures = [name for name in positions.columns if name.startswith(f"{side}_") and name[6:] not in ("score", "elo")]
    # A game counts once for each side that has a structure in it.
    games = positions.group_by("game").agg(pl.col(structures).max(), score=score.first(), rating=pl.col(f"{side}_elo").first() // 200 * 200)
    of_side = games.unpivot(structures, index=["score", "rating"], variable_name="structure").filter(pl.col("value") == 1)
    sides.append(of_side.with_columns(pl.col("structure").str.strip_prefix(f"{side}_")))
table = pl.concat(sides).group_by("structure", "rating").agg(games=pl.len(), score=pl.col("score").mean()).sort("structure", "rating")
print(table.write_csv(float_precision=4), end="")

bars = table.pivot("rating", index="structure", values="score", sort_columns=True)
bars.to_pandas().set_index("structure").plot.barh(xlabel="Score of the side with the structure", ylabel="", xlim=(0, 1)).legend(title="Rating from", loc="lower right")
plt.tight_layout()
plt.savefig("score_polars.png")
