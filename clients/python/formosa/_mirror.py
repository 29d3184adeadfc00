"""A mirror: rows as files of lines by years, brought up to date by changes. Both clients write the same bytes."""

from __future__ import annotations

import json
import os
import re
import time
import urllib.parse
from typing import TYPE_CHECKING, Any, Dict, Iterable, Iterator, List, Mapping, NamedTuple
from typing import Optional, Sequence, Tuple, Union

from ._errors import ApiError

if TYPE_CHECKING:
    from ._client import Client, Page

_ALL = "all"
_MOST_MOVES = 8
#: What became of keys: the row, or None where it is gone.
_Changed = Dict[Tuple[Any, ...], Optional[Mapping[str, Any]]]
#: A file's rows and bytes; None where it has none.
_Written = Optional[Dict[str, int]]


class MirrorResult(NamedTuple):
    """What was done to the files of a dataset."""

    dataset: str
    #: Changes that were applied.
    applied: int
    #: Rows that were fetched.
    fetched: int
    #: Rows that the dataset has now.
    rows: int
    #: Why rows were fetched instead of changes; None where none were.
    reason: Optional[str]


class _Moved(Exception):
    """The service has another version than the list."""


def mirror(
    client: Client, folder: Union[str, "os.PathLike[str]"], datasets: Optional[Iterable[str]]
) -> List[MirrorResult]:
    root = os.fspath(folder)
    os.makedirs(root, exist_ok=True)
    path = os.path.join(root, "mirror.json")
    bulk = client.bulk()
    listed = [holding["dataset"] for holding in bulk["datasets"]]
    wanted = listed if datasets is None else [datasets] if isinstance(datasets, str) else list(datasets)
    for name in wanted:
        if name not in listed:
            if name in bulk["not_covered"]:
                raise ValueError(f"{name} needs a higher tier than that of this key")
            raise ValueError(f"there is no dataset {name!r}")
    state = _read_state(path, client.url, bulk["origin"])

    def save(name: str, entry: Dict[str, Any]) -> None:
        state["datasets"] = dict(sorted({**state["datasets"], name: entry}.items()))
        _replace(path, json.dumps(state, indent=1, ensure_ascii=False) + "\n")

    results = []
    for name in [one for one in listed if one in wanted]:
        moves = 0
        while True:
            holding = next((one for one in bulk["datasets"] if one["dataset"] == name), None)
            if holding is None:
                raise RuntimeError(f"The service no longer lists {name}.")
            if "key" not in holding:
                raise RuntimeError("The service is of release 0.10 or earlier: it does not tell what a mirror needs.")
            own = _Mirrored(client, root, holding, bulk["version"])
            try:
                results.append(own.update(state["datasets"].get(name), lambda entry, name=name: save(name, entry)))
                break
            except _Moved:
                if moves == _MOST_MOVES:
                    raise RuntimeError(f"The version of {name} changed {moves} times while it was read.") from None
                # Its threads take over a new version one after another.
                time.sleep(0.1 * 2**moves)
                moves += 1
                bulk = client.bulk()
    return results


def _read_state(path: str, url: str, origin: str) -> Dict[str, Any]:
    if not os.path.exists(path):
        return {"format": "ndjson", "url": url, "origin": origin, "datasets": {}}
    with open(path, encoding="utf-8") as file:
        state: Dict[str, Any] = json.load(file)
    if state.get("format") != "ndjson" or state["url"] != url or state["origin"] != origin:
        kind = state.get("format", "parquet")
        raise ValueError(f"{path} is of another mirror ({kind}, {state['origin']}, {state['url']})")
    return state


class _Mirrored:
    """The files of one dataset, which are brought to a version."""

    def __init__(self, client: Client, root: str, holding: Mapping[str, Any], version: str) -> None:
        self._client = client
        self._dataset: str = holding["dataset"]
        self._folder = os.path.join(root, self._dataset)
        self._holding = holding
        self._version = version
        self._key: Sequence[str] = holding["key"]
        self._key_date: Optional[str] = holding["key_date"]
        self._parts = [[one["part"], one["sha256"], one["first_date"], one["last_date"]] for one in holding["files"]]

    def _path(self, year: str) -> str:
        return os.path.join(self._folder, f"{year}.ndjson")

    def _key_of(self, row: Mapping[str, Any]) -> Tuple[Any, ...]:
        return tuple(row[name] for name in self._key)

    def _years_of(self, part: Sequence[Any]) -> List[str]:
        if self._key_date is None:
            return [_ALL]
        first, last = part[2], part[3]
        return [] if first is None or last is None else [str(n) for n in range(int(first[:4]), int(last[:4]) + 1)]

    def update(self, before: Optional[Mapping[str, Any]], save: Any) -> MirrorResult:
        os.makedirs(self._folder, exist_ok=True)
        rows: int = self._holding["rows"]
        old: Mapping[str, Dict[str, int]] = before["files"] if before else {}
        damaged = [year for year, one in old.items() if _size(self._path(year)) != one["bytes"]]
        due = self._changed_years(before)
        applied = 0
        reason = None
        staged: Dict[str, _Written] = {}

        def total() -> int:
            kept = sum(one["rows"] for year, one in old.items() if year not in staged)
            return kept + _rows_in(staged)

        if due or damaged:
            changes = self._changes(before, damaged)
            if isinstance(changes, str):
                reason = changes
                staged = self._fetch(sorted({*due, *damaged}))
            else:
                applied, by_year = changes
                for year, changed in by_year.items():
                    source = self._path(year) if year in old else None
                    staged[year] = _write_changed(source, self._path(year) + ".new", changed, self._key_of)
        if total() != rows:
            reason = f"{total()} rows instead of {rows}"
            applied = 0
            staged = self._fetch(sorted({year for part in self._parts for year in self._years_of(part)} | set(old)))
        if total() != rows:
            raise RuntimeError(
                f"{self._dataset} has {total()} rows in version {self._version}, and {rows} in the list of files."
            )
        self._commit(before, staged, save)
        return MirrorResult(self._dataset, applied, 0 if reason is None else _rows_in(staged), rows, reason)

    def _changed_years(self, before: Optional[Mapping[str, Any]]) -> List[str]:
        """The years of the parts that are new or gone."""
        was, now = [part[:2] for part in before["parts"]] if before else [], [part[:2] for part in self._parts]
        changed = [part for part in self._parts if part[:2] not in was]
        changed += [part for part in (before["parts"] if before else []) if part[:2] not in now]
        return sorted({year for part in changed for year in self._years_of(part)})

    def _changes(
        self, before: Optional[Mapping[str, Any]], damaged: Sequence[str]
    ) -> Union[str, Tuple[int, Dict[str, _Changed]]]:
        """What became of the changed keys since the version of the files; a sentence where that cannot be told."""
        if before is None:
            return "first run"
        if before["version"] is None:
            return "the last run was stopped"
        if damaged:
            return f"files were changed: {', '.join(damaged)}"
        if not self._holding["changes"]:
            return "its changes do not tell all"
        held = {part[1] for part in before["parts"]}
        most = max(1_000, sum(one["rows"] for one in self._holding["files"] if one["sha256"] not in held))
        by_year: Dict[str, _Changed] = {}
        count = 0
        try:
            for page in self._pages("changes", {"since": before["version"]}):
                count += len(page.rows)
                if count > most:
                    return "more changes than rows"
                for change in page.rows:
                    row = change["before"] if change["after"] is None else change["after"]
                    year = _ALL if self._key_date is None else row[self._key_date][:4]
                    by_year.setdefault(year, {})[self._key_of(row)] = change["after"]
        except ApiError as error:
            if error.status == 422:
                return f"the service does not know version {before['version']}"
            raise
        return count, by_year

    def _pages(self, kind: str, query: Mapping[str, str]) -> Iterator[Page]:
        """Pages that are all of the version."""
        path = f"/v1/{kind}/{urllib.parse.quote(self._dataset, safe='')}"
        # Warnings of years without rows say nothing: the rows are counted in the end.
        for page in self._client._pages(path, query, lambda warning: None):
            if page.data_version != self._version:
                raise _Moved
            yield page

    def _fetch(self, years: Sequence[str]) -> Dict[str, _Written]:
        """Fetches years, consecutive ones together; one at a time is held in memory."""
        staged: Dict[str, _Written] = {}
        start = 0
        for end in range(1, len(years) + 1):
            if end == len(years) or int(years[end]) != int(years[end - 1]) + 1:
                self._fetch_run(years[start:end], staged)
                start = end
        return staged

    def _fetch_run(self, years: Sequence[str], staged: Dict[str, _Written]) -> None:
        days = {} if self._key_date is None else {"start_date": f"{years[0]}-01-01", "end_date": f"{years[-1]}-12-31"}
        readers = [self._rows({**dict(urllib.parse.parse_qsl(query)), **days}) for query in self._holding["queries"]]
        heads = [next(reader, None) for reader in readers]
        for year in years:
            rows: _Changed = {}
            for i, reader in enumerate(readers):
                head = heads[i]
                while head is not None and (self._key_date is None or head[self._key_date].startswith(year)):
                    rows[self._key_of(head)] = head
                    head = next(reader, None)
                heads[i] = head
            staged[year] = _write_changed(None, self._path(year) + ".new", rows, self._key_of)

    def _rows(self, query: Mapping[str, str]) -> Iterator[Mapping[str, Any]]:
        for page in self._pages("data", {**query, "sort": "asc"}):
            yield from page.rows

    def _commit(self, before: Optional[Mapping[str, Any]], staged: Mapping[str, _Written], save: Any) -> None:
        """Puts written files in place. A kill in between leaves an entry whose next run fetches these years."""
        old = before["files"] if before else {}
        if staged:
            was = [part[:2] for part in before["parts"]] if before else []
            stays = [
                part
                for part in self._parts
                if part[:2] in was and not any(year in staged for year in self._years_of(part))
            ]
            save({"version": None, "parts": stays, "files": old})
        files = dict(old)
        for year, one in staged.items():
            if one is None:
                if os.path.exists(self._path(year)):
                    os.remove(self._path(year))
                files.pop(year, None)
            else:
                os.replace(self._path(year) + ".new", self._path(year))
                files[year] = one
        for name in os.listdir(self._folder):
            if re.fullmatch(r"(all|\d{4})\.ndjson(\.new)?", name) and name.replace(".ndjson", "") not in files:
                os.remove(os.path.join(self._folder, name))
        if staged or before is None or before["version"] != self._version:
            save({"version": self._version, "parts": self._parts, "files": dict(sorted(files.items()))})


def _rows_in(staged: Mapping[str, _Written]) -> int:
    return sum(one["rows"] for one in staged.values() if one is not None)


def _size(path: str) -> Optional[int]:
    return os.path.getsize(path) if os.path.exists(path) else None


def _lines_of(path: Optional[str]) -> Iterator[str]:
    if path is not None:
        with open(path, encoding="utf-8", newline="\n") as file:
            for line in file:
                yield line[:-1]


def _write_changed(source: Optional[str], target: str, changed: _Changed, key_of: Any) -> _Written:
    """Writes the lines of a file with some keys changed to another, which gets its name later."""
    rows = 0

    with open(target, "w", encoding="utf-8", newline="\n") as out:

        def put(line: str) -> None:
            nonlocal rows
            rows += 1
            out.write(line + "\n")

        def put_row(row: Optional[Mapping[str, Any]]) -> None:
            if row is not None:
                put(json.dumps(row, ensure_ascii=False, separators=(",", ":")))

        keys = iter(sorted(changed))
        key = next(keys, None)
        for line in _lines_of(source):
            own = key_of(json.loads(line)) if key is not None else ()
            while key is not None and key < own:
                put_row(changed[key])
                key = next(keys, None)
            if key is not None and key == own:
                put_row(changed[key])
                key = next(keys, None)
            else:
                put(line)
        while key is not None:
            put_row(changed[key])
            key = next(keys, None)
        out.flush()
        os.fsync(out.fileno())
    return {"rows": rows, "bytes": os.path.getsize(target)} if rows else None


def _replace(path: str, text: str) -> None:
    """Writes a text whole or not at all."""
    with open(f"{path}.new", "w", encoding="utf-8", newline="\n") as out:
        out.write(text)
        out.flush()
        os.fsync(out.fileno())
    os.replace(f"{path}.new", path)
