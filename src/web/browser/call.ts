import type { Answer } from '../answers/answer.ts'
import { ownKey } from './ownKey.ts'

/** Calls of the service with the reader's key. */

/** The relative path to the root of the service. */
export const root = (): string => document.querySelector<HTMLAnchorElement>('.brand')!.getAttribute('href')!

export const language = (): 'en' | 'zh' => (document.documentElement.lang === 'en' ? 'en' : 'zh')

/** Sends a request with the key of the tab; status 0 where no answer comes. */
export async function send(path: string, body?: unknown): Promise<Response | null> {
  const key = ownKey()
  const headers: Record<string, string> = {
    Accept: 'application/json',
    'Accept-Language': language() === 'zh' ? 'zh-TW' : 'en',
    ...(key === null ? {} : { Authorization: `Bearer ${key}` }),
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
  }
  try {
    return await fetch(root() + path.slice(1), {
      headers,
      credentials: 'omit',
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    })
  } catch {
    return null
  }
}

/** The calls that the key had left by the last answer. */
let left: number | null = null

/** Sends a request and reads its JSON. */
export async function call(path: string, body?: unknown): Promise<Answer> {
  const method = body === undefined ? 'GET' : 'POST'
  const begun = performance.now()
  const leftBefore = ownKey() === null ? null : left
  const response = await send(path, body)
  if (!response) return { method, path, status: 0, headers: {}, body: null }
  const headers = Object.fromEntries(response.headers)
  const remaining = headers['x-ratelimit-remaining']
  if (remaining !== undefined) left = Number(remaining)
  const milliseconds = Math.round(performance.now() - begun)
  // A proxy in between may answer with a page of its own.
  const content = await response.json().catch(() => ({ detail: `${response.status} ${response.statusText}` }))
  dispatchEvent(new CustomEvent('answered', { detail: headers }))
  return { method, path, status: response.status, headers, body: content, milliseconds, leftBefore }
}
