"""Proves formulas of the Python module, which the argument names: exchanged colors, and the sets of four pages of the wiki."""
import re
import sys

import z3

source = open(sys.argv[1], encoding="utf-8").read()
# Without what makes arrays of arguments, the formulas take anything that has operators.
python = {"__name__": "pawnfill"}
exec(compile(source.replace("@_on_boards\n", ""), sys.argv[1], "exec"), python)
python |= {
    "_up": lambda set, squares: set << squares,
    "_not": lambda set: ~set,
    "_count": lambda set: z3.Sum([z3.ZeroExt(7, z3.Extract(at, at, set)) for at in range(64)]),
    "_files": lambda set: set & 0xFF,
    "_abs_diff": lambda a, b: z3.If(a > b, a - b, b - a),
}
z3.BitVecRef.__rshift__ = z3.LShR
white, black, square = z3.BitVecs("white black square", 64)


def prove(name, claim):
    solver = z3.Solver()
    solver.add(z3.Not(claim), z3.ULT(square, 64))
    if solver.check() != z3.unsat:
        sys.exit(f"{name} is not proved: {solver.model()}")


# Exchanges ranks 1 and 8, 2 and 7, and so on.
flip = lambda set: z3.Concat([z3.Extract(8 * rank + 7, 8 * rank, set) for rank in range(8)])
on_board = lambda f, r: 0 <= f < 8 and 0 <= r < 8
bit = lambda set, f, r: z3.Extract(8 * r + f, 8 * r + f, set) == 1 if on_board(f, r) else z3.BoolVal(False)
some = lambda set, f, ranks=range(8): z3.Or([bit(set, f, r) for r in ranks])
P = lambda f, r: bit(white, f, r)
Q = lambda f, r: bit(black, f, r)
ahead = lambda set, f, r: some(set, f, range(r + 1, 8))
behind = lambda set, f, r: some(set, f, range(r))
count = lambda *pawns: z3.Sum([z3.If(pawn, 1, 0) for pawn in pawns])
number = lambda f: count(*(P(f, r) for r in range(8)))
empty = lambda f, r: ~P(f, r) & ~Q(f, r) & z3.BoolVal(r < 8)
attacked = lambda f, r: Q(f - 1, r + 1) | Q(f + 1, r + 1)
free = lambda f: z3.Or([P(f, r) & ~ahead(black, f, r) | Q(f, r) & ~behind(white, f, r) for r in range(8)])
contact = lambda f, r, east: P(f, r) & Q(f + east, r + 1)
# A lever is in a contact to the east or west that has a property.
lever = lambda holds: lambda f, r: z3.Or([contact(f, r, east) & holds(f, r, east) for east in (1, -1)])
outward = lambda f, east: abs(2 * (f + east) - 7) - abs(2 * f - 7)
passing = lambda f, r, east: count(empty(f, r + 1), empty(f + east, r))
tight = lambda f, r, east: (passing(f, r, east) == 1) & (Q(f, r + 1) | P(f + east, r))


def chain(accepts):
    """A lever in a row of two or more, from the lowest to the highest, which either side may continue."""

    def row(f, r, east, low, high):
        below, *inside, above = (contact(f - east * i, r + i, east) for i in range(low - 1, high + 2))
        goes_on = P(f - east * (low - 1), r + low - 1), Q(f - east * high, r + high + 2)
        return z3.And(inside) & ~below & ~above & accepts(*goes_on)

    return lever(lambda *at: z3.Or([row(*at, low, high) for low in range(-7, 1) for high in range(8) if low < high]))


on_files = {
    "file": lambda f: some(white, f),
    "closed_file": lambda f: some(white, f) & some(black, f),
    "open_file": lambda f: ~some(white, f) & ~some(black, f),
    "semi_closed_file": lambda f: some(white, f) & some(black, f) & free(f),
    "half_open_or_open_file": lambda f: ~some(white, f),
    "half_open_file": lambda f: ~some(white, f) & some(black, f),
}
on_squares = {
    "north_fill": lambda f, r: P(f, r) | behind(white, f, r),
    "south_fill": lambda f, r: P(f, r) | ahead(white, f, r),
    "file_fill": lambda f, r: some(white, f),
    "behind_own": lambda f, r: P(f, r) & ahead(white, f, r),
    "in_front_of_own": lambda f, r: P(f, r) & behind(white, f, r),
    "doubled": lambda f, r: P(f, r) & (number(f) >= 2),
    "triple_middles": lambda f, r: P(f, r) & ahead(white, f, r) & behind(white, f, r),
    "at_least_triple_files": lambda f, r: number(f) >= 3,
    "tripled": lambda f, r: P(f, r) & (number(f) >= 3),
    "triple_files": lambda f, r: number(f) == 3,
    "rear_twins": lambda f, r: P(f, r) & (number(f) == 2) & ahead(white, f, r),
    "front_twins": lambda f, r: P(f, r) & (number(f) == 2) & behind(white, f, r),
    "rearmost": lambda f, r: P(f, r) & (number(f) >= 2) & ~behind(white, f, r),
    "frontmost": lambda f, r: P(f, r) & (number(f) >= 2) & ~ahead(white, f, r),
    "east_levers": lambda f, r: contact(f, r, 1),
    "west_levers": lambda f, r: contact(f, r, -1),
    "any_levers": lever(lambda *at: z3.BoolVal(True)),
    "fork_levers": lambda f, r: contact(f, r, 1) & contact(f, r, -1),
    "inner_levers": lever(lambda f, r, east: z3.BoolVal(outward(f, east) < 0)),
    "outer_levers": lever(lambda f, r, east: z3.BoolVal(outward(f, east) > 0)),
    "center_levers": lever(lambda f, r, east: z3.BoolVal(outward(f, east) == 0)),
    "loose_levers": lever(lambda *at: passing(*at) == 2),
    "tight_levers": lever(tight),
    "stuck_levers": lever(lambda *at: (passing(*at) != 2) & ~tight(*at)),
    "chain_levers": chain(lambda own, enemy: ~own & ~enemy),
    "mute_chain_levers": chain(lambda own, enemy: own & enemy),
    "half_mute_chain_levers": chain(z3.Xor),
    "push_levers": lambda f, r: P(f, r) & empty(f, r + 1) & attacked(f, r + 1),
    "double_push_levers": lambda f, r: z3.And(r == 1, P(f, 1), empty(f, 2), empty(f, 3), attacked(f, 3)),
}
on_squares |= {"front_fill": on_squares["north_fill"], "rear_fill": on_squares["south_fill"]}
on_squares |= {f"{name}s": lambda f, _, of=of: of(f) for name, of in on_files.items()}

laws = re.findall(r"^def white_(\w+)\(white: Boards, black: Boards(, square: Squares)?\) -> (\w+):", source, re.M)
for name, of_square, kind in laws:
    turned = {"north_fill": "south_fill", "south_fill": "north_fill"}.get(name, name)
    mirrored = python["white_" + turned](flip(black), flip(white), *[square ^ 56] * bool(of_square))
    exchanged = python["black_" + name](white, black, *[square] * bool(of_square))
    prove(name, exchanged == (flip(mirrored) if kind == "Sets" else mirrored))
page = r"https://www.chessprogramming.org/(?:Pawn_Fills|Pawns_and_Files|Double_and_Triple|Pawn_Levers)"
wiki = re.findall(r"^def (?!black_)(?:white_)?(\w+)\(white: Boards, black: Boards\)(?:(?!^def )[^@])*?" + page, source, re.M)
for name in wiki:
    set = (python.get("white_" + name) or python[name])(white, black)
    if rule := on_squares.get(name):
        prove(name, z3.And([bit(set, f, r) == rule(f, r) for f in range(8) for r in range(8)]))
    else:
        prove(name, z3.And([bit(set, f, 0) == on_files[name.removesuffix("_set")](f) for f in range(8)]))
if len(laws) < 132 or len(wiki) < 42:
    sys.exit("some formulas were not found")
print(f"z3: {len(laws)} laws of exchanged colors, and {len(wiki)} sets of the wiki, for all boards")
