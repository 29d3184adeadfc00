import type { Source } from '../../catalogue/publishers.ts'
import type { HttpRequest } from '../../sources/feed.ts'

export type OutgoingRequest = {
  /** The publisher's own host, whose pace applies; also if a mirror answers. */
  readonly host: string
  readonly address: string
  readonly method: 'GET' | 'POST'
  readonly body: string | null
  readonly type: string | null
}

/** The base URL of a publisher's paths. */
export type BaseUrls = (publisher: Source) => string

/**
 * With `bases`, all requests of a publisher go below its base there; a request to another host keeps its path, so that
 * one mirror serves all of them.
 */
export function outgoingRequest(
  publisher: Source,
  { path, query, form, json }: HttpRequest,
  bases?: BaseUrls,
): OutgoingRequest {
  const own = new URL(path.startsWith('/') ? publisher.base + path : path)
  const base = bases?.(publisher).replace(/\/$/, '')
  const url = base === undefined ? own : new URL(base + (path.startsWith('/') ? path : own.pathname))
  for (const [name, value] of Object.entries(query)) url.searchParams.append(name, value)
  const posted =
    json !== undefined
      ? { body: JSON.stringify(json), type: 'application/json; charset=utf-8' }
      : form !== null
        ? { body: new URLSearchParams(form).toString(), type: 'application/x-www-form-urlencoded' }
        : { body: null, type: null }
  return { host: own.host, address: url.href, method: posted.body === null ? 'GET' : 'POST', ...posted }
}

export const hostOf = (publisher: Source): string => new URL(publisher.base).host
