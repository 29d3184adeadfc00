/** Descriptions of network errors, by error code. */
const faults: readonly (readonly [RegExp, string])[] = [
  [/^ENOTFOUND$/, 'the host name was not found'],
  [/^(EAI_\w+|ENODATA|ESERVFAIL)$/, 'the name server does not answer'],
  [/^ECONNREFUSED$/, 'nothing listens at the address'],
  [/^(ECONNRESET|EPIPE|ECONNABORTED)$/, 'the connection broke'],
  [/^(ENETUNREACH|EHOSTUNREACH|ENETDOWN|EADDRNOTAVAIL)$/, 'there is no way to the address'],
  [/^(ETIMEDOUT|ESOCKETTIMEDOUT)$/, 'the connection timed out'],
  [/CERT|^ERR_TLS|^ERR_SSL|^EPROTO$|ISSUER|SELF_SIGNED|UNABLE_TO_/, 'TLS failed'],
]

/** Describes a request without a response: a sentence and the system's error code. */
export function networkFault(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  const text = message || String(code ?? error)
  if (code === undefined) return text
  const known = faults.find(([pattern]) => pattern.test(code))?.[1]
  const detail = text.includes(code) ? text : `${code}: ${text}`
  return known === undefined ? detail : `${known} (${detail})`
}
