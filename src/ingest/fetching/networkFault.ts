/** Descriptions of network errors, by error code. */
const networkFaults: readonly (readonly [code: RegExp, en: string, zh: string])[] = [
  [/^ENOTFOUND$/, 'the host name was not found', '查無主機名稱'],
  [/^(EAI_\w+|ENODATA|ESERVFAIL)$/, 'the name server does not answer', '名稱伺服器沒有回應'],
  [/^ECONNREFUSED$/, 'nothing listens at the address', '該位址沒有服務'],
  [/^(ECONNRESET|EPIPE|ECONNABORTED)$/, 'the connection broke', '連線中斷'],
  [/^(ENETUNREACH|EHOSTUNREACH|ENETDOWN|EADDRNOTAVAIL)$/, 'there is no way to the address', '無法到達該位址'],
  [/^(ETIMEDOUT|ESOCKETTIMEDOUT)$/, 'the connection timed out', '連線逾時'],
  [/CERT|^ERR_TLS|^ERR_SSL|^EPROTO$|ISSUER|SELF_SIGNED|UNABLE_TO_/, 'TLS failed', 'TLS 失敗'],
]

/** In Chinese: the system's error code in the description of a request without a response. */
export function networkFaultIn(text: string): string | null {
  const codes = text.match(/\b[A-Z][A-Z0-9_]+\b/g) ?? []
  return networkFaults.find(([pattern]) => codes.some((code) => pattern.test(code)))?.[2] ?? null
}

/** Describes a request without a response: a sentence and the system's error code. */
export function networkFault(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  const text = message || String(code ?? error)
  if (code === undefined) return text
  const known = networkFaults.find(([pattern]) => pattern.test(code))?.[1]
  const detail = text.includes(code) ? text : `${code}: ${text}`
  return known === undefined ? detail : `${known} (${detail})`
}
