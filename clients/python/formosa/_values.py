"""Values of rows: dates, instants and decimals from the text that JSON carries."""

from __future__ import annotations

import datetime as _datetime
from decimal import Decimal
from typing import Any, Callable, Dict, Iterable, List, Mapping, Optional, Sequence

from ._datasets import COLUMNS

#: How decimals are given: exact (``decimal``), as ``float``, or as the ``text`` that was sent.
DECIMALS = ("decimal", "float", "text")


def check_decimals(decimals: str) -> str:
    if decimals not in DECIMALS:
        hint = "; use float for numbers" if decimals == "number" else ""
        raise ValueError(f"decimals must be one of {', '.join(DECIMALS)}, and is {decimals!r}{hint}")
    return decimals


#: The kinds of the columns that ``include="known"`` adds.
KNOWN = {"known_at": "datetime", "known_by": "text"}


def kinds_of(dataset: str) -> Mapping[str, str]:
    """The kind of each column; empty for a dataset that is newer than this package."""
    own = COLUMNS.get(dataset)
    return {} if own is None else {**own, **KNOWN}


def instant(text: str) -> _datetime.datetime:
    """Python before 3.11 reads neither Z nor every number of decimals."""
    head, dot, tail = text.replace("Z", "+00:00").partition(".")
    if not dot:
        return _datetime.datetime.fromisoformat(head)
    digits = tail[: len(tail) - len(tail.lstrip("0123456789"))]
    return _datetime.datetime.fromisoformat(f"{head}.{digits[:6].ljust(6, '0')}{tail[len(digits):]}")


def reader_of(kind: str, decimals: str) -> Optional[Callable[[Any], Any]]:
    """The function that reads values of a column; None where they stay as they are."""
    if kind == "date":
        return _datetime.date.fromisoformat
    if kind == "datetime":
        return instant
    if kind.startswith("decimal"):
        return {"decimal": Decimal, "float": float}.get(decimals)
    return None


def read_rows(dataset: str, rows: Iterable[Mapping[str, Any]], decimals: str) -> List[Dict[str, Any]]:
    """Rows with Python's own types; None stays None."""
    readers = {
        name: reader
        for name, kind in kinds_of(dataset).items()
        for reader in [reader_of(kind, decimals)]
        if reader is not None
    }
    return [
        {
            name: readers[name](value) if value is not None and name in readers else value
            for name, value in row.items()
        }
        for row in rows
    ]


def columns_of(
    dataset: str, chosen: Optional[Sequence[str]], rows: Sequence[Mapping[str, Any]], shows_known: bool = False
) -> List[str]:
    """The columns of a result, also of one without rows."""
    if rows:
        return list(rows[0])
    own = [name for name in COLUMNS.get(dataset, {}) if chosen is None or name in chosen]
    return [*own, *KNOWN] if shows_known else own
