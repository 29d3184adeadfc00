"""The answer to SQL."""

from __future__ import annotations

from typing import Any, List, Mapping, NamedTuple, Optional, Sequence, Union

from ._frames import pandas_frame, polars_frame
from ._transport import Answer
from ._values import check_decimals
from ._warnings import Warning, warnings_of

SqlValue = Union[str, int, float, bool, None]


def sql_body(sql: str, params: Optional[Sequence[Any]], as_of: Any) -> dict[str, Any]:
    """The body of a request; dates and decimals are sent as text."""
    body: dict[str, Any] = {"sql": sql}
    if params is not None:
        plain = (str, int, float, bool, type(None))
        body["params"] = [value if isinstance(value, plain) else str(value) for value in params]
    if as_of is not None:
        body["as_of"] = str(as_of)
    return body


class SqlResult(NamedTuple):
    """Rows of a SELECT: ``rows`` as they were sent, ``frame()`` with the types of their columns."""

    sql: str
    #: ``name``, ``type`` and, of a decimal, ``scale`` of each column.
    columns: List[Mapping[str, Any]]
    rows: List[Mapping[str, SqlValue]]
    #: Whether there are more rows than ``max_rows``, or than 8 MB.
    truncated: bool
    #: The calls that it cost: one for each second that it ran.
    calls: int
    warnings: Sequence[Warning]

    def frame(self, kind: str = "pandas", *, decimals: str = "float") -> Any:
        """A frame of pandas, or of polars with ``kind="polars"``."""
        if kind not in ("pandas", "polars"):
            raise ValueError(f"kind must be pandas or polars, and is {kind!r}")
        kinds = {
            column["name"]: {"double": "float", "decimal": f"decimal{column.get('scale', 0)}"}.get(
                column["type"], column["type"]
            )
            for column in self.columns
        }
        make = pandas_frame if kind == "pandas" else polars_frame
        return make(kinds, list(kinds), self.rows, check_decimals(decimals))


def sql_result(answer: Answer) -> SqlResult:
    json, headers = answer.json, answer.headers
    calls = int(headers.get("X-Calls", 1))
    return SqlResult(json["sql"], json["columns"], json["data"], json["truncated"], calls, warnings_of(headers))
