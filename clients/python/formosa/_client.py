"""The client."""

from __future__ import annotations

import datetime as _datetime
import decimal as _decimal
import errno
import hashlib
import logging
import numbers
import os
import re
import sys
import urllib.parse
import warnings as _python_warnings
from typing import TYPE_CHECKING, Any, Callable, Iterable, Iterator, Mapping, NamedTuple
from typing import Optional, Sequence, TypedDict, Union

from ._datasets import DatasetName, EventType
from ._errors import FailureContext, FormosaError, FormosaWarning, UnexpectedResponseError
from ._events import Event, read_events
from ._frames import pandas_frame, polars_frame
from ._mirror import MirrorResult, mirror
from ._release import RELEASE
from ._sql import SqlResult, sql_body, sql_result
from ._transport import Answer, RateLimit, RetryEvent, RetryOptions, Transport, rate_limit_of
from ._values import check_decimals, columns_of, instant, kinds_of, read_rows
from ._warnings import Warning, warnings_of
from ._wide import WideFrame

if TYPE_CHECKING:
    from typing_extensions import Unpack

_log = logging.getLogger("formosa")
_FOLDER = os.path.dirname(__file__)

Row = dict[str, Any]
Day = Union[str, _datetime.date]
Texts = Union[str, Iterable[str]]

#: Most rows of a page. It is the default too, since every page is a call of the quota.
MOST_ROWS = 10_000
#: Most ids of a request.
_MOST_IDS = 500
#: Bytes of a request for a file: small enough to repeat one that was cut.
_PIECE = 8 << 20


class Paging(TypedDict, total=False):
    """How a query is read."""

    #: The size of a page: 10,000 rows when left out.
    limit: int
    #: The stop.
    max_rows: Optional[int]
    #: Reads on after a page.
    cursor: Optional[str]
    #: Turns a parameter that does not apply into an error.
    strict: bool


class Filters(TypedDict, total=False):
    """The parameters of a query of rows; the service refuses those that it does not know."""

    stock_id: Optional[Texts]
    start_date: Optional[Day]
    end_date: Optional[Day]
    #: The date column that ``start_date`` and ``end_date`` apply to; the key date when left out.
    date: Optional[str]
    #: Only the rows of the newest key date of each id.
    latest: Optional[bool]
    #: Filters by columns, such as ``{"call_put": "call", "min_strike_price": 20000}``; each may be an argument too.
    where: Optional[Mapping[str, Any]]
    columns: Optional[Texts]
    #: ``desc`` or ``asc``.
    sort: Optional[str]
    #: ``quarterly``, ``annual`` or ``cumulative``, of financial statements.
    period: Optional[str]
    #: Rows as they were known then: a day (its end in Taipei), or an instant with its offset.
    as_of: Optional[Day]
    #: ``observed``, ``filed``, ``deadline`` or ``unknown``: how it is known when a row became known.
    known_by: Optional[Texts]
    #: ``known`` adds the columns ``known_at`` and ``known_by``: when the row became known, and how that is known.
    include: Optional[Texts]
    include_inactive: Optional[bool]
    include_expired: Optional[bool]


class RowsQuery(Filters, Paging, total=False):
    """A query of rows and how it is read."""


class GapsQuery(Paging, total=False):
    """The parameters of a query of gaps."""

    stock_id: Optional[Texts]
    start_date: Optional[Day]
    end_date: Optional[Day]
    reason: Optional[str]


class Page(NamedTuple):
    """The rows of one response."""

    rows: list[Row]
    #: Reads on after this page; None on the last page.
    cursor: Optional[str]
    #: The version of the data: the same on every page of an iteration.
    data_version: str
    #: ``demo`` for simulated rows, ``live`` for the publishers'.
    origin: str
    tier: str
    warnings: Sequence[Warning]
    rate_limit: Optional[RateLimit]
    request_id: Optional[str]


class Plan(NamedTuple):
    """The size of a query."""

    rows: int
    #: Of the rows as JSON, before compression.
    bytes: int
    #: Calls that reading it takes.
    pages: int
    #: Calls left in the hour; None where the service did not say.
    remaining_calls: Optional[int]


class AskResult(NamedTuple):
    """Rows that answer a question."""

    question: str
    sql: str
    engine: str
    rows: list[Row]
    #: Whether there are more rows than ``max_rows``.
    truncated: bool
    warnings: Sequence[Warning]


def _profile() -> dict[str, str]:
    """The service and the key that ``formosa login`` keeps; empty where there are none."""
    path = os.environ.get("FORMOSA_PROFILE") or os.path.join(os.path.expanduser("~"), ".config", "formosa", "profile")
    try:
        with open(path, encoding="utf-8") as file:
            return dict(re.findall(r"^\s*(FORMOSA_(?:URL|KEY))\s*=\s*(\S+)\s*$", file.read(), re.MULTILINE))
    except (OSError, UnicodeDecodeError):
        return {}


def _address(url: str) -> str:
    if not isinstance(url, str):
        raise TypeError(f"url must be the http(s) address of a service, and is {url!r}")
    parts = urllib.parse.urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError(f"url must be the http(s) address of a service, and is {url!r}")
    if parts.query or parts.username is not None:
        raise ValueError("url must have no query and no user; the key is an argument of its own")
    return urllib.parse.urlunsplit((parts.scheme, parts.netloc, parts.path.rstrip("/"), "", ""))


def _key(key: str) -> str:
    trimmed = key.strip() if isinstance(key, str) else ""
    if not trimmed or not all("!" <= char <= "~" for char in trimmed):
        raise ValueError("key must be an API key: letters, digits and underscores")
    return trimmed


def _number(name: str, value: Any, least: float) -> None:
    if isinstance(value, bool) or not isinstance(value, numbers.Real) or not value >= least:
        raise ValueError(f"{name} must be a number from {least:g} on, and is {value!r}")


def _whole(name: str, value: Any) -> None:
    if isinstance(value, bool) or not isinstance(value, numbers.Integral):
        raise TypeError(f"{name} must be a whole number, and is {value!r}")


def _text(name: str, value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, _datetime.datetime):
        return value.isoformat() if name in ("as_of", "since", "after") else value.date().isoformat()
    if isinstance(value, _datetime.date):
        return value.isoformat()
    if isinstance(value, (str, numbers.Real, _decimal.Decimal)):
        return str(value)
    # The items of these are numbers and names, and not what was meant.
    if isinstance(value, Iterable) and not isinstance(value, (bytes, bytearray, memoryview, Mapping)):
        parts = [_text(name, item) for item in value]
        wrong = next((part for part in parts if "," in part), None)
        if wrong is not None:
            raise ValueError(f"{name} has an item with a comma in it: {wrong!r}")
        return ",".join(parts)
    raise TypeError(f"{name} must be a str, a number, a bool, a date or a list of these")


#: Parameters of the service that the client sets itself, or that ask for answers that it cannot read.
_REFUSED = {
    "format": "the client reads JSON; use get() for a frame, rows() for dicts, and get().to_csv() for a file",
    "labels": "it belongs to CSV, and the client reads JSON",
    "bom": "it belongs to CSV, and the client reads JSON",
    "decimals": "it is an argument of rows(), pages() and get()",
    "dry_run": "use plan(), which gives the rows, bytes and pages of the query",
}


def _row_query(parameters: Mapping[str, Any]) -> dict[str, str]:
    """The parameters of a query of rows or gaps."""
    for name, advice in _REFUSED.items():
        if parameters.get(name) is not None:
            raise ValueError(f"{name} cannot be set here: {advice}")
    where = parameters.get("where") or {}
    twice = next((name for name in where if parameters.get(name) is not None), None)
    if twice is not None:
        raise ValueError(f"{twice} is given in where and as an argument")
    return _query({**{name: value for name, value in parameters.items() if name != "where"}, **where})


def _query(parameters: Mapping[str, Any]) -> dict[str, str]:
    return {name: _text(name, value) for name, value in parameters.items() if value is not None}


class Client:
    """A client of one service with one key. Clients share nothing; a client may be used by several threads."""

    def __init__(
        self,
        url: Optional[str] = None,
        key: Optional[str] = None,
        *,
        language: str = "en",
        timeout: float = 60.0,
        retry: Optional[RetryOptions] = None,
        slow_down: float = 0.1,
        on_warning: Optional[Callable[[Warning], None]] = None,
        on_retry: Optional[Callable[[RetryEvent], None]] = None,
        user_agent: str = "",
    ) -> None:
        """``url`` and ``key`` are the environment's FORMOSA_URL and FORMOSA_KEY when left out, or those that
        ``formosa login`` keeps; ``key=""`` is none.

        ``timeout``: seconds without a byte after which a request fails. ``slow_down``: seconds that a call is delayed
        when 49 remain, growing to 50 times as much at 0. Warnings of the service are Python warnings
        (``FormosaWarning``) unless ``on_warning`` takes them.
        """
        # An empty text is not a gap to fill from the environment: no key is meant, or a mistake was made.
        retry = RetryOptions() if retry is None else retry
        if not isinstance(retry, RetryOptions):
            raise TypeError(f"retry must be formosa.RetryOptions(...), and is {retry!r}")
        for name, number, least in (
            ("timeout", timeout, 0.001),
            ("slow_down", slow_down, 0),
            ("retries", retry.retries, 0),
            ("base", retry.base, 0),
            ("max_delay", retry.max_delay, 0),
        ):
            _number(name, number, least)
        profile = _profile() if key is None else {}
        stored = profile.get("FORMOSA_URL")
        address = _address(
            url if url is not None else os.environ.get("FORMOSA_URL") or stored or "http://127.0.0.1:8080"
        )
        if key is None:
            # The key of a log-in is for the service that made it.
            own = profile.get("FORMOSA_KEY") if stored and _address(stored) == address else None
            key = os.environ.get("FORMOSA_KEY") or own
        headers = {
            "Accept-Language": language,
            "User-Agent": f"{user_agent} formosa-python/{RELEASE}".strip(),
            **({"Authorization": f"Bearer {_key(key)}"} if key else {}),
        }
        self._transport = Transport(
            address,
            headers,
            timeout,
            retry,
            slow_down,
            on_warning or _warn,
            on_retry or _note,
        )

    def __repr__(self) -> str:
        return f"formosa.Client(url={self.url!r})"

    @property
    def url(self) -> str:
        """The address of the service."""
        return self._transport.url

    @property
    def rate_limit(self) -> Optional[RateLimit]:
        """The quota as the last response told it; None before the first."""
        return self._transport.last

    def rows(
        self, dataset: Union[DatasetName, str], *, decimals: str = "decimal", **query: Unpack[RowsQuery]
    ) -> Iterator[Row]:
        """The rows of a query, newest first, fetched page by page while they are read.

        ``limit`` is the size of a page, ``max_rows`` the stop. Dates are ``datetime.date``, instants
        ``datetime.datetime`` with an offset, decimals ``decimal.Decimal`` (or ``float``, or ``text``), unknown values
        None. Other parameters of the service are passed on; it refuses those that it does not know.
        """
        pages = self.pages(dataset, decimals=decimals, **query)
        return (row for page in pages for row in page.rows)

    def pages(
        self, dataset: Union[DatasetName, str], *, decimals: str = "decimal", **query: Unpack[RowsQuery]
    ) -> Iterator[Page]:
        """The same, a page at a time, each with its cursor, data version, warnings and quota."""
        check_decimals(decimals)
        pages = self._pages(f"/v1/data/{_quoted(dataset)}", query)
        return (page._replace(rows=read_rows(str(dataset), page.rows, decimals)) for page in pages)

    def get(
        self,
        dataset: Union[DatasetName, str],
        *,
        frame: str = "pandas",
        decimals: str = "float",
        **query: Unpack[RowsQuery],
    ) -> Any:
        """All rows of a query as a frame of ``pandas`` or ``polars``, oldest first, so that changes run forward.

        Ids are strings, dates datetime64 (polars: Date), integers Int64, decimals ``float`` or exact (``decimal``).
        """
        if frame not in ("pandas", "polars"):
            raise ValueError(f"frame must be pandas or polars, and is {frame!r}")
        check_decimals(decimals)
        columns = query.get("columns")
        names = columns.split(",") if isinstance(columns, str) else None if columns is None else list(columns)
        pages = self._pages(f"/v1/data/{_quoted(dataset)}", {"sort": "asc", **query, "columns": names})
        raw = [row for page in pages for row in page.rows]
        make = pandas_frame if frame == "pandas" else polars_frame
        shows_known = "known" in _text("include", query.get("include") or "").split(",")
        return make(kinds_of(str(dataset)), columns_of(str(dataset), names, raw, shows_known), raw, decimals)

    def wide(
        self,
        dataset: Union[DatasetName, str],
        value: str,
        ids: Optional[Texts] = None,
        start: Optional[Day] = None,
        end: Optional[Day] = None,
        *,
        frame: Optional[str] = None,
        calendar: bool = True,
        **filters: Unpack[Filters],
    ) -> Any:
        """One column of a dataset by dates and ids, oldest first; of every id when ``ids`` is left out.

        A frame of ``pandas`` or ``polars``, or of the first of them that is installed, else a dict of lists whose first
        is the date. Numbers are floats, unknown values NaN or None. With ``calendar`` it has a row for every trading day
        between its first and its last date, or those that are asked for.
        """
        if frame not in (None, "pandas", "polars", "dict"):
            raise ValueError(f"frame must be pandas, polars or dict, and is {frame!r}")
        wanted = None if ids is None else ids.split(",") if isinstance(ids, str) else [str(one) for one in ids]
        query: dict[str, Any] = {"sort": "asc", **filters, "start_date": start, "end_date": end}
        # More ids than a request takes are chosen from all of them.
        is_chosen = wanted is not None and len(wanted) > _MOST_IDS
        query["stock_id"] = None if is_chosen else wanted
        on_warning = self._transport._on_warning

        def unless_paged(warning: Warning) -> None:
            if warning.code != "short_page":
                on_warning(warning)

        pages = self._pages(
            f"/v1/data/{_quoted(dataset)}", {**query, "shape": "wide", "value": value}, unless_paged
        )
        found = WideFrame(str(dataset), value)
        for page in pages:
            found.add(page.rows)
        days = None
        if calendar and found.dates:
            first = found.dates[0] if start is None else max(_text("start", start), "0001-01-01")
            last = found.dates[-1] if end is None else min(_text("end", end), found.dates[-1])
            open_days = self.rows("TaiwanStockTradingDate", sort="asc", start_date=first, end_date=last)
            days = [row["trade_date"].isoformat() for row in open_days if not row["is_scheduled"]]
        if is_chosen:
            missing = found.choose(wanted)
            if missing:
                text = f"unknown_id stock_id {', '.join(missing[:20])}: no row on these days; the columns are empty"
                on_warning(Warning("unknown_id", "stock_id", missing, [], 0, text))
        return found.made(frame, days)

    def plan(
        self, dataset: Union[DatasetName, str], *, limit: int = MOST_ROWS, **filters: Unpack[Filters]
    ) -> Plan:
        """The size of a query before it is run; costs no call."""
        query = {**_row_query(filters), "limit": str(limit), "dry_run": "true"}
        answer = self._transport.send(f"/v1/data/{_quoted(dataset)}", query).json
        last = self._transport.last
        return Plan(answer["rows"], answer["bytes"], answer["pages"], None if last is None else last.remaining)

    def gaps(self, dataset: Union[DatasetName, str], **query: Unpack[GapsQuery]) -> Iterator[Row]:
        """The dates that a dataset has no rows for, each with its reason."""
        pages = self._pages(f"/v1/data/{_quoted(dataset)}/gaps", query)
        return (_gap(gap) for page in pages for gap in page.rows)

    def explain(self, stock_id: str, *, as_of: Optional[Day] = None) -> list[Row]:
        """The corporate actions that the adjusted prices of a stock are made of, or those that were known ``as_of``."""
        query = {"stock_id": stock_id} if as_of is None else {"stock_id": stock_id, "as_of": as_of}
        answer = self._transport.send("/v1/data/TaiwanStockPriceAdj/explain", _query(query))
        return list(answer.json["data"])

    def catalogue(self, **filters: Any) -> list[Row]:
        """Every dataset with its columns, notes and coverage; open to all."""
        return list(self._transport.send("/v1/data", _query(filters)).json["datasets"])

    def ask(
        self,
        question: str,
        *,
        max_rows: Optional[int] = None,
        reading: Optional[str] = None,
        as_of: Optional[str] = None,
    ) -> AskResult:
        """Rows that answer a question in Chinese or English (Plus).

        ``reading`` is one of the ``readings`` of an ``AmbiguousError``; ``as_of``, a date or an instant, has the question
        answered from the rows as they were known then.
        """
        body: dict[str, Any] = {"question": question}
        if max_rows is not None:
            body["max_rows"] = max_rows
        if reading is not None:
            body["reading"] = reading
        if as_of is not None:
            body["as_of"] = str(as_of)
        answer = self._transport.send("/v1/ask", body=body)
        found = warnings_of(answer.headers)
        json = answer.json
        truncated = answer.headers.get("X-Truncated") == "true"
        return AskResult(json["question"], json["sql"], json["engine"], json["data"], truncated, found)

    def sql(
        self,
        sql: str,
        params: Optional[Sequence[Any]] = None,
        *,
        max_rows: Optional[int] = None,
        as_of: Optional[Day] = None,
    ) -> SqlResult:
        """The rows of one SELECT over the datasets (Plus); ``params`` are the values of its ``?``.

        ``as_of``, a date or an instant, has the tables as they were known then.
        """
        body = sql_body(sql, params, as_of)
        if max_rows is not None:
            body["max_rows"] = max_rows
        return sql_result(self._transport.send("/v1/sql", body=body))

    def explain_sql(
        self, sql: str, params: Optional[Sequence[Any]] = None, *, as_of: Optional[Day] = None
    ) -> Mapping[str, Any]:
        """What a SELECT reads and may cost, without running it (Plus)."""
        return self._transport.send("/v1/sql/explain", body=sql_body(sql, params, as_of)).json

    def changes(
        self, dataset: Union[DatasetName, str], *, since: Day, decimals: str = "decimal", **query: Unpack[Paging]
    ) -> Iterator[Row]:
        """What changed in a dataset since a version (``data_version`` of a page), a date or an instant.

        Changes come in the order of the versions: ``kind`` (``inserted``, ``corrected``, ``withdrawn``), ``version``,
        ``recorded_at``, ``known_at``, and the rows ``before`` and ``after``, None where there is none.
        """
        check_decimals(decimals)
        pages = self._pages(f"/v1/changes/{_quoted(dataset)}", {"since": since, **query})
        return (_change(str(dataset), change, decimals) for page in pages for change in page.rows)

    def events(
        self,
        *,
        datasets: Optional[Iterable[Union[DatasetName, str]]] = None,
        types: Optional[Iterable[Union[EventType, str]]] = None,
        after: Optional[Day] = None,
    ) -> Iterator[Event]:
        """What happens, for as long as it is read; a broken connection is opened again after the last event.

        It begins with what is new, or ``after`` an event (its id), a date or an instant. ``events.missed`` always comes.
        """
        return read_events(self._transport, _query({"datasets": datasets, "types": types, "after": after}))

    def mirror(
        self, folder: Union[str, "os.PathLike[str]"], datasets: Optional[Iterable[str]] = None
    ) -> list[MirrorResult]:
        """Keeps the rows of datasets in a folder: ``<dataset>/<year>.ndjson``, a row a line, in the order of the key.

        The first run fetches all rows, hidden ones too; later runs apply what changed since, and fetch the years of
        changed files where the changes cannot tell. ``datasets`` are all that the key covers when left out. A run that
        was stopped is completed by the next; one run at a time. A year of a dataset is held in memory.
        """
        return mirror(self, folder, datasets)

    def bulk(self) -> Row:
        """The Parquet files of every dataset that the key covers."""
        return dict(self._transport.send("/v1/bulk").json)

    def download(self, file: Mapping[str, Any], path: Union[str, "os.PathLike[str]"]) -> str:
        """Fetches a file of the list; it gets its name when it is whole and its SHA-256 is right.

        ``path.part`` holds what was fetched so far; the next download goes on there.
        """
        if not all(name in file for name in ("url", "bytes", "sha256")):
            raise ValueError("file must be one of the files of bulk()")
        target = os.fspath(path)
        if os.path.isdir(target):
            raise IsADirectoryError(errno.EISDIR, "path must be the name of the file to write, and is a folder", target)
        part = f"{target}.part"
        for _ in range(2):
            self._fetch(file, part)
            if _sha256(part) == file["sha256"]:
                os.replace(part, target)
                return target
            os.remove(part)
        raise ValueError(f"{file['url']} does not have the SHA-256 that the list says, twice: nothing was replaced")

    def _fetch(self, file: Mapping[str, Any], part: str) -> None:
        size = int(file["bytes"])
        have = os.path.getsize(part) if os.path.exists(part) else 0
        with open(part, "ab") as out:
            if have > size:
                out.truncate(0)
                have = 0
            while have < size:
                end = min(have + _PIECE, size)
                headers = {"Accept": "*/*", "Range": f"bytes={have}-{end - 1}", "If-Range": f'"{file["sha256"]}"'}
                answer = self._transport.send(file["url"], headers=headers, is_file=True)
                if answer.status != 206 or len(answer.json) != end - have:
                    context = answer.context
                    raise UnexpectedResponseError(
                        "The response is not the part of the file that was asked for. "
                        f"[{context.method} {context.url}]",
                        answer.status,
                        context,
                    )
                out.write(answer.json)
                have = end
            out.flush()
            os.fsync(out.fileno())

    def explain_question(self, question: str) -> Row:
        """What a question is understood to mean, without running it (Plus)."""
        return dict(self._transport.send("/v1/ask/explain", body={"question": question}).json)

    def key_info(self) -> Row:
        """The tier of the key and the calls that are left."""
        return dict(self._transport.send("/v1/key/info").json)

    def key_plan(self, calls: int) -> Row:
        """When a number of calls will be free."""
        return dict(self._transport.send("/v1/key/plan", {"calls": str(calls)}).json)

    def _pages(
        self, path: str, query: Mapping[str, Any], on_warning: Optional[Callable[[Warning], None]] = None
    ) -> Iterator[Page]:
        """Checks the query now; the pages are fetched while they are read."""
        max_rows = query.get("max_rows")
        if max_rows is not None:
            _whole("max_rows", max_rows)
            _number("max_rows", max_rows, 0)
        _whole("limit", query.get("limit", MOST_ROWS))
        parameters = {name: value for name, value in query.items() if name not in Paging.__annotations__}
        return self._read_pages(path, _row_query(parameters), query, on_warning or self._transport._on_warning)

    def _read_pages(
        self, path: str, sent: dict[str, str], paging: Mapping[str, Any], on_warning: Callable[[Warning], None]
    ) -> Iterator[Page]:
        limit, max_rows, cursor = paging.get("limit", MOST_ROWS), paging.get("max_rows"), paging.get("cursor")
        told: set[str] = set()

        def once(warning: Warning) -> None:
            """Every page repeats the warnings of the query."""
            if warning.message not in told:
                told.add(warning.message)
                on_warning(warning)

        headers = {"Prefer": "handling=strict"} if paging.get("strict") else {}
        given = 0
        while max_rows is None or given < max_rows:
            if cursor is not None:
                sent["cursor"] = cursor
            sent["limit"] = str(limit if max_rows is None else min(limit, max_rows - given))
            try:
                page = _page_of(self._transport.send(path, sent, headers, on_warning=once))
            except FormosaError as error:
                error.rows_given = given
                raise
            yield page
            given += len(page.rows)
            cursor = page.cursor
            if cursor is None:
                return
            # A cursor carries the query.
            sent = {}


def _sha256(path: str) -> str:
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        for chunk in iter(lambda: file.read(1 << 20), b""):
            digest.update(chunk)
    return digest.hexdigest()


def _quoted(dataset: str) -> str:
    if not isinstance(dataset, str) or not dataset:
        raise ValueError(f"dataset must be the name of a dataset, and is {dataset!r}")
    return urllib.parse.quote(str(dataset), safe="")


def _change(dataset: str, change: Row, decimals: str) -> Row:
    rows = {name: change[name] and read_rows(dataset, [change[name]], decimals)[0] for name in ("before", "after")}
    times = {name: change[name] and instant(change[name]) for name in ("recorded_at", "known_at")}
    return {**change, **times, **rows}


def _gap(gap: Row) -> Row:
    return {**gap, **{name: _datetime.date.fromisoformat(gap[name]) for name in ("start_date", "end_date")}}


def _page_of(answer: Answer) -> Page:
    body = answer.json
    fits = (
        isinstance(body, dict)
        and isinstance(body.get("data"), list)
        and body.get("count") == len(body["data"])
        and (body.get("cursor") is None or isinstance(body["cursor"], str))
    )
    if not fits:
        context: FailureContext = answer.context
        raise UnexpectedResponseError(
            "The response is not a page of rows: data, count and cursor do not fit together. "
            f"[{context.method} {context.url}]",
            answer.status,
            context,
        )
    headers = answer.headers
    return Page(
        body["data"],
        body["cursor"],
        headers.get("X-Data-Version", ""),
        headers.get("X-Data-Origin", ""),
        str(body.get("tier_used", "")),
        warnings_of(headers),
        rate_limit_of(headers),
        answer.context.request_id,
    )


def _warn(warning: Warning) -> None:
    """Points at the line that called the client, however deep in it the request was sent."""
    depth, frame = 1, sys._getframe()
    while frame.f_back is not None and os.path.dirname(frame.f_code.co_filename) == _FOLDER:
        depth, frame = depth + 1, frame.f_back
    _python_warnings.warn(warning.message, FormosaWarning, stacklevel=depth)


def _note(event: RetryEvent) -> None:
    _log.warning("attempt %d failed, next in %.1f s: %s", event.attempt, event.delay, event.error)
