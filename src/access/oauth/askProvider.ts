import type { AccountTools } from '../accountTools.ts'
import type { Visitor } from '../visitor.ts'
import { openProvider } from './provider.ts'

/** An answer in the form that OAuth prescribes. */
export type OauthAnswer = { readonly status: number; readonly body: Readonly<Record<string, unknown>> }

/** A request to the provider: a JSON body, a form, or neither. */
type Asked = {
  readonly body?: unknown
  readonly form?: URLSearchParams
  /** True where the visitor's own page asks: the provider sees the session. */
  readonly hasSession?: true
}

export type AskProvider = ReturnType<typeof createAskProvider>

/** Sends requests to the provider in this process. */
export function createAskProvider({ pepper, baseUrl, headersOf, forVisitors }: AccountTools) {
  const providers = forVisitors((options) => openProvider(options, pepper))
  return async (visitor: Visitor, path: string, { body, form, hasSession }: Asked) => {
    const handle = await providers(visitor)
    const headers = hasSession ? headersOf(visitor) : new Headers()
    // Our routes have compared the origin of the request; the provider is handed that of the service.
    headers.set('origin', new URL(baseUrl()).origin)
    if (body !== undefined) headers.set('content-type', 'application/json')
    const sent = form ?? (body === undefined ? null : JSON.stringify(body))
    const method = sent === null ? 'GET' : 'POST'
    const response = await handle(new Request(`${baseUrl()}${path}`, { method, headers, body: sent }))
    if (response.status >= 500) throw new Error(`the OAuth provider failed with ${response.status}`)
    const answer = ((await response.json().catch(() => null)) ?? {}) as OauthAnswer['body']
    return { status: response.status, body: answer, location: response.headers.get('location') }
  }
}
