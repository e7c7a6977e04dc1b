# SPDX-License-Identifier: MIT OR Apache-2.0
"""Cells of readers in Python: code that runs as it stands in the table, and the values that it gives."""

from __future__ import annotations

import json
import pathlib
import re
from collections.abc import Callable
from typing import Any

EXPECTED = json.loads(pathlib.Path("expected.json").read_text())
NAMES = list(EXPECTED)
KINDS = ("unsigned", "signed", "squares")

#: Which rows, and how cells about them are called.
Columns = Callable[[Any], tuple[dict[str, list], list[str]]]


class Reader:
    """A program with the names that its code uses, and what makes columns of its tables."""

    def __init__(self, tool: str, names: dict[str, Any], columns: Columns | None = None) -> None:
        self.tool, self.names, self.columns = tool, names, columns

    def value(self, call: str) -> Any:
        *before, last = call.rstrip(";").split("; ")
        for statement in before:
            exec(statement, self.names)
        return eval(last, self.names)

    def cell(self, what: str, form: str, call: str, columns: Columns | None = None) -> None:
        """Reads sets, which are compared in one of the forms."""
        try:
            values, types = (columns or self.columns)(self.value(call))
            self.say(what, call, form=form, values={name: [plain(value) for value in column] for name, column in values.items()}, types=types)
        except Exception as error:
            self.say(what, call, error=f"{type(error).__name__}: {error}")

    def check(self, what: str, call: str, expected: Any) -> None:
        """Runs code whose value is not a set of the table."""
        try:
            found = self.value(call)
            found = found.item() if hasattr(found, "item") else found
            self.say(what, call, **{"is": True if found == expected else f"{found!r} instead of {expected!r}"[:150]})
        except Exception as error:
            self.say(what, call, error=f"{type(error).__name__}: {error}")

    def say(self, what: str, call: str, **more: Any) -> None:
        print(json.dumps({"tool": self.tool, "what": what, "call": re.sub(r"\s+", " ", call), **more}))


def plain(value: Any) -> str:
    """Returns a value as text, and of a fraction all its digits."""
    if isinstance(value, float) and value == value and abs(value) != float("inf"):
        return str(int(value)) if value == int(value) else repr(value)
    return str(value)
