#: For each structure its title, and the squares of the pawns that it names: White's, if White has it, and Black's.
_STRUCTURES: dict[str, tuple[str, int, int]] = {
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
    side = {"w": "white", "b": "black"}.get("".join(fen.split()[1:2]), "")
    majorities = {}
    for wing, (white, black) in _wings(*boards).items():
        if white != black:
            majorities[f"files_{wing}"] = "white" if white > black else "black"
    white = {name: _INNER[f"white_{name}"](*boards) for name in ("west_levers", "east_levers", "rams")}
    return {
        **_present({"format": "pawnfill-facts/1", "fen": fen, "side_to_move": side}),
        "structures": [*_structures(*boards)],
        **_present({
            "open_files": files(open_files(*boards) & 0xFF),
            "closed_files": files(closed_files(*boards) & 0xFF),
            "any_levers": sorted(_pairs(white["west_levers"], 7) + _pairs(white["east_levers"], 9)),
            "rams": sorted(_pairs(white["rams"], 8)),
            "majorities": majorities,
        }),
        "white": _side("white", *boards),
        "black": _side("black", *boards),
    }


def _present(facts: dict[str, _t.Any]) -> dict[str, _t.Any]:
    return {name: fact for name, fact in facts.items() if fact or fact == 0}


def _words(set: int) -> list[str]:
    """Returns the names of squares, file by file."""
    return sorted(squares(set))


def _wings(*boards: int) -> dict[str, list[int]]:
    """Returns the numbers of pawns on files a to d, and on files e to h."""
    wings = {"a_to_d": 0x0F0F0F0F0F0F0F0F, "e_to_h": 0xF0F0F0F0F0F0F0F0}
    return {name: [(board & wing).bit_count() for board in boards] for name, wing in wings.items()}


def _pairs(set: int, step: int) -> list[list[str]]:
    return [[_NAMES[square], _NAMES[square + step]] for square in range(64) if set >> square & 1]


def _structures(white: int, black: int) -> _t.Iterator[dict[str, _t.Any]]:
    for name, (title, *named) in _STRUCTURES.items():
        flipped = [int.from_bytes(set.to_bytes(8, "little"), "big") for set in named]
        sides = {"white": (named, [white, black]), "black": (flipped, [black, white])}
        sides = {side: of for side, of in sides.items() if _INNER[f"{side}_{name}"](white, black)}
        if sides:
            pawns = _functools.reduce(_operator.or_, (a[at] & b[at] for a, b in sides.values() for at in (0, 1)))
            side = "both" if len(sides) == 2 else "".join(sides)
            yield {"name": name, "side": side, "title": title, "pawns": _words(pawns)}


def _side(color: str, white: int, black: int) -> dict[str, _t.Any]:
    def pattern(name: str, of: str = color) -> _t.Any:
        return _INNER[f"{of}_{name}"](white, black)

    def named(*names: str) -> dict[str, list[str]]:
        return {name: _words(pattern(name)) for name in names}

    own, enemy, east, west = (white, "black", 9, 7) if color == "white" else (black, "white", -7, -9)
    is_used = "".join(file if file in files(pattern("file_set")) else " " for file in "abcdefgh")
    starts = [("chain_bases_west", east), ("chain_bases_east", west)]
    return {
        "pawns": _words(own),
        "pawn_count": own.bit_count(),
        **{f"pawn_count_{wing}": count for wing, (count,) in _wings(own).items()},
        "islands": is_used.split(),
        "island_count": pattern("island_count"),
        **_present({
            "half_open_files": files(pattern("half_open_files") & 0xFF),
            "pawns_on_enemy_half_open_files": _words(own & pattern("half_open_files", enemy)),
            "pawns_on_light_squares": _words(own & 0x55AA55AA55AA55AA),
            "pawns_on_dark_squares": _words(own & 0xAA55AA55AA55AA55),
            **named("isolated", "doubled", "tripled"),
            "backward_not_isolated": _words(pattern("backward") & ~pattern("isolated")),
            **named("passed", "protected_passed", "connected_passed", "candidates"),
            "chains": [_chain(_NAMES.index(base), own, step) for name, step in starts for base in _words(pattern(name))],
            **named("push_levers", "double_push_levers", "outposts"),
            "holes_on_ranks_3_to_6": _words(pattern("holes") & 0x0000FFFFFFFF0000),
        }),
    }


def _chain(square: int, own: int, step: int) -> list[str]:
    """Returns the pawns of a chain from its base."""
    chain = [_NAMES[square]]
    while 0 <= square + step < 64 and own >> square + step & 1 and abs((square + step) % 8 - square % 8) == 1:
        square += step
        chain.append(_NAMES[square])
    return chain


