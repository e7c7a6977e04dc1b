"""Chess pawn structure on bitboards: every pattern, exactly defined.

In a board, a1 is bit 0, b1 is bit 1 and h8 is bit 63. Functions take the white and the black pawns, as integers or
as arrays, and return an integer, or an answer for each position:

>>> white, black = fens_to_arrays(["8/1p6/3p4/P1pPp3/2P2P2/5P2/7P/8 w - - 0 1"])
>>> white_passed(white, black)
array([32768], dtype=uint64)
>>> white_isolated(white, black) & black_half_open_files(white, black)
array([4833968128], dtype=uint64)
>>> int(black_island_count(white, black)[0])
1
>>> bool(white_is_passed(white, black, 15)[0])
True
>>> white_passed(0x0000000924208000, 0x0002081400000000)
32768

Formulas are written for White: P are the friendly pawns, Q the enemy pawns, N, S, E and W one step, Nfill, Sfill
and F fills to the north, to the south and both, U all squares. For Black, north and south are exchanged.
"""

# The functions are of integers and of arrays, which their bodies do not tell apart.
# mypy: ignore-errors

import functools as _functools
import inspect as _inspect
import itertools as _itertools
import operator as _operator
import re as _re
import types as _types
import typing as _t

import numpy as _np
import numpy.typing as _npt

__version__ = "{version}"

__all__ = [
    "Boards", "Squares", "Square", "Value", "Sets", "Files", "Numbers", "Truths",
    "{all}",
]


class HasArray(_t.Protocol):
    """A column of a table, or anything else of which NumPy makes an array."""

    def __array__(self) -> _t.Any: ...


class HasName(HasArray, _t.Protocol):
    """A column of pandas or polars."""

    @property
    def name(self) -> _t.Any: ...


#: An integer, or what NumPy makes an array of integers of. If all arguments are integers, so is the result.
Boards = _t.Union[_t.SupportsIndex, _t.Sequence[_t.SupportsIndex], _npt.NDArray[_np.integer[_t.Any]], HasArray]
#: Numbers of squares, from 0, a1, to 63, h8.
Squares = Boards
#: The number of one square.
Square = _t.SupportsIndex
#: A field of a structure, which is an integer for integers.
Value = _t.Any
#: A set of squares for each position.
Sets = _npt.NDArray[_np.uint64]
#: A set of files for each position; the a-file is bit 0.
Files = _npt.NDArray[_np.uint8]
#: A number for each position.
Numbers = _npt.NDArray[_np.int64]
#: An answer for each position.
Truths = _npt.NDArray[_np.bool_]

_One = _t.TypeVar("_One", covariant=True)
_Many = _t.TypeVar("_Many", covariant=True)
_Column = _t.TypeVar("_Column", bound=HasName)
_Record = _t.TypeVar("_Record", bound=_t.Tuple[_t.Any, ...])


class _OfBoards(_t.Protocol[_One, _Many]):
    @_t.overload
    def __call__(self, white: int, black: int) -> _One: ...
    @_t.overload
    def __call__(self, white: _Column, black: Boards) -> _Column: ...
    @_t.overload
    def __call__(self, white: Boards, black: _Column) -> _Column: ...
    @_t.overload
    def __call__(self, white: Boards, black: Boards) -> _Many: ...


class _OfSquares(_t.Protocol[_One, _Many]):
    @_t.overload
    def __call__(self, white: int, black: int, square: int) -> _One: ...
    @_t.overload
    def __call__(self, white: _Column, black: Boards, square: Squares) -> _Column: ...
    @_t.overload
    def __call__(self, white: Boards, black: Boards, square: Squares) -> _Many: ...


class _OfOne(_t.Protocol[_One, _Many]):
    @_t.overload
    def __call__(self, set: int, /) -> _One: ...
    @_t.overload
    def __call__(self, set: _Column, /) -> _Column: ...
    @_t.overload
    def __call__(self, set: Boards, /) -> _Many: ...


#: All squares.
_ALL = (1 << 64) - 1

#: The number of positions for which intermediate sets stay in the cache of a processor.
_BLOCK = 1 << 14


def _stored(whole: _t.Any, part: _t.Any, start: int, shape: tuple[int, ...]) -> _t.Any:
    """Stores the answers for a block of positions, or the fields of terms, and returns all of them."""
    if isinstance(part, tuple):
        fields = whole or [None] * len(part)
        return type(part)(*(_stored(field, own, start, shape) for field, own in zip(fields, part)))
    if whole is None:
        whole = _np.empty(shape, part.dtype)
    whole.reshape(-1)[start : start + part.size] = part
    return whole


def _module(arg: _t.Any) -> str:
    """Returns the package of a value, such as ``pandas``."""
    return type(arg).__module__.partition(".")[0]


def _each(function: _t.Callable[[_t.Any], _t.Any], value: _t.Any) -> _t.Any:
    """Applies a function to a value, or to each field of terms."""
    if isinstance(value, tuple):
        return type(value)(*(_each(function, field) for field in value))
    return function(value)


#: How a package makes integers of a column, reads signed boards, and leaves out missing ones.
_CURES = {
    "pandas": (".astype('uint64')", ".astype('uint64')", "`dtype='UInt64'` reads, and `.dropna()` leaves out missing boards"),
    "polars": (".cast(pl.UInt64)", ".cast(pl.UInt64, wrap_numerical=True)", "`.drop_nulls()` leaves out missing boards"),
    "numpy": (".astype('uint64')", ".astype('uint64')", ""),
    "builtins": ("int()", " & 2**64 - 1", ""),
}


def _wrong(name: str, arg: _t.Any, found: str) -> TypeError:
    """Returns an error that says how to make boards of a value."""
    integers, _, cure = _CURES.get(_module(arg), _CURES["numpy"])
    if isinstance(arg, str) or any(isinstance(one, str) for one in _np.ravel(arg)[:1]):
        found, cure = "text", f"`fens_to_arrays` reads FENs, and `{integers}` numbers"
    elif hasattr(arg, "pieces_mask"):
        found, cure = "a position", "`board.pieces_mask(chess.PAWN, color)` are the pawns of a color"
    return TypeError(f"{name} takes integers, not {found}" + f"; {cure}" * bool(cure))


def _as_array(name: str, arg: _t.Any, is_square: bool) -> _t.Any:
    """Makes an array of ``uint64``."""
    kind = _module(arg) == "polars" and (type(arg).__name__, str(getattr(arg, "dtype", "")))
    if kind and kind[0] == "Expr":
        raise TypeError(f"{name} takes columns such as `table['white']`, not expressions")
    if kind and "128" in kind[1]:
        raise TypeError(f"{name} takes 64 bits, not {kind[1]}; `{_CURES['polars'][1]}` makes them")
    # What a mask hides may be anything.
    arg = arg.filled(0) if isinstance(arg, _np.ma.MaskedArray) else arg
    array = _np.asarray(arg)
    if array.dtype.kind not in "iu":
        # NumPy makes floats of lists with small and large integers.
        try:
            array = _np.frompyfunc(_operator.index, 1, 1)(_np.asarray(arg, dtype=object))
        except TypeError:
            raise _wrong(name, arg, str(array.dtype)) from None
        array = _np.asarray(array)
    if is_square or array.dtype != _np.uint64:
        least, most = array.min(initial=0), array.max(initial=0)
        wrong = least if least < 0 else most
        if is_square and not 0 <= wrong < 64:
            raise ValueError(f"{name} takes squares from 0 to 63, not {wrong}")
        if not 0 <= wrong <= _ALL:
            unsigned = _CURES.get(_module(arg), _CURES["numpy"])[1]
            hint = f"; `{unsigned}` reads signed boards" if wrong < 0 else ""
            raise OverflowError(f"{name} takes boards from 0 to 2**64 - 1, not {wrong}{hint}")
    return array.astype(_np.uint64, copy=False)


def _like(name: str, args: tuple[_t.Any, ...]) -> _t.Callable[[_t.Any], _t.Any]:
    """Returns what makes a column of an array if there is one among the arguments, or masks it as they are masked."""
    columns = [arg for arg in args if hasattr(arg, "__array__") and type(arg).__name__ == "Series"]
    indexes = [column.index for column in columns if _module(column) == "pandas"]
    if not all(indexes[0].equals(index) for index in indexes[1:]):
        raise ValueError(f"{name} takes columns with equal indexes; `.to_numpy()` takes their values in order")
    masks = [_np.ma.getmaskarray(arg) for arg in args if isinstance(arg, _np.ma.MaskedArray)]
    if columns:
        kind = type(columns[0])
        return lambda array: kind(array, index=indexes[0]) if indexes else kind(values=array)
    if masks:
        return lambda array: _np.ma.MaskedArray(array, _functools.reduce(_np.logical_or, masks))
    return lambda array: array


#: Functions call one another here, where arguments are not checked again.
_INNER: dict[str, _t.Any] = {}


@_t.overload
def _on_boards(function: _t.Callable[[Boards, Boards, Squares], Truths]) -> _OfSquares[bool, Truths]: ...
@_t.overload
def _on_boards(function: _t.Callable[[Boards, Boards, Squares], _Many]) -> _OfSquares[int, _Many]: ...
@_t.overload
def _on_boards(function: _t.Callable[[Boards, Boards], Truths]) -> _OfBoards[bool, Truths]: ...
@_t.overload
def _on_boards(function: _t.Callable[[Boards, Boards], _Record]) -> _t.Callable[[Boards, Boards], _Record]: ...
@_t.overload
def _on_boards(function: _t.Callable[[Boards, Boards], _Many]) -> _OfBoards[int, _Many]: ...
@_t.overload
def _on_boards(function: _t.Callable[[Boards], _Many]) -> _OfOne[int, _Many]: ...
def _on_boards(function: _t.Any) -> _t.Any:
    """Makes arrays of ``uint64`` of the arguments, unless all are integers."""
    signature = _inspect.signature(function)
    parameters = list(signature.parameters)
    most = 63 if parameters[-1] == "square" else _ALL
    code = function.__code__
    _INNER.update({name: globals()[name] for name in code.co_names if name not in _INNER})
    inner = _INNER[function.__name__] = _types.FunctionType(code, _INNER)

    @_functools.wraps(function)
    def on_boards(*args: _t.Any, **kwargs: _t.Any) -> _t.Any:
        if kwargs or len(args) != len(parameters):
            args = signature.bind(*args, **kwargs).args
        for arg in args:
            if type(arg) is not int or not 0 <= arg <= _ALL:
                break
        else:
            if arg <= most:
                return inner(*args)
        like = _like(function.__name__, args)
        arrays = [_as_array(function.__name__, arg, name == "square") for name, arg in zip(parameters, args)]
        return _each(like, on_arrays(_np.broadcast_arrays(*arrays)))

    def on_arrays(every: _t.Any) -> _t.Any:
        if every[0].size <= _BLOCK:
            return inner(*every)
        flat = [array.reshape(-1) for array in every]
        whole = None
        for start in range(0, flat[0].size, _BLOCK):
            part = inner(*(array[start : start + _BLOCK] for array in flat))
            whole = _stored(whole, part, start, every[0].shape)
        return whole

    return on_boards


def _up(set: _t.Any, squares: _t.Any) -> _t.Any:
    """Shifts toward h8, of integers only within the board."""
    shifted = set << squares
    return shifted & _ALL if type(set) is int else shifted


def _not(set: _t.Any) -> _t.Any:
    return _ALL ^ set if type(set) is int else ~set


def _count(set: _t.Any) -> _t.Any:
    return set.bit_count() if type(set) is int else _np.bitwise_count(set).astype(_np.int64)


def _files(set: _t.Any) -> _t.Any:
    files = set & 0xFF
    return files if type(set) is int else files.astype(_np.uint8)


def _abs_diff(a: _t.Any, b: _t.Any) -> _t.Any:
    return abs(a - b)


@_on_boards
def count(set: Boards) -> Numbers:
    """Returns the number of squares of each set, as a signed number.

    >>> count(0x0000000924208000) - count(0x0002081400000000)
    2
    """
    return _count(set)


def _members(what: str, set: _t.Any, names: list[str]) -> list[str]:
    bits = _operator.index(set)
    if not 0 <= bits < 1 << len(names):
        raise OverflowError(f"{what} takes a set from 0 to 2**{len(names)} - 1, not {bits}")
    return [name for at, name in enumerate(names) if bits >> at & 1]


def squares(set: _t.SupportsIndex) -> list[str]:
    """Returns the names of the squares of one set.

    >>> squares(white_passed(0x0000000924208000, 0x0002081400000000))
    ['h2']
    """
    return _members("squares", set, [file + rank for rank in "12345678" for file in "abcdefgh"])


def files(set: _t.SupportsIndex) -> list[str]:
    """Returns the names of the files of one set of files.

    >>> files(white_half_open_file_set(0x0000000924208000, 0x0002081400000000))
    ['b', 'e']
    """
    return _members("files", set, list("abcdefgh"))


def fens_to_arrays(fens: _t.Iterable[str]) -> tuple[_npt.NDArray[_np.uint64], _npt.NDArray[_np.uint64]]:
    """Returns the white and the black pawns of positions in Forsyth-Edwards Notation.

    >>> white, black = fens_to_arrays(["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"])
    >>> hex(white[0]), hex(black[0])
    ('0xff00', '0xff000000000000')
    >>> fens_to_arrays(["8/8/8"])
    Traceback (most recent call last):
        ...
    ValueError: position 0: 3 ranks instead of 8: '8/8/8'
    """
    parts, rest, start = [_np.empty((2, 0), _np.uint64)], iter(fens), 0
    while block := list(_itertools.islice(rest, 1 << 13)):
        boards = _boards_together(block)
        if boards is None:
            boards = _np.array([_boards_of(number, fen) for number, fen in enumerate(block, start)], _np.uint64).T
        parts.append(boards)
        start += len(block)
    white, black = _np.concatenate(parts, axis=1)
    return white, black


#: The letters of placements: pawns, numbers and ends of lines, ``N`` for other pieces, and ``!`` for what is no letter.
_LETTERS = "".join(c if c in "Pp12345678/\n" else "N" if c in "NBRQKnbrqk" else "!" for c in map(chr, range(256))).encode()


def _boards_together(fens: list[str]) -> _t.Optional[Sets]:
    """Returns the white and the black pawns of positions, or nothing if one may be wrong."""
    try:
        placements = [fen.split(" ", 1)[0] for fen in fens]
    except (AttributeError, TypeError):
        return None
    letters = "\n".join([*placements, ""]).encode("ascii", "replace").translate(_LETTERS)
    is_number = _np.frombuffer(letters, _np.uint8) - 49 < 8
    for files in range(1, 9):
        letters = letters.replace(b"%d" % files, b"_" * files)
    if len(letters) != 72 * len(fens) or (is_number[1:] & is_number[:-1]).any():
        return None
    lines = _np.frombuffer(letters, _np.uint8).reshape(-1, 8, 9)
    squares = lines[:, ::-1, :8].reshape(-1, 64)
    pawns = _np.packbits([squares == pawn for pawn in b"Pp"], axis=2, bitorder="little").view("<u8")[..., 0]
    is_wrong = squares.min() < 78 or (lines[:, :, 8] != tuple(b"///////\n")).any() or (pawns & 0xFF000000000000FF).any()
    return None if is_wrong else pawns.astype(_np.uint64, copy=False)


def _boards_of(number: int, fen: str) -> list[int]:
    placement = _re.split("[ \t\n\f\r]", fen, maxsplit=1)[0]
    ranks = _re.sub("[1-8]", lambda files: "." * int(files[0]), placement).split("/")[::-1]
    wrong = [f"{len(ranks)} ranks instead of 8"] if len(ranks) != 8 else []
    wrong += [f"{symbol!r} is not a piece" for symbol in _re.findall("[^1-8PNBRQKpnbrqk/]", placement)]
    for rest in _re.findall("[1-8][1-8](.*)", placement):
        wrong.append(f"two numbers in a row on rank {rest.count('/') + 1}")
    for rank, row in enumerate(ranks, 1):
        if rank in (1, 8) and "p" in row.lower():
            wrong.append(f"a pawn on rank {rank}")
        if len(row) != 8:
            wrong.append(f"{len(row)} files on rank {rank}")
    if wrong:
        raise ValueError(f"position {number}: {wrong[0]}: {fen!r}")
    squares = "".join(ranks)
    return [sum(1 << at for at, symbol in enumerate(squares) if symbol == pawn) for pawn in "Pp"]


#: The number of a pawn from its color, 0 for the side's own, file and rank, and the index of two numbers.
_NUMBERINGS: dict[str, tuple[_t.Callable[..., _t.Any], _t.Callable[..., _t.Any]]] = {
    "triangular": (
        lambda color, file, rank: 48 * color + 8 * rank + file,
        lambda low, high: high * (high - 1) // 2 + low,
    ),
    "file_major": (
        lambda color, file, rank: 12 * file + rank + 6 * color,
        lambda low, high: 22 * low + high - 1,
    ),
    "dense": (
        lambda color, file, rank: 12 * file + 2 * rank + color,
        lambda low, high: low // 12 * 204 + low % 12 * (46 - low % 12) // 2 - low // 84 * 12 * (low % 12)
        + high - (low | 1) - 1,
    ),
}


def pawn_pairs(
    white: _t.Any, black: _t.Any, is_black: _t.Any, is_mirrored: _t.Any, numbering: str = "triangular"
) -> tuple[Numbers, Numbers]:
    """Returns the indices of the pairs of pawns on one file or neighbor files, and where those of each position start.

    A position is seen by White or, where ``is_black``, by Black, and mirrored where ``is_mirrored``. Stockfish
    mirrors it if the side's king is on files e to h. The numberings are ``triangular``, which nearly all networks have,
    ``file_major`` and ``dense``, without the offsets of engines. The starts have one entry more than there are positions.

    >>> boards = fens_to_arrays(["4k3/1p6/8/8/8/8/P7/4K3 w - - 0 1", "4k3/8/8/8/8/8/P7/4K3 w - - 0 1"])
    >>> pawn_pairs(*boards, is_black=True, is_mirrored=True)
    (array([4471]), array([0, 1, 1]))
    """
    number, index = _NUMBERINGS[numbering]
    arrays = [_as_array("pawn_pairs", boards, False) for boards in (white, black)]
    every = _np.broadcast_arrays(*arrays, is_black, is_mirrored)
    whites, blacks, flips, mirrors = (array.reshape(-1) for array in every)
    lower, higher = _np.triu_indices(48, 1)
    is_pair = _np.abs(lower % 8 - higher % 8) <= 1
    lower, higher = lower[is_pair], higher[is_pair]
    indices, counts = [_np.empty(0, _np.int64)], [_np.zeros(1, _np.int64)]
    for start in range(0, whites.size, _BLOCK):
        block = slice(start, start + _BLOCK)
        boards = _np.stack([whites[block], blacks[block] & ~whites[block]], axis=1).astype("<u8")
        # By position, color, rank and file.
        pawns = _np.unpackbits(boards.view(_np.uint8), bitorder="little").reshape(-1, 2, 8, 8)[:, :, 1:7]
        pawns = _np.where(flips[block, None, None, None], pawns[:, ::-1, ::-1], pawns)
        pawns = _np.where(mirrors[block, None, None, None], pawns[..., ::-1], pawns).reshape(-1, 2, 48)
        is_pawn = pawns.any(axis=1)
        position, pair = _np.nonzero(is_pawn[:, lower] & is_pawn[:, higher])
        a, b = (number(pawns[position, 1, at].astype(_np.int64), at % 8, at // 8) for at in (lower[pair], higher[pair]))
        indices.append(index(_np.minimum(a, b), _np.maximum(a, b)))
        counts.append(_np.bincount(position, minlength=len(boards)))
    return _np.concatenate(indices), _np.concatenate(counts).cumsum()


class HasPawns(_t.Protocol):
    """A position of python-chess, or any other with this method."""

    def pieces_mask(self, piece_type: int, color: bool) -> int:
        """Returns the pieces of a type, of which 1 are pawns, and of a color, of which ``True`` is White."""


def _of_color(position: HasPawns, color: bool, white: str, black: str, *square: Square) -> _t.Any:
    if color is not True and color is not False:
        raise TypeError(f"a color is chess.WHITE or chess.BLACK, which are True and False, not {color!r}")
    if not hasattr(position, "pieces_mask"):
        raise TypeError(f"{white[6:]} takes a position such as `chess.Board(fen)`, not {position!r}")
    squares = [*map(_operator.index, square)]
    if squares and not 0 <= squares[0] < 64:
        raise ValueError(f"squares are from 0 to 63, not {squares[0]}")
    boards = [_operator.index(position.pieces_mask(1, side)) for side in (True, False)]
    for board in boards:
        if not 0 <= board <= _ALL:
            raise OverflowError(f"`pieces_mask` returns a board from 0 to 2**64 - 1, not {board}")
    return _INNER[white if color else black](*boards, *squares)


#: A pawn on a square of size 1.
_PAWN = "M.5.17a.15.15 0 0 1 .09.27h.07v.08h-.08q.02.2.16.27V.9H.26V.79Q.4.72.42.52H.34V.44h.07A.15.15 0 0 1 .5.17z"


class _Drawing(_t.NamedTuple):
    set: int
    white: int
    black: int

    def __repr__(self) -> str:
        lines = []
        for rank in range(7, -1, -1):
            line = ""
            for square in range(8 * rank, 8 * rank + 8):
                is_in, white, black = (bits >> square & 1 for bits in self)
                pawn = "P" if white else "p" if black else ""
                line += f"({pawn})" if is_in and pawn else f" {pawn or '.x'[is_in]} "
            line = line.replace(")(", "|").replace(") ", ")").replace(" (", "(").replace("  ", " ")
            lines.append(f"{rank + 1} {line.rstrip()}")
        return "\n".join([*lines, "   a b c d e f g h"])

    def _repr_svg_(self) -> str:
        def at(squares: int, text: str) -> str:
            return "".join(text.format(s % 8, 7 - s // 8) for s in range(64) if squares >> s & 1)

        pawn = f'<path transform="translate({{}} {{}})" d="{_PAWN}"/>'
        field = "M{} {}h1v1h-1z"
        return (
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-.1 -.1 8.2 8.2" width="300" height="300">'
            '<path fill="#efe6d5" stroke="#4a4036" stroke-width=".1" d="M0 0h8v8H0z"/>'
            f'<path fill="#c9b79c" d="{at(0xAA55AA55AA55AA55, field)}"/>'
            f'<path fill="#3f9d6b" fill-opacity=".75" d="{at(self.set, field)}"/>'
            f'<g fill="#fff" stroke="#222" stroke-width=".04">{at(self.white, pawn)}</g>'
            f'<g fill="#222" stroke="#fff" stroke-width=".025">{at(self.black, pawn)}</g></svg>'
        )


def board(set: _t.SupportsIndex, white: _t.SupportsIndex = 0, black: _t.SupportsIndex = 0) -> _Drawing:
    """Draws a set and the pawns of one position, in a terminal or as a picture in a notebook.

    >>> white, black = 0x0000000924208000, 0x0002081400000000
    >>> board(white_any_attacks(white, black), white, black)
    8  . . . . . . . .
    7  . p . . . . . .
    6  . x x p x . . .
    5  P x p(P|p). x .
    4  . . P . x P x .
    3  . . . . . P x .
    2  . . . . . . . P
    1  . . . . . . . .
       a b c d e f g h
    """
    boards = [_as_array("board", _operator.index(bits), False) for bits in (set, white, black)]
    return _Drawing(*map(int, boards))


# The patterns.
