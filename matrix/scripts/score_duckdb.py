# SPDX-License-Identifier: MIT OR Apache-2.0
# pawnfill positions games.pgn --columns game,white_score,white_elo,black_elo,structures -o games.csv
import duckdb
import matplotlib.pyplot as plt

table = duckdb.sql("""
    WITH rows AS (
        UNPIVOT 'games.csv' ON COLUMNS(* EXCLUDE (game, white_score, white_elo, black_elo)) INTO NAME name VALUE met
    ), games AS (
        -- A game counts once for each side that has a structure in it.
        SELECT DISTINCT game, name[7:] AS structure, CASE name[:5] WHEN 'white' THEN white_score ELSE 1 - white_score END AS score,
            CASE name[:5] WHEN 'white' THEN white_elo ELSE black_elo END // 200 * 200 AS rating, name[:5] AS side
        FROM rows WHERE met = 1
    )
    SELECT structure, rating, count(*) AS games, avg(score) AS score FROM games GROUP BY ALL ORDER BY ALL
""").fetchall()
print("structure,rating,games,score")
for structure, rating, games, score in table:
    print(f"{structure},{rating},{games},{score:.4f}")

names = sorted({row[0] for row in table})
ratings = sorted({row[1] for row in table})
for at, band in enumerate(ratings):
    rows = [row for row in table if row[1] == band]
    plt.barh([names.index(row[0]) + 0.8 * (at + 0.5) / len(ratings) - 0.4 for row in rows], [row[3] for row in rows], 0.8 / len(ratings), label=band)
plt.yticks(range(len(names)), names)
plt.xlim(0, 1)
plt.xlabel("Score of the side with the structure")
plt.legend(title="Rating from", loc="lower right")
plt.tight_layout()
plt.savefig("score_duckdb.png")
