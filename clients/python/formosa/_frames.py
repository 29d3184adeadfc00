"""Frames of pandas and polars with the types that the columns have."""

from __future__ import annotations

import datetime as _datetime
import importlib
from decimal import Decimal
from typing import Any, Callable, List, Mapping, Sequence

from ._values import instant

_TAIPEI = "Asia/Taipei"

Rows = Sequence[Mapping[str, Any]]
#: Makes a column of one kind from its values, which are as JSON has them; places are those of a decimal.
Maker = Callable[[str, List[Any], int], Any]


def _import(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise ImportError(
            f"{name} is not installed: run 'pip install {name}', or use Client.rows(), which needs nothing else"
        ) from error


def _each(read: Callable[[Any], Any], values: List[Any], unknown: Any = None) -> List[Any]:
    return [unknown if value is None else read(value) for value in values]


def _columns(
    kinds: Mapping[str, str], columns: Sequence[str], rows: Rows, decimals: str, makers: dict[str, Maker]
) -> dict[str, Any]:
    """A column for each name, made by the maker of its kind; a decimal by that of ``decimals``."""
    def column(name: str) -> Any:
        kind = kinds.get(name, "")
        places = int(kind[len("decimal") :]) if kind.startswith("decimal") else 0
        if kind.startswith("decimal"):
            kind = decimals
        return makers[kind](name, [row[name] for row in rows], places)

    return {name: column(name) for name in columns}


def pandas_frame(kinds: Mapping[str, str], columns: Sequence[str], rows: Rows, decimals: str) -> Any:
    """Ids and texts as string, dates as datetime64, integers as Int64, flags as boolean."""
    pandas = _import("pandas")

    # Without rows, or with unknown values alone, pandas 3 would choose a coarser unit than with rows.
    unit = "ns" if int(pandas.__version__.split(".")[0]) < 3 else "us"

    def array(dtype: str) -> Maker:
        return lambda name, values, places: pandas.array(values, dtype=dtype)

    def objects(name: str, values: List[Any], places: int) -> Any:
        return pandas.Series(values, dtype=object)

    makers: dict[str, Maker] = {
        "": objects,
        "text": array("string"),
        "integer": array("Int64"),
        "boolean": array("boolean"),
        "date": lambda *given: pandas.to_datetime(objects(*given), format="%Y-%m-%d").astype(f"datetime64[{unit}]"),
        "datetime": lambda *given: pandas.to_datetime(objects(*given), utc=True).astype(f"datetime64[{unit}, {_TAIPEI}]"),
        "float": lambda name, values, places: pandas.Series(_each(float, values, float("nan")), dtype="float64"),
        "decimal": lambda name, values, places: objects(name, _each(Decimal, values), places),
    }
    return pandas.DataFrame(_columns(kinds, columns, rows, decimals, makers), columns=list(columns))


def polars_frame(kinds: Mapping[str, str], columns: Sequence[str], rows: Rows, decimals: str) -> Any:
    """The same with polars; exact decimals are of its Decimal type."""
    polars = _import("polars")

    def series(dtype: Any, read: Callable[[Any], Any] = lambda value: value) -> Maker:
        return lambda name, values, places: polars.Series(name, _each(read, values), dtype=dtype)

    def naive(value: str) -> _datetime.datetime:
        return instant(value).astimezone(_datetime.timezone.utc).replace(tzinfo=None)

    instants = series(polars.Datetime("us"), naive)
    makers: dict[str, Maker] = {
        "": series(None if rows else polars.Utf8),
        "text": series(polars.Utf8),
        "integer": series(polars.Int64),
        "boolean": series(polars.Boolean),
        "date": series(polars.Date, _datetime.date.fromisoformat),
        "datetime": lambda *given: instants(*given).dt.replace_time_zone("UTC").dt.convert_time_zone(_TAIPEI),
        "float": series(polars.Float64, float),
        "decimal": lambda name, values, places: series(polars.Decimal(38, places), Decimal)(name, values, places),
    }
    return polars.DataFrame(_columns(kinds, columns, rows, decimals, makers))
