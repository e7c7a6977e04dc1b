#: For each structure its title, and for the side that has it the squares of the white and black pawns that it names.
_STRUCTURES: dict[str, tuple[str, dict[str, tuple[int, int]]]] = {
    "{structures}"
}

#: The names of the squares, from a1 to h8.
_NAMES = squares(_ALL)


class HasFen(_t.Protocol):
    """A position of python-chess, or any other with this method."""

    def fen(self) -> str:
        """Returns the FEN."""


def facts(position: _t.Union[str, HasFen]) -> dict[str, _t.Any]:
    """Returns what ``pawnfill show --format facts`` writes of a FEN or a position, in words.

    >>> facts("4k3/8/8/8/3P4/8/PP3PPP/4K3 w - - 0 1")["white"]["isolated"]
    ['d4']
    """
    fen = (position if isinstance(position, str) else position.fen()).strip()
    boards = [int(boards[0]) for boards in fens_to_arrays([fen])]
    sides = {side: _side(side, *boards) for side in ("white", "black")}
    counts = {f"files_{wing}": [side[f"pawn_count_{wing}"] for side in sides.values()] for wing in ("a_to_d", "e_to_h")}
    return _present({
        "format": "pawnfill-facts/1",
        "fen": fen,
        "side_to_move": {"w": "white", "b": "black"}.get("".join(fen.split()[1:2])),
        "structures": [*_structures(*boards)],
        "open_files": files(open_files(*boards) & 0xFF),
        "closed_files": files(closed_files(*boards) & 0xFF),
        "any_levers": sorted(_pairs(white_west_levers(*boards), 7) + _pairs(white_east_levers(*boards), 9)),
        "rams": sorted(_pairs(white_rams(*boards), 8)),
        "majorities": {wing: "white" if white > black else "black" for wing, (white, black) in counts.items() if white != black},
        **sides,
    })


def _present(facts: dict[str, _t.Any]) -> dict[str, _t.Any]:
    return {name: fact for name, fact in facts.items() if fact or fact == 0 or name in ("structures", "pawns", "islands")}


def _words(set: int) -> list[str]:
    """Returns the names of squares, file by file."""
    return sorted(squares(set))


def _pairs(set: int, step: int) -> list[list[str]]:
    return [[_NAMES[square], _NAMES[square + step]] for square in range(64) if set >> square & 1]


def _structures(white: int, black: int) -> _t.Iterator[dict[str, _t.Any]]:
    for name, (title, sides) in _STRUCTURES.items():
        named = {side: a & white | b & black for side, (a, b) in sides.items() if _INNER[f"{side}_{name}"](white, black)}
        if named:
            pawns = _functools.reduce(_operator.or_, named.values())
            yield {"name": name, "side": "both" if len(named) > 1 else min(named), "title": title, "pawns": _words(pawns)}


def _side(side: str, white: int, black: int) -> dict[str, _t.Any]:
    of = {name[6:]: inner for name, inner in _INNER.items() if name.startswith(side)}

    def named(*names: str) -> dict[str, list[str]]:
        return {name: _words(of[name](white, black)) for name in names}

    own, targets, step = (white, black_half_open_files, 8) if side == "white" else (black, white_half_open_files, -8)
    pawns, to_east, to_west = [_words(own), *named("chain_bases_west", "chain_bases_east").values()]
    used = "".join(pawns)
    return _present({
        "pawns": pawns,
        "pawn_count": len(pawns),
        "pawn_count_a_to_d": sum(pawn < "e" for pawn in pawns),
        "pawn_count_e_to_h": sum(pawn > "e" for pawn in pawns),
        "islands": "".join(file if file in used else " " for file in "abcdefgh").split(),
        "island_count": of["island_count"](white, black),
        "half_open_files": files(of["half_open_files"](white, black) & 0xFF),
        "pawns_on_enemy_half_open_files": _words(own & targets(white, black)),
        "pawns_on_light_squares": _words(own & 0x55AA55AA55AA55AA),
        "pawns_on_dark_squares": _words(own & 0xAA55AA55AA55AA55),
        **named("isolated", "doubled", "tripled"),
        "backward_not_isolated": _words(of["backward"](white, black) & ~of["isolated"](white, black)),
        **named("passed", "protected_passed", "connected_passed", "candidates"),
        "chains": [_chain(base, pawns, step + 1) for base in to_east] + [_chain(base, pawns, step - 1) for base in to_west],
        **named("push_levers", "double_push_levers", "outposts"),
        "holes_on_ranks_3_to_6": _words(of["holes"](white, black) & 0x0000FFFFFFFF0000),
    })


def _chain(pawn: str, pawns: list[str], step: int) -> list[str]:
    """Returns the pawns of a chain from its base."""
    chain = []
    while pawn in pawns:
        chain.append(pawn)
        at = _NAMES[(_NAMES.index(pawn) + step) % 64]
        # Neighbors are on neighbor files.
        pawn = at if abs(ord(at[0]) - ord(pawn[0])) == 1 else ""
    return chain


