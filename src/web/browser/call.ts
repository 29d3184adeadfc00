import type { Answer, Refusal } from '../answers/answer.ts'
import { ownKey } from './ownKey.ts'

/** Calls of the service from a page. */

/** The relative path to the root of the service: a proxy may serve it below another path. */
export const root = (): string => document.querySelector<HTMLAnchorElement>('.brand')!.getAttribute('href')!

export const language = (): 'en' | 'zh' => (document.documentElement.lang === 'en' ? 'en' : 'zh')

/** `key`: null for a request with neither a key nor the session of the reader, which is sent by default. */
type Options = { readonly method?: string; readonly body?: unknown; readonly key?: string | null }

/** What came back, its headers by their names in lower case; status 0 where nothing came. */
export type Reply<T = unknown> = {
  readonly status: number
  readonly isOk: boolean
  readonly headers: Readonly<Record<string, string>>
  readonly body: T & Refusal
}

export async function send(path: string, { method = 'GET', body, key }: Options): Promise<Response | null> {
  const headers = {
    Accept: 'application/json',
    'Accept-Language': document.documentElement.lang,
    ...(key && { Authorization: `Bearer ${key}` }),
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
  }
  const credentials = key === undefined ? 'same-origin' : 'omit'
  try {
    const content = body === undefined ? {} : { body: JSON.stringify(body) }
    return await fetch(root() + path.slice(1), { method, headers, credentials, ...content })
  } catch {
    return null
  }
}

export async function readReply<T>(response: Response | null): Promise<Reply<T>> {
  if (!response) return { status: 0, isOk: false, headers: {}, body: {} as T & Refusal }
  const { status, statusText, ok } = response
  // A proxy in between may answer with a page of its own.
  const body = await response.json().catch(() => ({ detail: `${status} ${statusText}` }))
  return { status, isOk: ok, headers: Object.fromEntries(response.headers), body }
}

/** Calls the service, details in the language of the page. */
export const call = async <T>(path: string, options: Options = {}): Promise<Reply<T>> =>
  readReply<T>(await send(path, options))

/** The calls that the key had left by the last answer. */
let left: number | null = null

/** Calls the service with the key of the tab, if it has one. */
export async function callWithKey(path: string, body?: unknown): Promise<Answer> {
  const method = body === undefined ? 'GET' : 'POST'
  const begun = performance.now()
  const key = ownKey()
  const leftBefore = key === null ? null : left
  const { status, headers, body: content } = await call(path, { method, body, key })
  if (status === 0) return { method, path, status, headers, body: null }
  const remaining = headers['x-ratelimit-remaining']
  if (remaining !== undefined) left = Number(remaining)
  const milliseconds = Math.round(performance.now() - begun)
  dispatchEvent(new CustomEvent('answered', { detail: headers }))
  return { method, path, status, headers, body: content, milliseconds, leftBefore }
}
