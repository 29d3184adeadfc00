"""Warnings of the service."""

from __future__ import annotations

from typing import Any, List, Mapping, NamedTuple, Optional, Sequence
from urllib.parse import unquote


class Warning(NamedTuple):  # noqa: A001 - the name that the TypeScript client has
    """A line of ``X-Warning``, or another remark of the service."""

    #: As ``unknown_id``, ``not_applicable``, ``outside_coverage``, ``truncated``.
    code: str
    #: The parameter it is about; None where there is none.
    param: Optional[str]
    values: Sequence[str]
    #: A suggestion for each value; empty where there is none.
    tries: Sequence[str]
    #: Values that were left out of the header for its length.
    more: int
    #: All of it as one readable line.
    message: str
    #: Its other figures and names, as ``first`` and ``last`` of ``outside_coverage``, ``rows`` of ``inactive_hidden``.
    facts: Mapping[str, str] = {}


#: The parts of a line that have a place of their own in a warning.
_USUAL = ("param", "values", "try", "more")


def _list(text: Optional[str]) -> List[str]:
    return [] if text is None else [unquote(part) for part in text.split(",")]


def _read(line: str) -> Warning:
    first, *rest = line.split("; ")
    fields = dict(part.split("=", 1) for part in [first, *rest] if "=" in part)
    more = int(fields.get("more", "0"))
    if first.startswith("more="):
        return Warning("more", None, [], [], more, f"{more} more warnings did not fit into the response")
    values, tries = _list(fields.get("values")), _list(fields.get("try"))
    param = unquote(fields["param"]) if "param" in fields else None
    listed = ", ".join(
        f"{value} (try {tries[i]})" if i < len(tries) and tries[i] else value for i, value in enumerate(values)
    )
    facts = {name: unquote(value) for name, value in fields.items() if name not in _USUAL}
    told = [f"{name}={value}" for name, value in facts.items()]
    parts = [first, param, *told, listed, f"and {more} more" if more else ""]
    return Warning(first, param, values, tries, more, " ".join(part for part in parts if part), facts)


def warnings_of(headers: Any) -> List[Warning]:
    """The warnings of a response."""
    lines = [line for text in headers.get_all("X-Warning", []) for line in text.split(", ") if line]
    found = [_read(line) for line in lines]
    if headers.get("X-Truncated") == "true":
        found.append(Warning("truncated", None, [], [], 0, "truncated: there are more rows than were asked for"))
    return found
