"""Requests to one service: paced, with time-outs, repeated where that is safe."""

from __future__ import annotations

import gzip
import http.client
import json
import random
import socket
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
import zlib
from email.utils import parsedate_to_datetime
from typing import Any, Callable, Mapping, NamedTuple, Optional, Union

from ._api_errors import ERROR_CLASSES
from ._errors import (
    ApiError,
    ConnectionError,
    FailureContext,
    FormosaError,
    TimeoutError,
    UnexpectedResponseError,
)
from ._warnings import Warning, warnings_of

#: Statuses after which the same request may work: the service's own, and those of proxies before it.
RETRIED = frozenset({408, 429, 502, 503, 504})
_SPREAD = 0.2
#: With it, the earliest moment of the spread is the one that the server named.
_MARGIN = 1 / (1 - _SPREAD)
#: Calls slow down when fewer than this remain in the hour.
_FEW_CALLS = 50
#: A stream of this service is never silent for so many seconds: it has a line every 15.
_STREAM_SILENCE = 45.0


class RateLimit(NamedTuple):
    """What a response said of the quota of the key."""

    limit: int
    remaining: int
    tier: str


class RetryOptions(NamedTuple):
    """How failed requests are repeated."""

    #: Repetitions after the first attempt; 0 for none.
    retries: int = 5
    #: First delay in seconds without an instruction of the server; it doubles each time.
    base: float = 0.5
    #: Longest delay in seconds. A server that asks for a longer one makes the request fail at once.
    max_delay: float = 120.0


class RetryEvent(NamedTuple):
    """A repetition that is about to be waited for."""

    attempt: int
    delay: float
    error: FormosaError


class Answer(NamedTuple):
    """A successful response."""

    status: int
    headers: Any
    #: The body: JSON, the bytes of a file, or the open response of a stream.
    json: Any
    context: FailureContext


def rate_limit_of(headers: Any) -> Optional[RateLimit]:
    limit, remaining = headers.get("X-RateLimit-Limit"), headers.get("X-RateLimit-Remaining")
    if limit is None or remaining is None:
        return None
    return RateLimit(int(limit), int(remaining), headers.get("X-RateLimit-Tier", ""))


def slow_delay(remaining: int, unit: float) -> float:
    """Seconds to wait before a call when few remain: ``unit`` at 49, 50 times as much at 0."""
    return 0.0 if remaining >= _FEW_CALLS else unit * _FEW_CALLS / (remaining + 1)


def delay_before(attempts: int, asked: Optional[float], options: RetryOptions) -> float:
    """Seconds before the next attempt: doubling, on top of what the server asks for, give or take 20 percent."""
    jitter = 1 - _SPREAD + 2 * _SPREAD * random.random()
    if asked is None:
        return min(options.base * 2 ** (attempts - 1), options.max_delay) * jitter
    # Asked for the second time, the server's number alone was not enough.
    backoff = min(options.base * 2 ** (attempts - 2), options.max_delay) if attempts > 1 else 0.0
    return (asked * _MARGIN + backoff) * jitter


def _asked_delay(headers: Any, body: Any) -> Optional[float]:
    told = body.get("retry_after_seconds") if isinstance(body, dict) else None
    if isinstance(told, (int, float)) and told >= 0:
        return float(told)
    header = headers.get("Retry-After")
    if header is None:
        return None
    if header.strip().isdigit():
        return float(header)
    try:
        return max(0.0, parsedate_to_datetime(header).timestamp() - time.time())
    except (TypeError, ValueError):
        return None


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """A redirect would carry the key to another address."""

    def redirect_request(self, *_: Any, **__: Any) -> None:
        return None


class _Attempt(NamedTuple):
    status: int
    headers: Any
    #: The body, or the open response of a stream.
    data: Any


class Transport:
    def __init__(
        self,
        url: str,
        headers: Mapping[str, str],
        timeout: float,
        retry: RetryOptions,
        slow_down: float,
        on_warning: Callable[[Warning], None],
        on_retry: Callable[[RetryEvent], None],
    ) -> None:
        self.url = url
        self.last: Optional[RateLimit] = None
        self._headers = dict(headers)
        self._timeout = timeout
        self.retry = retry
        self._slow_down = slow_down
        self._on_warning = on_warning
        self._on_retry = on_retry
        self._not_before = 0.0
        self._lock = threading.Lock()
        self._opener = urllib.request.build_opener(_NoRedirects())

    def send(
        self,
        path: str,
        query: Optional[Mapping[str, str]] = None,
        headers: Optional[Mapping[str, str]] = None,
        body: Any = None,
        on_warning: Optional[Callable[[Warning], None]] = None,
        is_file: bool = False,
        is_stream: bool = False,
    ) -> Answer:
        """GETs JSON, or POSTs ``body``: only for calls that change nothing, since they are repeated like the others."""
        text = urllib.parse.urlencode(query or {}, safe=",")
        url = f"{self.url}{path}{'?' + text if text else ''}"
        method = "GET" if body is None else "POST"
        attempts = 0
        while True:
            attempts += 1
            self._pace()
            context = FailureContext(method, url, None, attempts)
            result = self._once(url, headers or {}, body, is_file, is_stream, context)
            if isinstance(result, Answer):
                for warning in warnings_of(result.headers):
                    (on_warning or self._on_warning)(warning)
                return result
            delay = self._delay_after(result, attempts)
            if isinstance(result, ApiError) and result.status == 429:
                with self._lock:
                    self._not_before = max(self._not_before, time.monotonic() + delay)
            self.wait(RetryEvent(attempts, delay, result))

    def wait(self, event: RetryEvent) -> None:
        """Tells of a repetition, and waits for it."""
        self._on_retry(event)
        time.sleep(event.delay)

    def _pace(self) -> None:
        with self._lock:
            now = time.monotonic()
            at = max(now, self._not_before)
            if self.last is not None:
                self._not_before = max(self._not_before, at + slow_delay(self.last.remaining, self._slow_down))
        if at > now:
            time.sleep(at - now)

    def _saw(self, headers: Any) -> None:
        seen = rate_limit_of(headers)
        if seen is None:
            return
        with self._lock:
            # The first response that tells of few calls delays the next request, which is not spaced yet.
            if self.last is None or self.last.remaining >= _FEW_CALLS:
                pause = slow_delay(seen.remaining, self._slow_down)
                self._not_before = max(self._not_before, time.monotonic() + pause)
            self.last = seen

    def _delay_after(self, error: FormosaError, attempts: int) -> float:
        if attempts > self.retry.retries:
            raise error
        asked = error.retry_after_seconds if isinstance(error, ApiError) else None
        if asked is not None and asked > self.retry.max_delay:
            error.message += (
                f" (not repeated: the server asks to wait {asked:g} s, and max_delay is {self.retry.max_delay:g} s)"
            )
            raise error
        return delay_before(attempts, asked, self.retry)

    def _attempt(
        self, url: str, headers: Mapping[str, str], body: Any, is_stream: bool, context: FailureContext
    ) -> _Attempt:
        sent = {"Accept": "application/json", "Accept-Encoding": "gzip", **self._headers, **headers}
        data = None
        if body is not None:
            data = json.dumps(body).encode()
            sent["Content-Type"] = "application/json"
        request = urllib.request.Request(url, data=data, headers=sent, method=context.method)
        timeout = max(self._timeout, _STREAM_SILENCE) if is_stream else self._timeout
        where = f"[{context.method} {context.url}]"
        try:
            try:
                response = self._opener.open(request, timeout=timeout)
            except urllib.error.HTTPError as error:
                response = error
            if is_stream and response.status == 200 and _is_event_stream(response.headers):
                return _Attempt(response.status, response.headers, response)
            with response:
                received = response.read()
            if response.headers.get("Content-Encoding") == "gzip":
                received = gzip.decompress(received)
            return _Attempt(response.status, response.headers, received)
        except socket.timeout as error:
            raise TimeoutError(f"{self.url} sent nothing for {timeout:g} s. {where}", context) from error
        except urllib.error.URLError as error:
            if isinstance(error.reason, socket.timeout):
                raise TimeoutError(f"{self.url} sent nothing for {timeout:g} s. {where}", context) from error
            raise ConnectionError(f"The connection to {self.url} failed: {error.reason}. {where}", context) from error
        except (OSError, EOFError, http.client.HTTPException, zlib.error) as error:
            raise ConnectionError(f"The connection to {self.url} failed: {error!r}. {where}", context) from error

    def _once(
        self,
        url: str,
        headers: Mapping[str, str],
        body: Any,
        is_file: bool,
        is_stream: bool,
        context: FailureContext,
    ) -> Union[Answer, FormosaError]:
        """The answer, or a failure that may be repeated; raises the others."""
        try:
            got = self._attempt(url, headers, body, is_stream, context)
        except ConnectionError as error:
            return error
        self._saw(got.headers)
        known = context._replace(request_id=got.headers.get("X-Request-Id"))
        if (is_file and 200 <= got.status <= 299) or not isinstance(got.data, bytes):
            return Answer(got.status, got.headers, got.data, known)
        try:
            parsed = json.loads(got.data)
        except ValueError:
            parsed = None
        if not 200 <= got.status <= 299:
            error = _failure(got, parsed, known)
            if got.status in RETRIED:
                return error
            raise error
        content_type = got.headers.get("Content-Type", "")
        if content_type and (is_stream or (parsed is None and "json" not in content_type.lower())):
            # Another kind of body comes again however often it is asked for.
            raise UnexpectedResponseError(
                f'The response is not {"a stream of events" if is_stream else "JSON"} but {content_type}, beginning "{_beginning(got.data)}". '
                f"Check the address, and proxies before it. [{context.method} {context.url}]",
                got.status,
                known,
            )
        if parsed is None:
            # A body that was cut where its length is not known, as by some proxies.
            return ConnectionError(
                f"The response of {self.url} is not complete JSON. [{context.method} {context.url}]", known
            )
        return Answer(got.status, got.headers, parsed, known)


def _is_event_stream(headers: Any) -> bool:
    return str(headers.get("Content-Type", "")).startswith("text/event-stream")


def _beginning(data: bytes) -> str:
    """The first words of a body that is not understood."""
    return " ".join(data[:200].decode("utf-8", "replace").split())


def _failure(got: _Attempt, body: Any, context: FailureContext) -> FormosaError:
    if not (isinstance(body, dict) and isinstance(body.get("detail"), str)):
        location = got.headers.get("Location")
        text = _beginning(got.data)
        said = f"it leads to {location}; use that address" if location else f'it begins "{text}"' if text else "no body"
        return UnexpectedResponseError(
            f"The response is not this API's: status {got.status}, {said}. "
            f"Check the address, and proxies before it. [{context.method} {context.url}]",
            got.status,
            context,
        )
    code = "rate_limited" if got.status == 429 else str(body.get("code", "unknown"))
    # Releases before 0.11 have one code for every 5xx.
    if got.status == 503 and code == "internal":
        code = "unavailable"
    delay = _asked_delay(got.headers, body)
    error_code = got.headers.get("X-Error-Code")
    known = ERROR_CLASSES.get(code)
    if known is None:
        return ApiError(got.status, body, delay, context, code, error_code)
    return known(got.status, body, delay, context, error_code=error_code)
