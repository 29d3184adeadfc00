"""Printed from the table of failures by ``npm run docs``; do not edit."""

from __future__ import annotations

from typing import Any, Dict, Mapping, Optional, Sequence, Type

from ._errors import ApiError


class BadRequestError(ApiError):
    """400: The request cannot be read: …"""

    code = "bad_request"


class InvalidCursorError(ApiError):
    """400: The cursor cannot be used: …"""

    code = "invalid_cursor"


class AuthorizationPendingError(ApiError):
    """400: The user has not decided yet: ask again in … seconds."""

    code = "authorization_pending"


class SlowDownError(ApiError):
    """400: You ask too often: wait … seconds between two requests."""

    code = "slow_down"


class AccessDeniedError(ApiError):
    """400: The user has refused this log-in: start again if that was a mistake."""

    code = "access_denied"


class ExpiredDeviceCodeError(ApiError):
    """400: This code has expired or was already used: start the log-in again."""

    code = "expired_device_code"


class InvalidTokenError(ApiError):
    """400: This link is invalid or was already used: request a new one."""

    code = "invalid_token"


class InvalidSignatureError(ApiError):
    """400: The signature of this event does not match: check the webhook secret."""

    code = "invalid_signature"


class InvalidPaymentError(ApiError):
    """400: The payment header cannot be read: …"""

    code = "invalid_payment"


class MissingKeyError(ApiError):
    """401: An API key is required: send it in the header Authorization: Bearer <API_KEY>."""

    code = "missing_key"


class MalformedKeyError(ApiError):
    """401: This is not an API key of this service: send the complete key as Authorization: Bearer fmsa_live_…"""

    code = "malformed_key"


class InvalidKeyError(ApiError):
    """401: This API key is unknown: check it for typing errors, or create a new one."""

    code = "invalid_key"


class RevokedKeyError(ApiError):
    """401: This API key was revoked: create a new one."""

    code = "revoked_key"


class InvalidAccessTokenError(ApiError):
    """401: This access token has expired or was revoked: refresh it, or connect the application again."""

    code = "invalid_access_token"


class AccessTokenElsewhereError(ApiError):
    """401: This access token is for … alone: send an API key here."""

    code = "access_token_elsewhere"


class SessionRequiredError(ApiError):
    """401: This request needs a session: log in with POST /v1/auth/log-in and send the cookie."""

    code = "session_required"


class InvalidLoginError(ApiError):
    """401: The e-mail address or the password is wrong: try again, or reset the password."""

    code = "invalid_login"


class PaymentRequiredError(ApiError):
    """402: This call costs … atomic units of the token named in PAYMENT-REQUIRED: sign the payment and send the request again with it in X-PAYMENT."""

    code = "payment_required"


class PaymentRefusedError(ApiError):
    """402: The payment was refused and nothing was charged: …"""

    code = "payment_refused"


class NotVerifiedError(ApiError):
    """403: This e-mail address is not verified yet: open the link in the message we sent."""

    code = "not_verified"


class AccountDisabledError(ApiError):
    """403: This account is disabled: contact the operator of this service."""

    code = "account_disabled"


class CrossSiteError(ApiError):
    """403: This request comes from another site: send it from a page of this service."""

    code = "cross_site"


class TierRequiredError(ApiError):
    """403: This request needs the … tier and your tier is …: upgrade to use it."""

    code = "tier_required"

    @property
    def required_tier(self) -> str:
        """Tier that may read the dataset."""
        return self.body["required_tier"]  # type: ignore[no-any-return]

    @property
    def current_tier(self) -> str:
        """The caller's tier."""
        return self.body["current_tier"]  # type: ignore[no-any-return]


class UnknownDatasetError(ApiError):
    """404: There is no dataset named …: GET /v1/data lists all datasets, and names are case-sensitive."""

    code = "unknown_dataset"

    @property
    def suggestions(self) -> Sequence[str]:
        """Datasets with a similar name; for a question, similar ones that are understood."""
        return self.body["suggestions"]  # type: ignore[no-any-return]


class UnknownKeyError(ApiError):
    """404: You have no key with this number: GET /v1/keys lists your keys."""

    code = "unknown_key"


class UnknownFileError(ApiError):
    """404: … has no such file, or its version was removed after 24 hours: GET /v1/bulk/… lists the files there are."""

    code = "unknown_file"


class UnknownLinkError(ApiError):
    """404: There is no such link: POST /v1/links makes one, and GET /v1/links lists yours."""

    code = "unknown_link"


class UnknownWebhookError(ApiError):
    """404: You have no webhook with this number: GET /v1/webhooks lists yours."""

    code = "unknown_webhook"


class BillingDisabledError(ApiError):
    """404: This installation sells no plans: ask its operator for another tier."""

    code = "billing_disabled"


class AgentDisabledError(ApiError):
    """404: This installation takes no payments from agents: sign up for a key with POST /v1/auth/sign-up."""

    code = "agent_disabled"


class NoSecurityContactError(ApiError):
    """404: The operator of this installation has published no security contact: contact the provider of your account."""

    code = "no_security_contact"


class NotFoundError(ApiError):
    """404: There is no endpoint at …: GET /llms.txt lists every endpoint."""

    code = "not_found"


class MethodNotAllowedError(ApiError):
    """405: … is not allowed here: use …"""

    code = "method_not_allowed"


class NotAcceptableError(ApiError):
    """406: No type in the Accept header is available here: request …"""

    code = "not_acceptable"


class RequestTimeoutError(ApiError):
    """408: The request did not arrive completely in time: send it again."""

    code = "request_timeout"


class EmailTakenError(ApiError):
    """409: There is already an account with this e-mail address: log in, or reset the password."""

    code = "email_taken"


class TooManyKeysError(ApiError):
    """409: An account has at most … working keys: revoke one first."""

    code = "too_many_keys"


class TooManyLinksError(ApiError):
    """409: An account has at most … working links: revoke one, or wait until one expires."""

    code = "too_many_links"


class TooManyWebhooksError(ApiError):
    """409: An account has at most … webhooks: remove one first."""

    code = "too_many_webhooks"


class IdempotencyPendingError(ApiError):
    """409: The first request with this Idempotency-Key has no answer yet: try again. If that lasts, look whether it was carried out, and use another key."""

    code = "idempotency_pending"


class KeyNotLiveError(ApiError):
    """409: This key is already revoked or rotated: rotate its successor instead."""

    code = "key_not_live"


class AlreadySubscribedError(ApiError):
    """409: You already have a subscription: change it in the portal, POST /v1/billing/portal."""

    code = "already_subscribed"


class PaymentUsedError(ApiError):
    """409: This authorization was already used for another request or in another form: sign a new one, or repeat the first request unchanged."""

    code = "payment_used"


class CursorExpiredError(ApiError):
    """410: The data version of this cursor was removed after 24 hours: send the query again without a cursor."""

    code = "cursor_expired"


class EventsGoneError(ApiError):
    """410: The events behind this place are no longer kept, or it is none: leave out `after` for the oldest there are."""

    code = "events_gone"


class LinkExpiredError(ApiError):
    """410: This link has expired: ask its owner for a new one."""

    code = "link_expired"


class LinkRevokedError(ApiError):
    """410: This link, or the key that made it, was revoked: ask its owner for a new one."""

    code = "link_revoked"


class ReplayExpiredError(ApiError):
    """410: This payment was used and its response is no longer kept: sign a new payment."""

    code = "replay_expired"


class TooLargeError(ApiError):
    """413: The body is limited to … bytes: send a smaller one."""

    code = "too_large"


class WrongTypeError(ApiError):
    """415: The body must be JSON: send Content-Type: application/json."""

    code = "wrong_type"


class RangeNotSatisfiableError(ApiError):
    """416: The file has … bytes and the range begins after them: request a range inside the file."""

    code = "range_not_satisfiable"


class ExpectationFailedError(ApiError):
    """417: Only Expect: 100-continue is supported: remove the Expect header."""

    code = "expectation_failed"


class IdempotencyKeyReusedError(ApiError):
    """422: This Idempotency-Key came with another body: use a new key for each request."""

    code = "idempotency_key_reused"


class UnknownParameterError(ApiError):
    """422: Unknown parameter: …"""

    code = "unknown_parameter"

    @property
    def errors(self) -> Sequence[Mapping[str, Any]]:
        """Every fault of the request at once."""
        return self.body["errors"]  # type: ignore[no-any-return]


class InvalidParameterError(ApiError):
    """422: Invalid parameter: …"""

    code = "invalid_parameter"

    @property
    def errors(self) -> Sequence[Mapping[str, Any]]:
        """Every fault of the request at once."""
        return self.body["errors"]  # type: ignore[no-any-return]


class NotUnderstoodError(ApiError):
    """422: Part of the question was not understood: rephrase it or leave it out."""

    code = "not_understood"

    @property
    def understood(self) -> Sequence[Mapping[str, Any]]:
        """Words of the question and their readings."""
        return self.body["understood"]  # type: ignore[no-any-return]

    @property
    def not_understood(self) -> Sequence[str]:
        """Words of the question that were not understood."""
        return self.body["not_understood"]  # type: ignore[no-any-return]

    @property
    def candidates(self) -> Sequence[str]:
        """What the question may mean, as sentences; each of them is a question that is understood."""
        return self.body["candidates"]  # type: ignore[no-any-return]

    @property
    def readings(self) -> Sequence[Mapping[str, Any]]:
        """The same, with what chooses each."""
        return self.body["readings"]  # type: ignore[no-any-return]

    @property
    def suggestions(self) -> Sequence[str]:
        """Datasets with a similar name; for a question, similar ones that are understood."""
        return self.body["suggestions"]  # type: ignore[no-any-return]


class AmbiguousError(ApiError):
    """422: The question has several meanings: choose one of the candidates."""

    code = "ambiguous"

    @property
    def understood(self) -> Sequence[Mapping[str, Any]]:
        """Words of the question and their readings."""
        return self.body["understood"]  # type: ignore[no-any-return]

    @property
    def not_understood(self) -> Sequence[str]:
        """Words of the question that were not understood."""
        return self.body["not_understood"]  # type: ignore[no-any-return]

    @property
    def candidates(self) -> Sequence[str]:
        """What the question may mean, as sentences; each of them is a question that is understood."""
        return self.body["candidates"]  # type: ignore[no-any-return]

    @property
    def readings(self) -> Sequence[Mapping[str, Any]]:
        """The same, with what chooses each."""
        return self.body["readings"]  # type: ignore[no-any-return]

    @property
    def suggestions(self) -> Sequence[str]:
        """Datasets with a similar name; for a question, similar ones that are understood."""
        return self.body["suggestions"]  # type: ignore[no-any-return]


class OutOfScopeError(ApiError):
    """422: The data cannot answer this question: ask about figures of the past."""

    code = "out_of_scope"

    @property
    def understood(self) -> Sequence[Mapping[str, Any]]:
        """Words of the question and their readings."""
        return self.body["understood"]  # type: ignore[no-any-return]

    @property
    def not_understood(self) -> Sequence[str]:
        """Words of the question that were not understood."""
        return self.body["not_understood"]  # type: ignore[no-any-return]

    @property
    def candidates(self) -> Sequence[str]:
        """What the question may mean, as sentences; each of them is a question that is understood."""
        return self.body["candidates"]  # type: ignore[no-any-return]

    @property
    def readings(self) -> Sequence[Mapping[str, Any]]:
        """The same, with what chooses each."""
        return self.body["readings"]  # type: ignore[no-any-return]

    @property
    def suggestions(self) -> Sequence[str]:
        """Datasets with a similar name; for a question, similar ones that are understood."""
        return self.body["suggestions"]  # type: ignore[no-any-return]


class NotAllowedError(ApiError):
    """422: Only market data can be queried here: ask for rows of the datasets."""

    code = "not_allowed"


class QueryTooExpensiveError(ApiError):
    """422: This question needs more time or memory than a question may use: ask about fewer stocks or a shorter period."""

    code = "query_too_expensive"

    @property
    def sql(self) -> str:
        """The SQL that takes too much."""
        return self.body["sql"]  # type: ignore[no-any-return]


class SqlNotAllowedError(ApiError):
    """422: This SQL may not be run: …"""

    code = "sql_not_allowed"

    @property
    def position(self) -> Optional[Mapping[str, Any]]:
        """Where in the SQL, both counted from 1; null where that is not known."""
        return self.body["position"]  # type: ignore[no-any-return]

    @property
    def did_you_mean(self) -> Sequence[str]:
        """Names that are near to one that is not there."""
        return self.body["did_you_mean"]  # type: ignore[no-any-return]


class SqlInvalidError(ApiError):
    """422: This SQL cannot be run: …"""

    code = "sql_invalid"

    @property
    def position(self) -> Optional[Mapping[str, Any]]:
        """Where in the SQL, both counted from 1; null where that is not known."""
        return self.body["position"]  # type: ignore[no-any-return]

    @property
    def did_you_mean(self) -> Sequence[str]:
        """Names that are near to one that is not there."""
        return self.body["did_you_mean"]  # type: ignore[no-any-return]


class RateLimitedError(ApiError):
    """429: rate limit exceeded (…/… per hour for … tier)

    rate limit exceeded (…/… per minute for this address)
    rate limit exceeded (…/… attempts per 15 minutes)
    rate limit exceeded (too many password checks wait for this address)
    rate limit exceeded (…/… bad payments per minute for this address)
    rate limit exceeded (…/… replays of a payment per minute)
    rate limit exceeded (…/… open streams of events)
    Too many responses to you have not been read yet: read them, or close their connections, before you send more requests.
    """

    code = "rate_limited"


class HeaderTooLargeError(ApiError):
    """431: The URL and the headers together are limited to 16 KB: send fewer ids or a shorter cursor."""

    code = "header_too_large"


class InternalError(ApiError):
    """500: Something went wrong on our side: quote the request id when you report it."""

    code = "internal"


class UnavailableError(ApiError):
    """503: A part of the service is down (…): try again in a few seconds."""

    code = "unavailable"


class TooBusyError(UnavailableError):
    """503: Too many responses are being sent at once: try again in a moment."""

    code = "too_busy"


class TooManyQuestionsError(UnavailableError):
    """503: Too many of your questions wait already: wait for an answer before you ask the next one."""

    code = "too_many_questions"


class SettlementPendingError(UnavailableError):
    """503: The settlement is pending: send this request again with the same payment; you will not be charged twice."""

    code = "settlement_pending"


class PaymentUnavailableError(UnavailableError):
    """503: Payments cannot be checked right now and nothing was charged: send this request again in a few seconds."""

    code = "payment_unavailable"


class NoRowsYetError(UnavailableError):
    """503: No rows yet: no publisher has answered. Next attempt at … Taipei time."""

    code = "no_rows_yet"


class NotReadyError(UnavailableError):
    """503: The data is still being built: try again in a few seconds."""

    code = "not_ready"


#: The class of each code.
ERROR_CLASSES: Dict[str, Type[ApiError]] = {
    "bad_request": BadRequestError,
    "invalid_cursor": InvalidCursorError,
    "authorization_pending": AuthorizationPendingError,
    "slow_down": SlowDownError,
    "access_denied": AccessDeniedError,
    "expired_device_code": ExpiredDeviceCodeError,
    "invalid_token": InvalidTokenError,
    "invalid_signature": InvalidSignatureError,
    "invalid_payment": InvalidPaymentError,
    "missing_key": MissingKeyError,
    "malformed_key": MalformedKeyError,
    "invalid_key": InvalidKeyError,
    "revoked_key": RevokedKeyError,
    "invalid_access_token": InvalidAccessTokenError,
    "access_token_elsewhere": AccessTokenElsewhereError,
    "session_required": SessionRequiredError,
    "invalid_login": InvalidLoginError,
    "payment_required": PaymentRequiredError,
    "payment_refused": PaymentRefusedError,
    "not_verified": NotVerifiedError,
    "account_disabled": AccountDisabledError,
    "cross_site": CrossSiteError,
    "tier_required": TierRequiredError,
    "unknown_dataset": UnknownDatasetError,
    "unknown_key": UnknownKeyError,
    "unknown_file": UnknownFileError,
    "unknown_link": UnknownLinkError,
    "unknown_webhook": UnknownWebhookError,
    "billing_disabled": BillingDisabledError,
    "agent_disabled": AgentDisabledError,
    "no_security_contact": NoSecurityContactError,
    "not_found": NotFoundError,
    "method_not_allowed": MethodNotAllowedError,
    "not_acceptable": NotAcceptableError,
    "request_timeout": RequestTimeoutError,
    "email_taken": EmailTakenError,
    "too_many_keys": TooManyKeysError,
    "too_many_links": TooManyLinksError,
    "too_many_webhooks": TooManyWebhooksError,
    "idempotency_pending": IdempotencyPendingError,
    "key_not_live": KeyNotLiveError,
    "already_subscribed": AlreadySubscribedError,
    "payment_used": PaymentUsedError,
    "cursor_expired": CursorExpiredError,
    "events_gone": EventsGoneError,
    "link_expired": LinkExpiredError,
    "link_revoked": LinkRevokedError,
    "replay_expired": ReplayExpiredError,
    "too_large": TooLargeError,
    "wrong_type": WrongTypeError,
    "range_not_satisfiable": RangeNotSatisfiableError,
    "expectation_failed": ExpectationFailedError,
    "idempotency_key_reused": IdempotencyKeyReusedError,
    "unknown_parameter": UnknownParameterError,
    "invalid_parameter": InvalidParameterError,
    "not_understood": NotUnderstoodError,
    "ambiguous": AmbiguousError,
    "out_of_scope": OutOfScopeError,
    "not_allowed": NotAllowedError,
    "query_too_expensive": QueryTooExpensiveError,
    "sql_not_allowed": SqlNotAllowedError,
    "sql_invalid": SqlInvalidError,
    "rate_limited": RateLimitedError,
    "header_too_large": HeaderTooLargeError,
    "internal": InternalError,
    "unavailable": UnavailableError,
    "too_busy": TooBusyError,
    "too_many_questions": TooManyQuestionsError,
    "settlement_pending": SettlementPendingError,
    "payment_unavailable": PaymentUnavailableError,
    "no_rows_yet": NoRowsYetError,
    "not_ready": NotReadyError,
}


__all__ = [
    "BadRequestError",
    "InvalidCursorError",
    "AuthorizationPendingError",
    "SlowDownError",
    "AccessDeniedError",
    "ExpiredDeviceCodeError",
    "InvalidTokenError",
    "InvalidSignatureError",
    "InvalidPaymentError",
    "MissingKeyError",
    "MalformedKeyError",
    "InvalidKeyError",
    "RevokedKeyError",
    "InvalidAccessTokenError",
    "AccessTokenElsewhereError",
    "SessionRequiredError",
    "InvalidLoginError",
    "PaymentRequiredError",
    "PaymentRefusedError",
    "NotVerifiedError",
    "AccountDisabledError",
    "CrossSiteError",
    "TierRequiredError",
    "UnknownDatasetError",
    "UnknownKeyError",
    "UnknownFileError",
    "UnknownLinkError",
    "UnknownWebhookError",
    "BillingDisabledError",
    "AgentDisabledError",
    "NoSecurityContactError",
    "NotFoundError",
    "MethodNotAllowedError",
    "NotAcceptableError",
    "RequestTimeoutError",
    "EmailTakenError",
    "TooManyKeysError",
    "TooManyLinksError",
    "TooManyWebhooksError",
    "IdempotencyPendingError",
    "KeyNotLiveError",
    "AlreadySubscribedError",
    "PaymentUsedError",
    "CursorExpiredError",
    "EventsGoneError",
    "LinkExpiredError",
    "LinkRevokedError",
    "ReplayExpiredError",
    "TooLargeError",
    "WrongTypeError",
    "RangeNotSatisfiableError",
    "ExpectationFailedError",
    "IdempotencyKeyReusedError",
    "UnknownParameterError",
    "InvalidParameterError",
    "NotUnderstoodError",
    "AmbiguousError",
    "OutOfScopeError",
    "NotAllowedError",
    "QueryTooExpensiveError",
    "SqlNotAllowedError",
    "SqlInvalidError",
    "RateLimitedError",
    "HeaderTooLargeError",
    "InternalError",
    "UnavailableError",
    "TooBusyError",
    "TooManyQuestionsError",
    "SettlementPendingError",
    "PaymentUnavailableError",
    "NoRowsYetError",
    "NotReadyError",
]
