"""Errors that do not come from the service, and the base of those that do."""

from __future__ import annotations

import re
from typing import Any, ClassVar, Mapping, NamedTuple, Optional


class FailureContext(NamedTuple):
    """What is known of a failed request."""

    method: str
    #: The address; a key is never part of it.
    url: str
    #: ``X-Request-Id`` of the last response; None where none arrived.
    request_id: Optional[str]
    #: Requests that were sent, the first one included.
    attempts: int


class FormosaWarning(UserWarning):
    """A remark of the service: the call worked, and something about it should be known."""


class FormosaError(Exception):
    """Any failure of this package, except a wrong call (TypeError, ValueError)."""

    def __init__(self, message: str, context: FailureContext) -> None:
        super().__init__(message)
        self.message = message
        self.method = context.method
        self.url = context.url
        self.request_id = context.request_id
        self.attempts = context.attempts
        #: Rows that an iteration had given when it failed; None outside of iterations.
        self.rows_given: Optional[int] = None

    def __str__(self) -> str:
        if not self.rows_given:
            return self.message
        return f"{self.message} ({self.rows_given} rows were given before)"


class ConnectionError(FormosaError):  # noqa: A001 - the name that the TypeScript client has
    """No connection, or one that ended before the response did."""


class TimeoutError(ConnectionError):  # noqa: A001
    """No byte arrived for as long as ``timeout``."""


class UnexpectedResponseError(FormosaError):
    """A response that is not this API's, as the page of a proxy or an inconsistent body."""

    def __init__(self, message: str, status: int, context: FailureContext) -> None:
        super().__init__(message, context)
        self.status = status


def _question(code: str, body: Mapping[str, Any]) -> str:
    """Follows the sentence of an unknown dataset; nothing where the sentence names the right one."""
    names = body.get("suggestions")
    if code != "unknown_dataset" or not isinstance(names, list) or not names:
        return ""
    detail = body["detail"]
    if re.search(rf"(?<!\w){re.escape(str(names[0]))}(?!\w)", detail, re.ASCII):
        return ""
    if re.search("[\u4e00-\u9fff]", detail):
        return f"您要找的可能是：{'、'.join(map(str, names))}。"
    return f" Did you mean {', '.join(map(str, names))}?"


class ApiError(FormosaError):
    """A refusal of the service. Every code has a class of its own."""

    code: ClassVar[str] = "unknown"

    def __init__(
        self,
        status: int,
        body: Mapping[str, Any],
        retry_after_seconds: Optional[float],
        context: FailureContext,
        code: Optional[str] = None,
        error_code: Optional[str] = None,
    ) -> None:
        if code is not None:
            self.code = code  # type: ignore[misc]
        #: ``X-Error-Code``, which tells the kinds of a 429 apart, as quota_exceeded from address_limited; else the code.
        self.error_code: str = error_code or self.code
        request_id = "" if context.request_id is None else f", request id {context.request_id}"
        tries = f", after {context.attempts} attempts" if context.attempts > 1 else ""
        super().__init__(
            f"{body['detail']}{_question(self.code, body)} [{status} {self.error_code}{request_id}{tries}: {context.method} {context.url}]",
            context,
        )
        self.status = status
        #: One sentence that names the fix, in the client's language.
        self.detail: str = body["detail"]
        self.body = body
        #: ``retry_after_seconds`` or ``Retry-After``; None where there is none.
        self.retry_after_seconds = retry_after_seconds
