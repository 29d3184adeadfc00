"""Frames of one column of a dataset by dates and ids."""

from __future__ import annotations

import importlib
import importlib.util
from array import array
from typing import Any, Dict, List, Optional, Sequence

from ._values import kinds_of

_NAN = float("nan")


def _known(cell: Any) -> Any:
    """None for NaN, which alone differs from itself."""
    return None if cell != cell else cell


class WideFrame:
    """The rows of the pages of a wide frame, column by column: numbers take eight bytes each."""

    def __init__(self, dataset: str, value: str) -> None:
        kind = kinds_of(dataset).get(value, "")
        self.is_number = kind.startswith("decimal") or kind == "integer"
        self.key_date = ""
        self.dates: List[str] = []
        self.columns: Dict[str, Any] = {}

    def _empty(self, rows: int) -> Any:
        return array("d", [_NAN]) * rows if self.is_number else [None] * rows

    def add(self, rows: Sequence[Dict[str, Any]]) -> None:
        if not rows:
            return
        self.key_date = next(iter(rows[0]))
        self.dates += [row[self.key_date] for row in rows]
        for name in rows[0]:
            if name == self.key_date:
                continue
            cells = [row[name] for row in rows]
            values = [_NAN if cell is None else float(cell) for cell in cells] if self.is_number else cells
            self.columns.setdefault(name, self._empty(0)).extend(values)

    def choose(self, ids: Sequence[str]) -> List[str]:
        """Keeps some columns in their order; returns those that are not there, which are empty."""
        missing = [one for one in ids if one not in self.columns]
        self.columns = {one: self.columns.get(one, self._empty(len(self.dates))) for one in ids}
        return missing

    def _align(self, days: Sequence[str]) -> None:
        """A row for each day; a date that is none of them would be lost."""
        if days == self.dates:
            return
        known = set(days)
        other = next((date for date in self.dates if date not in known), None)
        if other is not None:
            raise ValueError(f"the frame has rows of {other}, which is not a trading day: use calendar=False")
        places = {date: i for i, date in enumerate(self.dates)}
        order = [places.get(day) for day in days]
        empty = _NAN if self.is_number else None
        for name, column in self.columns.items():
            values = [empty if place is None else column[place] for place in order]
            self.columns[name] = array("d", values) if self.is_number else values
        self.dates = list(days)

    def made(self, frame: Optional[str], days: Optional[Sequence[str]]) -> Any:
        """The frame, with a row for each of the days; its own dates where there are none."""
        if days is not None:
            self._align(days)
        installed = (name for name in ("pandas", "polars") if importlib.util.find_spec(name))
        chosen = frame or next(installed, "dict")
        if chosen == "dict":
            return {self.key_date: self.dates, **{name: [_known(cell) for cell in cells] for name, cells in self.columns.items()}}
        try:
            module = importlib.import_module(chosen)
        except ImportError as error:
            raise ImportError(f"{chosen} is not installed: run 'pip install {chosen}', or use frame='dict'") from error
        if chosen == "polars":
            dates = module.Series(self.key_date, self.dates, dtype=module.String).str.to_date()
            columns = [module.Series(name, list(column), strict=False) for name, column in self.columns.items()]
            return module.DataFrame([dates, *columns])
        if self.is_number:
            numpy = importlib.import_module("numpy")
            columns = {name: numpy.asarray(column) for name, column in self.columns.items()}
        else:
            columns = self.columns
        index = module.DatetimeIndex(self.dates, name=self.key_date)
        return module.DataFrame(columns, index=index)
