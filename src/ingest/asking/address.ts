import type { Source } from '../../catalogue/dataset.ts'
import type { Request } from '../../sources/feed.ts'

/** A request as it goes out. */
export type Outgoing = {
  /** Whose pace it is asked at: the publisher's own host, also where a mirror answers. */
  readonly host: string
  readonly address: string
  readonly method: 'GET' | 'POST'
  readonly body: string | null
  readonly type: string | null
}

/** Where a publisher's paths begin. */
export type Bases = (publisher: Source) => string

/**
 * With `bases`, everything of a publisher lies below its base there; an address of another host keeps its path, so
 * that one mirror can stand for all of them.
 */
export function outgoing(publisher: Source, { path, query, form, json }: Request, bases?: Bases): Outgoing {
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
