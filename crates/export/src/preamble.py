"""Chess pawn structure on bitboards: every pattern, exactly defined.

A board is a ``numpy.uint64`` in which a1 is bit 0, b1 is bit 1 and h8 is bit 63. Every function takes
arrays of boards, or single integers, White first, and returns an answer for each position:

>>> white, black = fens_to_arrays(["8/1p6/3p4/P1pPp3/2P2P2/5P2/7P/8 w - - 0 1"])
>>> white_passed(white, black)
array([32768], dtype=uint64)
>>> white_isolated(white, black) & black_half_open_files(white, black)
array([4833968128], dtype=uint64)
>>> int(black_island_count(white, black)[0])
1
>>> bool(white_is_passed(white, black, 15)[0])
True
>>> int(white_passed(0x0000000924208000, 0x0002081400000000))
32768

Formulas are written for White: P are the friendly pawns, Q the enemy pawns, N, S, E and W one step, Nfill, Sfill
and F fills to the north, to the south and both, U all squares. For Black, north and south are exchanged.
"""

from __future__ import annotations

import functools
import inspect
import operator
import re
from typing import Any, Callable, Iterable, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

#: Boards: an array of ``uint64``, or an integer.
Boards = Any
#: Numbers of squares, from 0, a1, to 63, h8.
Squares = Any
#: A set of squares for each position.
Sets = npt.NDArray[np.uint64]
#: A set of files for each position; the a-file is bit 0.
Files = npt.NDArray[np.uint8]
#: A number for each position.
Numbers = npt.NDArray[np.int64]
#: An answer for each position.
Truths = npt.NDArray[np.bool_]

_Function = TypeVar("_Function", bound=Callable[..., Any])

#: The number of positions for which intermediate sets stay in the cache of a processor.
_BLOCK = 1 << 14


def _stored(whole: Any, part: Any, start: int, shape: tuple[int, ...]) -> Any:
    """Stores the answers for a block of positions, or the fields of a structure, and returns all of them."""
    if isinstance(part, tuple):
        fields = whole or [None] * len(part)
        return type(part)(*(_stored(field, own, start, shape) for field, own in zip(fields, part)))
    if whole is None:
        whole = np.empty(shape, part.dtype)
    whole.reshape(-1)[start : start + part.size] = part
    return whole


def _on_boards(function: _Function) -> _Function:
    """Makes arrays of ``uint64`` of all arguments."""
    signature = inspect.signature(function)
    parameters = list(signature.parameters)

    def on_array(arg: Any) -> Sets:
        array = np.asarray(arg)
        if array.dtype.kind not in "iu":
            # NumPy makes floats of lists with small and large integers.
            try:
                np.frompyfunc(operator.index, 1, 1)(np.asarray(arg, dtype=object))
            except TypeError:
                raise TypeError(f"{function.__name__} takes integers, not {array.dtype}") from None
        return np.asarray(arg, dtype=np.uint64)

    @functools.wraps(function)
    def on_arrays(*args: Any, **kwargs: Any) -> Any:
        if kwargs or len(args) != len(parameters):
            args = signature.bind(*args, **kwargs).args
        arrays = [on_array(arg) for arg in args]
        if parameters[-1] == "square" and arrays[-1].max(initial=0) > 63:
            raise ValueError(f"{function.__name__} takes squares from 0 to 63, not {arrays[-1].max()}")
        every = np.broadcast_arrays(*arrays)
        if every[0].size <= _BLOCK:
            return function(*arrays)
        flat = [array.reshape(-1) for array in every]
        whole = None
        for start in range(0, flat[0].size, _BLOCK):
            part = function(*(array[start : start + _BLOCK] for array in flat))
            whole = _stored(whole, part, start, every[0].shape)
        return whole

    return on_arrays  # type: ignore[return-value]


def _count(sets: Sets) -> Numbers:
    return np.bitwise_count(sets).astype(np.int64)


def _files(sets: Sets) -> Files:
    return (sets & 0xFF).astype(np.uint8)


def _abs_diff(a: Numbers, b: Numbers) -> Numbers:
    return np.abs(a - b)


@_on_boards
def count(set: Sets) -> Numbers:
    """Returns the number of squares of each set, as a signed number.

    >>> int(count(0x0000000924208000) - count(0x0002081400000000))
    2
    """
    return _count(set)


def fens_to_arrays(fens: Iterable[str]) -> tuple[Sets, Sets]:
    """Returns the white and the black pawns of positions in Forsyth-Edwards Notation.

    >>> white, black = fens_to_arrays(["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"])
    >>> hex(white[0]), hex(black[0])
    ('0xff00', '0xff000000000000')
    >>> fens_to_arrays(["8/8/8"])
    Traceback (most recent call last):
        ...
    ValueError: position 0: 3 ranks instead of 8: '8/8/8'
    """
    boards: list[tuple[int, int]] = []
    for number, fen in enumerate(fens):
        ranks = re.split("[ \t\n\f\r]", fen, maxsplit=1)[0].split("/")
        if len(ranks) != 8:
            raise ValueError(f"position {number}: {len(ranks)} ranks instead of 8: {fen!r}")
        pawns = {"P": 0, "p": 0}
        for rank, row in zip(range(7, -1, -1), ranks):
            if re.search("[1-8][1-8]", row):
                raise ValueError(f"position {number}: two numbers in a row on rank {rank + 1}: {fen!r}")
            file = 0
            for symbol in row:
                if symbol in "12345678":
                    file += int(symbol)
                    continue
                if symbol in pawns and rank in (0, 7):
                    raise ValueError(f"position {number}: a pawn on rank {rank + 1}: {fen!r}")
                if symbol not in "PNBRQKpnbrqk":
                    raise ValueError(f"position {number}: {symbol!r} is not a piece: {fen!r}")
                if symbol in pawns:
                    pawns[symbol] |= 1 << (8 * rank + file)
                file += 1
            if file != 8:
                raise ValueError(f"position {number}: {file} files on rank {rank + 1}: {fen!r}")
        boards.append((pawns["P"], pawns["p"]))
    arrays = np.array(boards, dtype=np.uint64).reshape(-1, 2)
    return arrays[:, 0].copy(), arrays[:, 1].copy()


#: The number of a pawn from its color, 0 for the side's own, file and rank, and the index of two numbers.
_NUMBERINGS: dict[str, tuple[Callable[..., Any], Callable[..., Any]]] = {
    "nnue_pytorch": (
        lambda color, file, rank: 48 * color + 8 * rank + file,
        lambda low, high: high * (high - 1) // 2 + low,
    ),
    "stockfish": (
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
    white: Boards, black: Boards, is_black: Any, is_mirrored: Any, numbering: str = "stockfish"
) -> tuple[Numbers, Numbers]:
    """Returns the indices of the pairs of pawns on one file or neighbor files, and where those of each position start.

    A position is seen by White or, where ``is_black``, by Black, and mirrored where ``is_mirrored``. Stockfish
    mirrors it if the side's king is on files e to h. The numberings are ``nnue_pytorch``, ``stockfish``, without the
    offset that Stockfish adds, and ``dense``. The starts have one entry more than there are positions.

    >>> boards = fens_to_arrays(["4k3/1p6/8/8/8/8/P7/4K3 w - - 0 1", "4k3/8/8/8/8/8/P7/4K3 w - - 0 1"])
    >>> pawn_pairs(*boards, is_black=True, is_mirrored=True)
    (array([1678]), array([0, 1, 1]))
    """
    number, index = _NUMBERINGS[numbering]
    arrays = (np.asarray(white, np.uint64), np.asarray(black, np.uint64))
    every = np.broadcast_arrays(*arrays, is_black, is_mirrored)
    whites, blacks, flips, mirrors = (array.reshape(-1) for array in every)
    lower, higher = np.triu_indices(48, 1)
    is_pair = np.abs(lower % 8 - higher % 8) <= 1
    lower, higher = lower[is_pair], higher[is_pair]
    indices, counts = [np.empty(0, np.int64)], [np.zeros(1, np.int64)]
    for start in range(0, whites.size, _BLOCK):
        block = slice(start, start + _BLOCK)
        boards = np.stack([whites[block], blacks[block] & ~whites[block]], axis=1).astype("<u8")
        # By position, color, rank and file.
        pawns = np.unpackbits(boards.view(np.uint8), bitorder="little").reshape(-1, 2, 8, 8)[:, :, 1:7]
        pawns = np.where(flips[block, None, None, None], pawns[:, ::-1, ::-1], pawns)
        pawns = np.where(mirrors[block, None, None, None], pawns[..., ::-1], pawns).reshape(-1, 2, 48)
        is_pawn = pawns.any(axis=1)
        position, pair = np.nonzero(is_pawn[:, lower] & is_pawn[:, higher])
        a, b = (number(pawns[position, 1, at].astype(np.int64), at % 8, at // 8) for at in (lower[pair], higher[pair]))
        indices.append(index(np.minimum(a, b), np.maximum(a, b)))
        counts.append(np.bincount(position, minlength=len(boards)))
    return np.concatenate(indices), np.concatenate(counts).cumsum()


# The patterns.
