"""Events as they happen."""

from __future__ import annotations

import datetime
import http.client
import json
from typing import Any, Dict, Iterator, Mapping, NamedTuple, Optional

from ._errors import ConnectionError, FailureContext, FormosaError
from ._transport import RETRIED, RetryEvent, Transport, delay_before
from ._values import instant


class Event(NamedTuple):
    """Something that happened; its id is the place to go on from."""

    id: str
    type: str
    timestamp: datetime.datetime
    data: Dict[str, Any]


def _blocks(response: Any, context: FailureContext) -> Iterator[Mapping[str, str]]:
    """The blocks of a stream, each as its fields; one that was cut is left out. Raises at the end of the stream."""
    fields: Dict[str, str] = {}
    try:
        for line in iter(response.readline, b""):
            name, _, fields[name] = line.decode("utf-8", "replace").rstrip("\n").partition(": ")
            if line == b"\n":
                yield fields
                fields = {}
    except (OSError, http.client.HTTPException) as error:
        raise ConnectionError(f"The stream of events broke: {error!r}. [GET {context.url}]", context) from error
    raise ConnectionError(f"The stream of events ended. [GET {context.url}]", context)


def read_events(transport: Transport, query: Mapping[str, str]) -> Iterator[Event]:
    """Once a stream has begun, it is opened again from the last id for as long as that may work."""
    headers = {"Accept": "text/event-stream", "Accept-Encoding": "identity"}
    retry: Optional[float] = None
    has_begun, failures = False, 0
    while True:
        try:
            answer = transport.send("/v1/events", query, headers, is_stream=True)
            has_begun = True
            with answer.json as response:
                for fields in _blocks(response, answer.context):
                    retry = float(fields["retry"]) / 1_000 if "retry" in fields else retry
                    headers.update({"Last-Event-ID": fields["id"]} if "id" in fields else {})
                    failures = 0
                    if "data" in fields:
                        event = json.loads(fields["data"])
                        yield Event(event["id"], event["type"], instant(event["timestamp"]), event["data"])
        except FormosaError as error:
            if not has_begun or not (isinstance(error, ConnectionError) or getattr(error, "status", 0) in RETRIED):
                raise
            failures += 1
            delay = delay_before(failures, getattr(error, "retry_after_seconds", None) or retry, transport.retry)
            transport.wait(RetryEvent(failures, delay, error))
