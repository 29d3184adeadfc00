"""Client of Formosa, the Taiwan market-data service."""

from ._api_errors import *  # noqa: F401,F403
from ._api_errors import ERROR_CLASSES
from ._client import AskResult, Client, Page, Plan, Row
from ._datasets import COLUMNS, DatasetName, EventType
from ._errors import (
    ApiError,
    ConnectionError,
    FormosaError,
    FormosaWarning,
    TimeoutError,
    UnexpectedResponseError,
)
from ._events import Event
from ._mirror import MirrorResult
from ._release import RELEASE as __version__
from ._sql import SqlResult
from ._transport import RateLimit, RetryEvent, RetryOptions
from ._warnings import Warning

__all__ = [
    "COLUMNS",
    "ERROR_CLASSES",
    "ApiError",
    "AskResult",
    "Client",
    "ConnectionError",
    "DatasetName",
    "Event",
    "EventType",
    "FormosaError",
    "FormosaWarning",
    "MirrorResult",
    "Page",
    "Plan",
    "RateLimit",
    "RetryEvent",
    "RetryOptions",
    "Row",
    "SqlResult",
    "TimeoutError",
    "UnexpectedResponseError",
    "Warning",
    "__version__",
    *(error.__name__ for error in ERROR_CLASSES.values()),
]
