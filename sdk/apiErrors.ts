// Printed from the table of failures by `npm run docs`; do not edit.

import { ApiError, type FailureContext } from './errors.ts'

/**
 * 400: The request cannot be read: …
 */
export class BadRequestError extends ApiError<'bad_request'> {
  override readonly name = 'BadRequestError'
  constructor(given: ConstructorParameters<typeof ApiError>[1], context: FailureContext) {
    super('bad_request', given, context)
  }
}

/**
 * 400: The cursor cannot be used: …
 */
export class InvalidCursorError extends ApiError<'invalid_cursor'> {
  override readonly name = 'InvalidCursorError'
  constructor(given: ConstructorParameters<typeof ApiError>[1], context: FailureContext) {
    super('invalid_cursor', given, context)
  }
}

/**
 * 400: The user has not decided yet: ask again in … seconds.
 */
export class AuthorizationPendingError extends ApiError<'authorization_pending'> {
  override readonly name = 'AuthorizationPendingError'
  constructor(given: ConstructorParameters<typeof ApiError>[1], context: FailureContext) {
    super('authorization_pending', given, context)
  }
}

/**
 * 400: You ask too often: wait … seconds between two requests.
 */
export class SlowDownError extends ApiError<'slow_down'> {
  override readonly name = 'SlowDownError'
  constructor(given: ConstructorParameters<typeof ApiError>[1], context: FailureContext) {
    super('slow_down', given, context)
  }
}

/**
 * 400: The user has refused this log-in: start again if that was a mistake.
 */
export class AccessDeniedError extends ApiError<'access_denied'> {
  override readonly name = 'AccessDeniedError'
  constructor(given: ConstructorParameters<typeof ApiError>[1], context: FailureContext) {
    super('access_denied', given, context)
  }
}

/**
 * 400: This code has expired or was already used: start the log-in again.
 */
export class ExpiredDeviceCodeError extends ApiError<'expired_device_code'> {
  override readonly name = 'ExpiredDeviceCodeError'
  constructor(given: ConstructorParameters<typeof ApiError>[1], context: FailureContext) {
    super('expired_device_code', given, context)
  }
}

/**
 * 400: This link is invalid or was already used: request a new one.
 */
export class InvalidTokenError extends ApiError<'invalid_token'> {
  override readonly name = 'InvalidTokenError'
  constructor(given: ConstructorParameters<typeof ApiError>[1], context: FailureContext) {
    super('invalid_token', given, context)
  }
}

/**
 * 400: The signature of this event does not match: check the webhook secret.
 */
export class InvalidSignatureError extends ApiError<'invalid_signature'> {
  override readonly name = 'InvalidSignatureError'
  constructor(given: ConstructorParameters<typeof ApiError>[1], context: FailureContext) {
    super('invalid_signature', given, context)
  }
}

/**
 * 400: The payment header cannot be read: …
 */
export class InvalidPaymentError extends ApiError<'invalid_payment'> {
  override readonly name = 'InvalidPaymentError'
  constructor(given: ConstructorParameters<typeof ApiError>[1], context: FailureContext) {
    super('invalid_payment', given, context)
  }
}

/**
 * 401: An API key is required: send it in the header Authorization: Bearer <API_KEY>.
 */
export class MissingKeyError extends ApiError<'missing_key'> {
  override readonly name = 'MissingKeyError'
  constructor(given: ConstructorParameters<typeof ApiError>[1], context: FailureContext) {
    super('missing_key', given, context)
  }
}

/**
 * 401: This is not an API key of this service: send the complete key as Authorization: Bearer fmsa_live_…
 */
export class MalformedKeyError extends ApiError<'malformed_key'> {
  override readonly name = 'MalformedKeyError'
  constructor(given: ConstructorParameters<typeof ApiError>[1], context: FailureContext) {
    super('malformed_key', given, context)
  }
}

/**
 * 401: This API key is unknown: check it for typing errors, or create a new one.
 */
export class InvalidKeyError extends ApiError<'invalid_key'> {
  override readonly name = 'InvalidKeyError'
  constructor(given: ConstructorParameters<typeof ApiError>[1], context: FailureContext) {
    super('invalid_key', given, context)
  }
}

/**
 * 401: This API key was revoked: create a new one.
 */
export class RevokedKeyError extends ApiError<'revoked_key'> {
  override readonly name = 'RevokedKeyError'
  constructor(given: ConstructorParameters<typeof ApiError>[1], context: FailureContext) {
    super('revoked_key', given, context)
  }
}

/**
 * 401: This access token has expired or was revoked: refresh it, or connect the application again.
 */
export class InvalidAccessTokenError extends ApiError<'invalid_access_token'> {
  override readonly name = 'InvalidAccessTokenError'
  constructor(given: ConstructorParameters<typeof ApiError>[1], context: FailureContext) {
    super('invalid_access_token', given, context)
  }
}

/**
 * 401: This access token is for … alone: send an API key here.
 */
export class AccessTokenElsewhereError extends ApiError<'access_token_elsewhere'> {
  override readonly name = 'AccessTokenElsewhereError'
  constructor(given: ConstructorParameters<typeof ApiError>[1], context: FailureContext) {
    super('access_token_elsewhere', given, context)
  }
}

/**
 * 401: This request needs a session: log in with POST /v1/auth/log-in and send the cookie.
 */
export class SessionRequiredError extends ApiError<'session_required'> {
  override readonly name = 'SessionRequiredError'
  constructor(given: ConstructorParameters<typeof ApiError>[1], context: FailureContext) {
    super('session_required', given, context)
  }
}

/**
 * 401: The e-mail address or the password is wrong: try again, or reset the password.
 */
export class InvalidLoginError extends ApiError<'invalid_login'> {
  override readonly name = 'InvalidLoginError'
  constructor(given: ConstructorParameters<typeof ApiError>[1], context: FailureContext) {
    super('invalid_login', given, context)
  }
}

/**
 * 402: This call costs … atomic units of the token named in PAYMENT-REQUIRED: sign the payment and send the request again with it in X-PAYMENT.
 */
export class PaymentRequiredError extends ApiError<'payment_required'> {
  override readonly name = 'PaymentRequiredError'
  constructor(given: ConstructorParameters<typeof ApiError>[1], context: FailureContext) {
    super('payment_required', given, context)
  }
}

/**
 * 402: The payment was refused and nothing was charged: …
 */
export class PaymentRefusedError extends ApiError<'payment_refused'> {
  override readonly name = 'PaymentRefusedError'
  constructor(given: ConstructorParameters<typeof ApiError>[1], context: FailureContext) {
    super('payment_refused', given, context)
  }
}

/**
 * 403: This e-mail address is not verified yet: open the link in the message we sent.
 */
export class NotVerifiedError extends ApiError<'not_verified'> {
  override readonly name = 'NotVerifiedError'
  constructor(given: ConstructorParameters<typeof ApiError>[1], context: FailureContext) {
    super('not_verified', given, context)
  }
}

/**
 * 403: This account is disabled: contact the operator of this service.
 */
export class AccountDisabledError extends ApiError<'account_disabled'> {
  override readonly name = 'AccountDisabledError'
  constructor(given: ConstructorParameters<typeof ApiError>[1], context: FailureContext) {
    super('account_disabled', given, context)
  }
}

/**
 * 403: This request comes from another site: send it from a page of this service.
 */
export class CrossSiteError extends ApiError<'cross_site'> {
  override readonly name = 'CrossSiteError'
  constructor(given: ConstructorParameters<typeof ApiError>[1], context: FailureContext) {
    super('cross_site', given, context)
  }
}

/**
 * 403: This request needs the … tier and your tier is …: upgrade to use it.
 */
export class TierRequiredError extends ApiError<'tier_required', { required_tier: 'free' | 'lite' | 'plus'; current_tier: 'free' | 'lite' | 'plus' }> {
  override readonly name = 'TierRequiredError'
  constructor(given: ConstructorParameters<typeof ApiError>[1], context: FailureContext) {
    super('tier_required', given, context)
  }
}

/**
 * 404: There is no dataset named …: GET /v1/data lists all datasets, and names are case-sensitive.
 */
export class UnknownDatasetError extends ApiError<'unknown_dataset', { suggestions: readonly string[] }> {
  override readonly name = 'UnknownDatasetError'
  constructor(given: ConstructorParameters<typeof ApiError>[1], context: FailureContext) {
    super('unknown_dataset', given, context)
  }
}

/**
 * 404: You have no key with this number: GET /v1/keys lists your keys.
 */
export class UnknownKeyError extends ApiError<'unknown_key'> {
  override readonly name = 'UnknownKeyError'
  constructor(given: ConstructorParameters<typeof ApiError>[1], context: FailureContext) {
    super('unknown_key', given, context)
  }
}

/**
 * 404: … has no such file, or its version was removed after 24 hours: GET /v1/bulk/… lists the files there are.
 */
export class UnknownFileError extends ApiError<'unknown_file'> {
  override readonly name = 'UnknownFileError'
  constructor(given: ConstructorParameters<typeof ApiError>[1], context: FailureContext) {
    super('unknown_file', given, context)
  }
}

/**
 * 404: There is no such link: POST /v1/links makes one, and GET /v1/links lists yours.
 */
export class UnknownLinkError extends ApiError<'unknown_link'> {
  override readonly name = 'UnknownLinkError'
  constructor(given: ConstructorParameters<typeof ApiError>[1], context: FailureContext) {
    super('unknown_link', given, context)
  }
}

/**
 * 404: You have no webhook with this number: GET /v1/webhooks lists yours.
 */
export class UnknownWebhookError extends ApiError<'unknown_webhook'> {
  override readonly name = 'UnknownWebhookError'
  constructor(given: ConstructorParameters<typeof ApiError>[1], context: FailureContext) {
    super('unknown_webhook', given, context)
  }
}

/**
 * 404: This installation sells no plans: ask its operator for another tier.
 */
export class BillingDisabledError extends ApiError<'billing_disabled'> {
  override readonly name = 'BillingDisabledError'
  constructor(given: ConstructorParameters<typeof ApiError>[1], context: FailureContext) {
    super('billing_disabled', given, context)
  }
}

/**
 * 404: This installation takes no payments from agents: sign up for a key with POST /v1/auth/sign-up.
 */
export class AgentDisabledError extends ApiError<'agent_disabled'> {
  override readonly name = 'AgentDisabledError'
  constructor(given: ConstructorParameters<typeof ApiError>[1], context: FailureContext) {
    super('agent_disabled', given, context)
  }
}

/**
 * 404: The operator of this installation has published no security contact: contact the provider of your account.
 */
export class NoSecurityContactError extends ApiError<'no_security_contact'> {
  override readonly name = 'NoSecurityContactError'
  constructor(given: ConstructorParameters<typeof ApiError>[1], context: FailureContext) {
    super('no_security_contact', given, context)
  }
}

/**
 * 404: There is no endpoint at …: GET /llms.txt lists every endpoint.
 */
export class NotFoundError extends ApiError<'not_found'> {
  override readonly name = 'NotFoundError'
  constructor(given: ConstructorParameters<typeof ApiError>[1], context: FailureContext) {
    super('not_found', given, context)
  }
}

/**
 * 405: … is not allowed here: use …
 */
export class MethodNotAllowedError extends ApiError<'method_not_allowed'> {
  override readonly name = 'MethodNotAllowedError'
  constructor(given: ConstructorParameters<typeof ApiError>[1], context: FailureContext) {
    super('method_not_allowed', given, context)
  }
}

/**
 * 406: No type in the Accept header is available here: request …
 */
export class NotAcceptableError extends ApiError<'not_acceptable'> {
  override readonly name = 'NotAcceptableError'
  constructor(given: ConstructorParameters<typeof ApiError>[1], context: FailureContext) {
    super('not_acceptable', given, context)
  }
}

/**
 * 408: The request did not arrive completely in time: send it again.
 */
export class RequestTimeoutError extends ApiError<'request_timeout'> {
  override readonly name = 'RequestTimeoutError'
  constructor(given: ConstructorParameters<typeof ApiError>[1], context: FailureContext) {
    super('request_timeout', given, context)
  }
}

/**
 * 409: There is already an account with this e-mail address: log in, or reset the password.
 */
export class EmailTakenError extends ApiError<'email_taken'> {
  override readonly name = 'EmailTakenError'
  constructor(given: ConstructorParameters<typeof ApiError>[1], context: FailureContext) {
    super('email_taken', given, context)
  }
}

/**
 * 409: An account has at most … working keys: revoke one first.
 */
export class TooManyKeysError extends ApiError<'too_many_keys'> {
  override readonly name = 'TooManyKeysError'
  constructor(given: ConstructorParameters<typeof ApiError>[1], context: FailureContext) {
    super('too_many_keys', given, context)
  }
}

/**
 * 409: An account has at most … working links: revoke one, or wait until one expires.
 */
export class TooManyLinksError extends ApiError<'too_many_links'> {
  override readonly name = 'TooManyLinksError'
  constructor(given: ConstructorParameters<typeof ApiError>[1], context: FailureContext) {
    super('too_many_links', given, context)
  }
}

/**
 * 409: An account has at most … webhooks: remove one first.
 */
export class TooManyWebhooksError extends ApiError<'too_many_webhooks'> {
  override readonly name = 'TooManyWebhooksError'
  constructor(given: ConstructorParameters<typeof ApiError>[1], context: FailureContext) {
    super('too_many_webhooks', given, context)
  }
}

/**
 * 409: The first request with this Idempotency-Key has no answer yet: try again. If that lasts, look whether it was carried out, and use another key.
 */
export class IdempotencyPendingError extends ApiError<'idempotency_pending'> {
  override readonly name = 'IdempotencyPendingError'
  constructor(given: ConstructorParameters<typeof ApiError>[1], context: FailureContext) {
    super('idempotency_pending', given, context)
  }
}

/**
 * 409: This key is already revoked or rotated: rotate its successor instead.
 */
export class KeyNotLiveError extends ApiError<'key_not_live'> {
  override readonly name = 'KeyNotLiveError'
  constructor(given: ConstructorParameters<typeof ApiError>[1], context: FailureContext) {
    super('key_not_live', given, context)
  }
}

/**
 * 409: You already have a subscription: change it in the portal, POST /v1/billing/portal.
 */
export class AlreadySubscribedError extends ApiError<'already_subscribed'> {
  override readonly name = 'AlreadySubscribedError'
  constructor(given: ConstructorParameters<typeof ApiError>[1], context: FailureContext) {
    super('already_subscribed', given, context)
  }
}

/**
 * 409: This authorization was already used for another request or in another form: sign a new one, or repeat the first request unchanged.
 */
export class PaymentUsedError extends ApiError<'payment_used'> {
  override readonly name = 'PaymentUsedError'
  constructor(given: ConstructorParameters<typeof ApiError>[1], context: FailureContext) {
    super('payment_used', given, context)
  }
}

/**
 * 410: The data version of this cursor was removed after 24 hours: send the query again without a cursor.
 */
export class CursorExpiredError extends ApiError<'cursor_expired'> {
  override readonly name = 'CursorExpiredError'
  constructor(given: ConstructorParameters<typeof ApiError>[1], context: FailureContext) {
    super('cursor_expired', given, context)
  }
}

/**
 * 410: The events behind this place are no longer kept, or it is none: leave out `after` for the oldest there are.
 */
export class EventsGoneError extends ApiError<'events_gone'> {
  override readonly name = 'EventsGoneError'
  constructor(given: ConstructorParameters<typeof ApiError>[1], context: FailureContext) {
    super('events_gone', given, context)
  }
}

/**
 * 410: This link has expired: ask its owner for a new one.
 */
export class LinkExpiredError extends ApiError<'link_expired'> {
  override readonly name = 'LinkExpiredError'
  constructor(given: ConstructorParameters<typeof ApiError>[1], context: FailureContext) {
    super('link_expired', given, context)
  }
}

/**
 * 410: This link, or the key that made it, was revoked: ask its owner for a new one.
 */
export class LinkRevokedError extends ApiError<'link_revoked'> {
  override readonly name = 'LinkRevokedError'
  constructor(given: ConstructorParameters<typeof ApiError>[1], context: FailureContext) {
    super('link_revoked', given, context)
  }
}

/**
 * 410: This payment was used and its response is no longer kept: sign a new payment.
 */
export class ReplayExpiredError extends ApiError<'replay_expired'> {
  override readonly name = 'ReplayExpiredError'
  constructor(given: ConstructorParameters<typeof ApiError>[1], context: FailureContext) {
    super('replay_expired', given, context)
  }
}

/**
 * 413: The body is limited to … bytes: send a smaller one.
 */
export class TooLargeError extends ApiError<'too_large'> {
  override readonly name = 'TooLargeError'
  constructor(given: ConstructorParameters<typeof ApiError>[1], context: FailureContext) {
    super('too_large', given, context)
  }
}

/**
 * 415: The body must be JSON: send Content-Type: application/json.
 */
export class WrongTypeError extends ApiError<'wrong_type'> {
  override readonly name = 'WrongTypeError'
  constructor(given: ConstructorParameters<typeof ApiError>[1], context: FailureContext) {
    super('wrong_type', given, context)
  }
}

/**
 * 416: The file has … bytes and the range begins after them: request a range inside the file.
 */
export class RangeNotSatisfiableError extends ApiError<'range_not_satisfiable'> {
  override readonly name = 'RangeNotSatisfiableError'
  constructor(given: ConstructorParameters<typeof ApiError>[1], context: FailureContext) {
    super('range_not_satisfiable', given, context)
  }
}

/**
 * 417: Only Expect: 100-continue is supported: remove the Expect header.
 */
export class ExpectationFailedError extends ApiError<'expectation_failed'> {
  override readonly name = 'ExpectationFailedError'
  constructor(given: ConstructorParameters<typeof ApiError>[1], context: FailureContext) {
    super('expectation_failed', given, context)
  }
}

/**
 * 422: This Idempotency-Key came with another body: use a new key for each request.
 */
export class IdempotencyKeyReusedError extends ApiError<'idempotency_key_reused'> {
  override readonly name = 'IdempotencyKeyReusedError'
  constructor(given: ConstructorParameters<typeof ApiError>[1], context: FailureContext) {
    super('idempotency_key_reused', given, context)
  }
}

/**
 * 422: Unknown parameter: …
 */
export class UnknownParameterError extends ApiError<'unknown_parameter', { errors: readonly { readonly param: string; readonly reason: string }[] }> {
  override readonly name = 'UnknownParameterError'
  constructor(given: ConstructorParameters<typeof ApiError>[1], context: FailureContext) {
    super('unknown_parameter', given, context)
  }
}

/**
 * 422: Invalid parameter: …
 */
export class InvalidParameterError extends ApiError<'invalid_parameter', { errors: readonly { readonly param: string; readonly reason: string }[] }> {
  override readonly name = 'InvalidParameterError'
  constructor(given: ConstructorParameters<typeof ApiError>[1], context: FailureContext) {
    super('invalid_parameter', given, context)
  }
}

/**
 * 422: Part of the question was not understood: rephrase it or leave it out.
 */
export class NotUnderstoodError extends ApiError<'not_understood', { understood: readonly { readonly text: string; readonly as: string }[]; not_understood: readonly string[]; candidates: readonly string[]; readings: readonly { readonly sentence: string; readonly question: string; readonly reading: string; readonly probability: number }[]; suggestions: readonly string[] }> {
  override readonly name = 'NotUnderstoodError'
  constructor(given: ConstructorParameters<typeof ApiError>[1], context: FailureContext) {
    super('not_understood', given, context)
  }
}

/**
 * 422: The question has several meanings: choose one of the candidates.
 */
export class AmbiguousError extends ApiError<'ambiguous', { understood: readonly { readonly text: string; readonly as: string }[]; not_understood: readonly string[]; candidates: readonly string[]; readings: readonly { readonly sentence: string; readonly question: string; readonly reading: string; readonly probability: number }[]; suggestions: readonly string[] }> {
  override readonly name = 'AmbiguousError'
  constructor(given: ConstructorParameters<typeof ApiError>[1], context: FailureContext) {
    super('ambiguous', given, context)
  }
}

/**
 * 422: The data cannot answer this question: ask about figures of the past.
 */
export class OutOfScopeError extends ApiError<'out_of_scope', { understood: readonly { readonly text: string; readonly as: string }[]; not_understood: readonly string[]; candidates: readonly string[]; readings: readonly { readonly sentence: string; readonly question: string; readonly reading: string; readonly probability: number }[]; suggestions: readonly string[] }> {
  override readonly name = 'OutOfScopeError'
  constructor(given: ConstructorParameters<typeof ApiError>[1], context: FailureContext) {
    super('out_of_scope', given, context)
  }
}

/**
 * 422: Only market data can be queried here: ask for rows of the datasets.
 */
export class NotAllowedError extends ApiError<'not_allowed'> {
  override readonly name = 'NotAllowedError'
  constructor(given: ConstructorParameters<typeof ApiError>[1], context: FailureContext) {
    super('not_allowed', given, context)
  }
}

/**
 * 422: This question needs more time or memory than a question may use: ask about fewer stocks or a shorter period.
 */
export class QueryTooExpensiveError extends ApiError<'query_too_expensive', { sql: string }> {
  override readonly name = 'QueryTooExpensiveError'
  constructor(given: ConstructorParameters<typeof ApiError>[1], context: FailureContext) {
    super('query_too_expensive', given, context)
  }
}

/**
 * 422: This SQL may not be run: …
 */
export class SqlNotAllowedError extends ApiError<'sql_not_allowed', { position: { readonly line: number; readonly column: number } | null; did_you_mean: readonly string[] }> {
  override readonly name = 'SqlNotAllowedError'
  constructor(given: ConstructorParameters<typeof ApiError>[1], context: FailureContext) {
    super('sql_not_allowed', given, context)
  }
}

/**
 * 422: This SQL cannot be run: …
 */
export class SqlInvalidError extends ApiError<'sql_invalid', { position: { readonly line: number; readonly column: number } | null; did_you_mean: readonly string[] }> {
  override readonly name = 'SqlInvalidError'
  constructor(given: ConstructorParameters<typeof ApiError>[1], context: FailureContext) {
    super('sql_invalid', given, context)
  }
}

/**
 * 429: rate limit exceeded (…/… per hour for … tier)
 * rate limit exceeded (…/… per minute for this address)
 * rate limit exceeded (…/… attempts per 15 minutes)
 * rate limit exceeded (too many password checks wait for this address)
 * rate limit exceeded (…/… bad payments per minute for this address)
 * rate limit exceeded (…/… replays of a payment per minute)
 * rate limit exceeded (…/… open streams of events)
 * Too many responses to you have not been read yet: read them, or close their connections, before you send more requests.
 */
export class RateLimitedError extends ApiError<'rate_limited', { retry_after_seconds: number }> {
  override readonly name = 'RateLimitedError'
  constructor(given: ConstructorParameters<typeof ApiError>[1], context: FailureContext) {
    super('rate_limited', given, context)
  }
}

/**
 * 431: The URL and the headers together are limited to 16 KB: send fewer ids or a shorter cursor.
 */
export class HeaderTooLargeError extends ApiError<'header_too_large'> {
  override readonly name = 'HeaderTooLargeError'
  constructor(given: ConstructorParameters<typeof ApiError>[1], context: FailureContext) {
    super('header_too_large', given, context)
  }
}

/**
 * 500: Something went wrong on our side: quote the request id when you report it.
 */
export class InternalError extends ApiError<'internal', { request_id: string }> {
  override readonly name = 'InternalError'
  constructor(given: ConstructorParameters<typeof ApiError>[1], context: FailureContext) {
    super('internal', given, context)
  }
}

/**
 * 503: A part of the service is down (…): try again in a few seconds.
 */
export class UnavailableError<C extends string = 'unavailable'> extends ApiError<C, { request_id: string }> {
  override readonly name: string = 'UnavailableError'
  constructor(given: ConstructorParameters<typeof ApiError>[1], context: FailureContext, code: C = 'unavailable' as C) {
    super(code, given, context)
  }
}

/**
 * 503: Too many responses are being sent at once: try again in a moment.
 */
export class TooBusyError extends UnavailableError<'too_busy'> {
  override readonly name = 'TooBusyError'
  constructor(given: ConstructorParameters<typeof ApiError>[1], context: FailureContext) {
    super(given, context, 'too_busy')
  }
}

/**
 * 503: Too many of your questions wait already: wait for an answer before you ask the next one.
 */
export class TooManyQuestionsError extends UnavailableError<'too_many_questions'> {
  override readonly name = 'TooManyQuestionsError'
  constructor(given: ConstructorParameters<typeof ApiError>[1], context: FailureContext) {
    super(given, context, 'too_many_questions')
  }
}

/**
 * 503: The settlement is pending: send this request again with the same payment; you will not be charged twice.
 */
export class SettlementPendingError extends UnavailableError<'settlement_pending'> {
  override readonly name = 'SettlementPendingError'
  constructor(given: ConstructorParameters<typeof ApiError>[1], context: FailureContext) {
    super(given, context, 'settlement_pending')
  }
}

/**
 * 503: Payments cannot be checked right now and nothing was charged: send this request again in a few seconds.
 */
export class PaymentUnavailableError extends UnavailableError<'payment_unavailable'> {
  override readonly name = 'PaymentUnavailableError'
  constructor(given: ConstructorParameters<typeof ApiError>[1], context: FailureContext) {
    super(given, context, 'payment_unavailable')
  }
}

/**
 * 503: No rows yet: no publisher has answered. Next attempt at … Taipei time.
 */
export class NoRowsYetError extends UnavailableError<'no_rows_yet'> {
  override readonly name = 'NoRowsYetError'
  constructor(given: ConstructorParameters<typeof ApiError>[1], context: FailureContext) {
    super(given, context, 'no_rows_yet')
  }
}

/**
 * 503: The data is still being built: try again in a few seconds.
 */
export class NotReadyError extends UnavailableError<'not_ready'> {
  override readonly name = 'NotReadyError'
  constructor(given: ConstructorParameters<typeof ApiError>[1], context: FailureContext) {
    super(given, context, 'not_ready')
  }
}

/** The class of each code. */
export const errorClasses = {
  bad_request: BadRequestError,
  invalid_cursor: InvalidCursorError,
  authorization_pending: AuthorizationPendingError,
  slow_down: SlowDownError,
  access_denied: AccessDeniedError,
  expired_device_code: ExpiredDeviceCodeError,
  invalid_token: InvalidTokenError,
  invalid_signature: InvalidSignatureError,
  invalid_payment: InvalidPaymentError,
  missing_key: MissingKeyError,
  malformed_key: MalformedKeyError,
  invalid_key: InvalidKeyError,
  revoked_key: RevokedKeyError,
  invalid_access_token: InvalidAccessTokenError,
  access_token_elsewhere: AccessTokenElsewhereError,
  session_required: SessionRequiredError,
  invalid_login: InvalidLoginError,
  payment_required: PaymentRequiredError,
  payment_refused: PaymentRefusedError,
  not_verified: NotVerifiedError,
  account_disabled: AccountDisabledError,
  cross_site: CrossSiteError,
  tier_required: TierRequiredError,
  unknown_dataset: UnknownDatasetError,
  unknown_key: UnknownKeyError,
  unknown_file: UnknownFileError,
  unknown_link: UnknownLinkError,
  unknown_webhook: UnknownWebhookError,
  billing_disabled: BillingDisabledError,
  agent_disabled: AgentDisabledError,
  no_security_contact: NoSecurityContactError,
  not_found: NotFoundError,
  method_not_allowed: MethodNotAllowedError,
  not_acceptable: NotAcceptableError,
  request_timeout: RequestTimeoutError,
  email_taken: EmailTakenError,
  too_many_keys: TooManyKeysError,
  too_many_links: TooManyLinksError,
  too_many_webhooks: TooManyWebhooksError,
  idempotency_pending: IdempotencyPendingError,
  key_not_live: KeyNotLiveError,
  already_subscribed: AlreadySubscribedError,
  payment_used: PaymentUsedError,
  cursor_expired: CursorExpiredError,
  events_gone: EventsGoneError,
  link_expired: LinkExpiredError,
  link_revoked: LinkRevokedError,
  replay_expired: ReplayExpiredError,
  too_large: TooLargeError,
  wrong_type: WrongTypeError,
  range_not_satisfiable: RangeNotSatisfiableError,
  expectation_failed: ExpectationFailedError,
  idempotency_key_reused: IdempotencyKeyReusedError,
  unknown_parameter: UnknownParameterError,
  invalid_parameter: InvalidParameterError,
  not_understood: NotUnderstoodError,
  ambiguous: AmbiguousError,
  out_of_scope: OutOfScopeError,
  not_allowed: NotAllowedError,
  query_too_expensive: QueryTooExpensiveError,
  sql_not_allowed: SqlNotAllowedError,
  sql_invalid: SqlInvalidError,
  rate_limited: RateLimitedError,
  header_too_large: HeaderTooLargeError,
  internal: InternalError,
  unavailable: UnavailableError,
  too_busy: TooBusyError,
  too_many_questions: TooManyQuestionsError,
  settlement_pending: SettlementPendingError,
  payment_unavailable: PaymentUnavailableError,
  no_rows_yet: NoRowsYetError,
  not_ready: NotReadyError,
} as const

export type ErrorCode = keyof typeof errorClasses

/** Any error of the service; `code` tells them apart. */
export type ServiceError =
  | BadRequestError
  | InvalidCursorError
  | AuthorizationPendingError
  | SlowDownError
  | AccessDeniedError
  | ExpiredDeviceCodeError
  | InvalidTokenError
  | InvalidSignatureError
  | InvalidPaymentError
  | MissingKeyError
  | MalformedKeyError
  | InvalidKeyError
  | RevokedKeyError
  | InvalidAccessTokenError
  | AccessTokenElsewhereError
  | SessionRequiredError
  | InvalidLoginError
  | PaymentRequiredError
  | PaymentRefusedError
  | NotVerifiedError
  | AccountDisabledError
  | CrossSiteError
  | TierRequiredError
  | UnknownDatasetError
  | UnknownKeyError
  | UnknownFileError
  | UnknownLinkError
  | UnknownWebhookError
  | BillingDisabledError
  | AgentDisabledError
  | NoSecurityContactError
  | NotFoundError
  | MethodNotAllowedError
  | NotAcceptableError
  | RequestTimeoutError
  | EmailTakenError
  | TooManyKeysError
  | TooManyLinksError
  | TooManyWebhooksError
  | IdempotencyPendingError
  | KeyNotLiveError
  | AlreadySubscribedError
  | PaymentUsedError
  | CursorExpiredError
  | EventsGoneError
  | LinkExpiredError
  | LinkRevokedError
  | ReplayExpiredError
  | TooLargeError
  | WrongTypeError
  | RangeNotSatisfiableError
  | ExpectationFailedError
  | IdempotencyKeyReusedError
  | UnknownParameterError
  | InvalidParameterError
  | NotUnderstoodError
  | AmbiguousError
  | OutOfScopeError
  | NotAllowedError
  | QueryTooExpensiveError
  | SqlNotAllowedError
  | SqlInvalidError
  | RateLimitedError
  | HeaderTooLargeError
  | InternalError
  | UnavailableError
  | TooBusyError
  | TooManyQuestionsError
  | SettlementPendingError
  | PaymentUnavailableError
  | NoRowsYetError
  | NotReadyError

/** Whether an error is one of the service, of a code that is known here. */
export const isServiceError = (error: unknown): error is ServiceError =>
  error instanceof ApiError && Object.hasOwn(errorClasses, error.code)
