"""Frames of pandas and polars with the types that the columns have."""

from __future__ import annotations

import datetime as _datetime
from decimal import Decimal
from typing import Any, List, Mapping, Sequence

from ._values import instant, kinds_of

_TAIPEI = "Asia/Taipei"


def _missing(name: str) -> ImportError:
    return ImportError(
        f"{name} is not installed: run 'pip install {name}', or use Client.rows(), which needs nothing else"
    )


def pandas_frame(dataset: str, columns: Sequence[str], rows: Sequence[Mapping[str, Any]], decimals: str) -> Any:
    """Ids and texts as string, dates as datetime64, integers as Int64, flags as boolean."""
    try:
        import pandas
    except ImportError as error:
        raise _missing("pandas") from error
    kinds = kinds_of(dataset)

    def series(name: str) -> Any:
        values: List[Any] = [row[name] for row in rows]
        kind = kinds.get(name, "")
        if kind == "text":
            return pandas.array(values, dtype="string")
        if kind == "date":
            return pandas.to_datetime(pandas.Series(values, dtype=object), format="%Y-%m-%d")
        if kind == "datetime":
            instants = pandas.to_datetime(pandas.Series(values, dtype=object), utc=True)
            return instants.dt.tz_convert(_TAIPEI)
        if kind == "integer":
            return pandas.array(values, dtype="Int64")
        if kind == "boolean":
            return pandas.array(values, dtype="boolean")
        if kind.startswith("decimal"):
            if decimals == "float":
                floats = [float("nan") if value is None else float(value) for value in values]
                return pandas.Series(floats, dtype="float64")
            if decimals == "decimal":
                exact = [None if value is None else Decimal(value) for value in values]
                return pandas.Series(exact, dtype=object)
            return pandas.array(values, dtype="string")
        return pandas.Series(values, dtype=object)

    return pandas.DataFrame({name: series(name) for name in columns}, columns=list(columns))


def polars_frame(dataset: str, columns: Sequence[str], rows: Sequence[Mapping[str, Any]], decimals: str) -> Any:
    """The same with polars; exact decimals are of its Decimal type."""
    try:
        import polars
    except ImportError as error:
        raise _missing("polars") from error
    kinds = kinds_of(dataset)

    def series(name: str) -> Any:
        values: List[Any] = [row[name] for row in rows]
        kind = kinds.get(name, "")
        if kind == "date":
            dates = [None if value is None else _datetime.date.fromisoformat(value) for value in values]
            return polars.Series(name, dates, dtype=polars.Date)
        if kind == "datetime":
            utc = _datetime.timezone.utc
            instants = [
                None if value is None else instant(value).astimezone(utc).replace(tzinfo=None) for value in values
            ]
            naive = polars.Series(name, instants, dtype=polars.Datetime("us"))
            return naive.dt.replace_time_zone("UTC").dt.convert_time_zone(_TAIPEI)
        if kind == "integer":
            return polars.Series(name, values, dtype=polars.Int64)
        if kind == "boolean":
            return polars.Series(name, values, dtype=polars.Boolean)
        if kind.startswith("decimal") and decimals == "float":
            return polars.Series(name, [None if v is None else float(v) for v in values], dtype=polars.Float64)
        if kind.startswith("decimal") and decimals == "decimal":
            scale = int(kind[len("decimal") :])
            exact = [None if value is None else Decimal(value) for value in values]
            return polars.Series(name, exact, dtype=polars.Decimal(38, scale))
        if kind == "" and rows:
            return polars.Series(name, values)
        return polars.Series(name, values, dtype=polars.Utf8)

    return polars.DataFrame([series(name) for name in columns])
