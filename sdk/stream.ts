import { UnexpectedResponseError, withRowsGiven } from './errors.ts'
import { type RateLimit, rateLimitOf } from './pacing.ts'
import type { Answer } from './transport.ts'
import { type Warning, warningsOf } from './warnings.ts'

/** The rows of one response. */
export type Page<T> = {
  readonly rows: readonly T[]
  /** Reads on after this page, as the parameter `cursor`; null on the last page. */
  readonly cursor: string | null
  /** The version of the data: the same on every page of an iteration. */
  readonly dataVersion: string
  /** `demo` for simulated rows, `live` for the publishers'. */
  readonly origin: string
  readonly tier: string
  readonly warnings: readonly Warning[]
  readonly rateLimit: RateLimit | null
  readonly requestId: string | null
}

/** Reads a page of rows out of a response. */
export function pageOf<T>({ json, headers, context, status }: Answer): Page<T> {
  const body = json as { data?: unknown; count?: unknown; cursor?: unknown; tier_used?: unknown }
  if (
    !Array.isArray(body.data) ||
    body.count !== body.data.length ||
    !(body.cursor === null || typeof body.cursor === 'string')
  )
    throw new UnexpectedResponseError(
      `The response is not a page of rows: data, count and cursor do not fit together. [${context.method} ${context.url}]`,
      status,
      context,
    )
  return {
    rows: body.data as T[],
    cursor: body.cursor,
    dataVersion: headers.get('x-data-version') ?? '',
    origin: headers.get('x-data-origin') ?? '',
    tier: String(body.tier_used ?? ''),
    warnings: warningsOf(headers),
    rateLimit: rateLimitOf(headers),
    requestId: context.requestId,
  }
}

/** The rows of a query, fetched while they are read. Each iteration runs the query anew. */
export type RowStream<T, P extends Page<T> = Page<T>> = AsyncIterable<T> & {
  readonly pages: () => AsyncIterable<P>
  readonly toArray: () => Promise<T[]>
}

type StreamOptions<P> = {
  /** Fetches the first page, or that after a cursor. */
  readonly fetch: (cursor: string | null, limit: number | null, signal: AbortSignal) => Promise<P>
  /** Rows of a page; null leaves it to the server. */
  readonly limit: number | null
  readonly maxRows: number
  /** Whether the next page is requested while the rows of this one are read. */
  readonly isAhead: boolean
  readonly signal: AbortSignal | undefined
}

export function createStream<T, P extends Page<T>>(options: StreamOptions<P>): RowStream<T, P> {
  const { fetch, limit, maxRows, isAhead, signal } = options

  async function* pages(): AsyncGenerator<P, void, undefined> {
    const stop = new AbortController()
    const onAbort = () => stop.abort(signal!.reason)
    signal?.throwIfAborted()
    signal?.addEventListener('abort', onAbort, { once: true })
    let given = 0
    const start = (cursor: string | null, left: number): Promise<P> => {
      const next = fetch(
        cursor,
        limit === null && left === Number.POSITIVE_INFINITY ? null : Math.min(limit ?? left, left),
        stop.signal,
      )
      // A failure counts when its page is wanted; until then nobody waits for it.
      next.catch(() => {})
      return next
    }
    try {
      if (maxRows === 0) return
      let next: Promise<P> | null = start(null, maxRows)
      while (next) {
        const page: P = await next.catch((error) => {
          throw withRowsGiven(error, given)
        })
        const left = maxRows - given - page.rows.length
        const { cursor } = page
        next = null
        if (isAhead && cursor !== null && left > 0) next = start(cursor, left)
        yield page
        given += page.rows.length
        if (!isAhead && cursor !== null && left > 0) next = start(cursor, left)
      }
    } finally {
      signal?.removeEventListener('abort', onAbort)
      stop.abort()
    }
  }

  async function* rows(): AsyncGenerator<T, void, undefined> {
    for await (const page of pages()) yield* page.rows
  }

  return {
    pages,
    async toArray() {
      const all: T[] = []
      for await (const page of pages()) for (const row of page.rows) all.push(row)
      return all
    },
    [Symbol.asyncIterator]: rows,
  }
}
