-- SPDX-License-Identifier: MIT OR Apache-2.0
-- White has an isolated queen pawn, and Black has no pawn on the c-file.
SELECT count(*)
FROM positions
WHERE (pawnfill_white_isolated(white, black) & 578721382704613384::UBIGINT) <> 0 -- the d-file
  AND (pawnfill_black_file_set(white, black) & 4) = 0; -- bit 2 is the c-file
