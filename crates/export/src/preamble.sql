--
-- White comes first in every call.
-- An integer of any type that is not negative is a board in which a1 is bit 0, b1 is bit 1 and h8 is bit 63. Of a signed
-- column, `column::BIT::UBIGINT` is one, and of text `column::UBIGINT`.
-- A square is a number from 0, a1, to 63, h8. A set of files is a number in which the a-file is bit 0.
-- Formulas are written for White: P are the friendly pawns, Q the enemy pawns, N, S, E and W one step, Nfill, Sfill
-- and F fills to the north, to the south and both, U all squares. For Black, north and south are exchanged.

-- The number of squares of a set.
CREATE OR REPLACE MACRO {prefix}count(set) AS CAST(bit_count((set | 0)::UBIGINT) AS INTEGER);

-- The pawns of a FEN: its ranks with as many dots as a number has empty files, and each turned around, because the last
-- bit of a number is a1.
CREATE OR REPLACE MACRO {prefix}fen_pawns(fen, pawn) AS (SELECT CASE
    WHEN ranks IS NULL THEN NULL
    WHEN NOT regexp_full_match(ranks, '[pnbrqkPNBRQK.]{8}(/[pnbrqkPNBRQK.]{8}){7}')
        OR regexp_matches(placement, '[0-9]{2}|[.]|^[^/]*[pP]|[pP][^/]*$')
        THEN error('not a placement of pieces: ' || placement)
    ELSE translate(array_to_string(list_reverse(string_split(reverse(ranks), '/')), ''),
        pawn || replace('pnbrqkPNBRQK.', pawn, ''), '1000000000000')::BIT::UBIGINT END
FROM (SELECT placement, {ranks} AS ranks
FROM (SELECT regexp_extract(fen, '^[^[:space:]]*') AS placement)));

CREATE OR REPLACE MACRO {prefix}white_pawns(fen) AS {prefix}fen_pawns(fen, 'P');

CREATE OR REPLACE MACRO {prefix}black_pawns(fen) AS {prefix}fen_pawns(fen, 'p');

-- The patterns.

