import { type Agent, type AgentOptions, createAgent } from './agent.ts'
import { type BulkFile, type BulkList, readFile } from './bulk.ts'
import { numberFrom, textFrom } from './checks.ts'
import { readEvents } from './events.ts'
import type { EventType } from './eventTypes.ts'
import { type MirrorOptions, type MirrorResult, mirror } from './mirror.ts'
import type { MirroredRow } from './mirrorFiles.ts'
import { createPacing, type RateLimit } from './pacing.ts'
import { readProfile } from './profile.ts'
import {
  type CallOptions,
  type ChangesQuery,
  type EventsQuery,
  type GapsQuery,
  type RowsQuery,
  type StreamQuery,
  searchOf,
  split,
} from './query.ts'
import { release } from './release.ts'
import { type RetryOptions, retryDefaults } from './retry.ts'
import type { Rows } from './rows.ts'
import { createStream, type Page, pageOf, type RowStream } from './stream.ts'
import { createTransport, type RetryEvent } from './transport.ts'
import type {
  AskResult,
  CatalogueEntry,
  Change,
  CorporateAction,
  Gap,
  KeyInfo,
  KeyPlan,
  KnownColumns,
  Plan,
  QuestionReading,
  SqlPlan,
  SqlResult,
  SqlValue,
} from './types.ts'
import { type Warning, warningsOf } from './warnings.ts'
import { readWide, type WideFrame, type WideQuery } from './wide.ts'

export type ClientOptions = {
  /** The service, e.g. `https://data.example.com`; the environment's FORMOSA_URL, or this machine, when left out. */
  readonly url?: string | undefined
  /** The API key; the environment's FORMOSA_KEY when left out, or that of `formosa login`. The catalogue and agents need none. */
  readonly key?: string | undefined
  /** Language of texts and errors. */
  readonly language?: 'en' | 'zh-TW' | undefined
  /** A request fails when no byte arrives for so long; 60,000 when left out. */
  readonly timeoutMs?: number | undefined
  readonly retry?: Partial<RetryOptions> | undefined
  /** Delay of a call when 49 remain; it grows to 50 times as much at 0. 100 when left out, 0 for none. */
  readonly slowDownMs?: number | undefined
  /** Gets every warning of the service; `console.warn` when left out. */
  readonly onWarning?: ((warning: Warning) => void) | undefined
  /** Told before a request is repeated. */
  readonly onRetry?: ((event: RetryEvent) => void) | undefined
  /** First part of the user agent, e.g. `my-app/1.0`. Browsers do not send it. */
  readonly userAgent?: string | undefined
  /** In place of the global `fetch`. */
  readonly fetch?: typeof fetch | undefined
}

type Environment = { readonly process?: { readonly env?: Readonly<Record<string, string | undefined>> } }

const fromEnvironment = (name: string): string | undefined => {
  try {
    return (globalThis as Environment).process?.env?.[name] || undefined
  } catch {
    // Deno without the permission to read it.
    return undefined
  }
}

function addressOf(url: string): string {
  if (typeof url !== 'string' || !URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new TypeError(`url must be the http(s) address of a service, and is '${url}'`)
  const { origin, pathname, search, username } = new URL(url)
  if (search !== '' || username !== '')
    throw new TypeError('url must have no query and no user; the key is an option of its own')
  return `${origin}${pathname.replace(/\/+$/, '')}`
}

/** A key with a line end, as read from a file, is meant without; others that no header can hold are not repeated. */
function keyOf(key: string): string {
  const trimmed = typeof key === 'string' ? key.trim() : ''
  if (!/^[\x21-\x7e]+$/.test(trimmed)) throw new TypeError('key must be an API key: letters, digits and underscores')
  return trimmed
}

/** Repetitions, with numbers that make sense. */
const retryOf = (given: Partial<RetryOptions> = {}): RetryOptions => ({
  retries: numberFrom(0, 'retry.retries', given.retries ?? retryDefaults.retries),
  baseMs: numberFrom(0, 'retry.baseMs', given.baseMs ?? retryDefaults.baseMs),
  maxDelayMs: numberFrom(0, 'retry.maxDelayMs', given.maxDelayMs ?? retryDefaults.maxDelayMs),
})

/** Browsers send their own, and ask the service's permission for another. */
const isBrowser = (): boolean => 'document' in globalThis || 'WorkerGlobalScope' in globalThis

type SqlOptions = CallOptions & {
  readonly params?: readonly SqlValue[]
  /** Tables as they were known then: a date, or an instant with its offset. */
  readonly asOf?: string
}

const sqlBody = (sql: string, params?: readonly SqlValue[], asOf?: string) => ({
  sql,
  ...(params === undefined ? {} : { params }),
  ...(asOf === undefined ? {} : { as_of: asOf }),
})

export type Client = ReturnType<typeof createClient>

/** A client of one service with one key. Clients share nothing. */
export function createClient(options: ClientOptions = {}) {
  const profile = options.key === undefined ? readProfile(fromEnvironment('FORMOSA_PROFILE')) : {}
  const url = addressOf(options.url ?? fromEnvironment('FORMOSA_URL') ?? profile.FORMOSA_URL ?? 'http://127.0.0.1:8080')
  // The key of a log-in is for the service that made it.
  const own =
    profile.FORMOSA_URL !== undefined && addressOf(profile.FORMOSA_URL) === url ? profile.FORMOSA_KEY : undefined
  const key = options.key ?? fromEnvironment('FORMOSA_KEY') ?? own
  const pacing = createPacing(numberFrom(0, 'slowDownMs', options.slowDownMs ?? 100))
  const base = {
    ...{ 'Accept-Language': options.language ?? 'en' },
    ...(isBrowser() ? {} : { 'User-Agent': [options.userAgent, `formosa-sdk/${release}`].filter(Boolean).join(' ') }),
  }
  const shared = {
    url,
    timeoutMs: numberFrom(1, 'timeoutMs', options.timeoutMs ?? 60_000),
    retry: retryOf(options.retry),
    pacing,
    fetch:
      options.fetch ??
      (((input: Parameters<typeof fetch>[0], init: RequestInit) => globalThis.fetch(input, init)) as typeof fetch),
    onWarning: options.onWarning ?? ((warning: Warning) => console.warn(`formosa: ${warning.message}`)),
    onRetry: options.onRetry ?? (() => {}),
  }
  const transport = createTransport({
    ...shared,
    headers: { ...base, ...(key === undefined || key === '' ? {} : { Authorization: `Bearer ${keyOf(key)}` }) },
  })

  const read = async <T>(path: string, { signal, onWarning }: CallOptions, query?: URLSearchParams): Promise<T> =>
    (await transport.send({ path, query, signal, onWarning })).json as T

  /** A stream of pages that are fetched with the key. */
  function stream<T>(path: string, query: StreamQuery): RowStream<T> {
    const { signal, onWarning, maxRows, limit, cursor: first, search, headers } = split(query)
    const told = new Set<string>()
    /** Every page repeats the warnings of the query. */
    const onFirst = (warning: Warning): void => {
      if (told.has(warning.message)) return
      told.add(warning.message)
      ;(onWarning ?? shared.onWarning)(warning)
    }
    return createStream<T, Page<T>>({
      ...{ limit, maxRows, signal, isAhead: true },
      async fetch(cursor, size, signal) {
        const from = cursor ?? first
        // A cursor carries the query.
        const sent = cursor === null ? new URLSearchParams(search) : new URLSearchParams()
        if (from !== null) sent.set('cursor', from)
        if (size !== null) sent.set('limit', String(size))
        return pageOf<T>(await transport.send({ path, query: sent, headers, signal, onWarning: onFirst }))
      },
    })
  }

  const pathOf = (folder: string, dataset: string): string => {
    // A URL would take dots for the folder above.
    if (/^\.+$/.test(textFrom('dataset', dataset))) throw new TypeError(`there is no dataset '${dataset}'`)
    return `/v1/${folder}/${encodeURIComponent(dataset)}`
  }
  const dataPath = (dataset: string): string => pathOf('data', dataset)
  const changes = (dataset: string, query: ChangesQuery): RowStream<Change> =>
    stream<Change>(pathOf('changes', dataset), query)

  return {
    /** The address of the service. */
    url,
    /** The quota as the last response told it; null before the first. */
    rateLimit: (): RateLimit | null => pacing.last(),

    /** The rows of a query, newest first, page by page while they are read, with the next page under way. */
    rows<
      D extends keyof Rows,
      C extends keyof Rows[D] & string = keyof Rows[D] & string,
      I extends RowsQuery['include'] = undefined,
    >(
      dataset: D,
      query: RowsQuery<C> & { readonly include?: I } = {},
    ): RowStream<Pick<Rows[D], C> & (I extends 'known' ? KnownColumns : unknown)> {
      return stream(dataPath(dataset), query as RowsQuery)
    },

    /** One column of a dataset by dates and ids, oldest first, with a row for every trading day. */
    wide<D extends keyof Rows>(dataset: D, value: keyof Rows[D] & string, query: WideQuery = {}): Promise<WideFrame> {
      const { signal, onWarning = shared.onWarning } = query
      const read: Parameters<typeof readWide>[0] = (given, told) =>
        stream<never>(dataPath(dataset), { ...given, shape: 'wide', value, onWarning: told } as StreamQuery).pages()
      const openDays = async (start_date: string, end_date: string) => {
        const days = { sort: 'asc', start_date, end_date, signal, onWarning } as StreamQuery
        const all = await stream<Rows['TaiwanStockTradingDate']>(dataPath('TaiwanStockTradingDate'), days).toArray()
        return all.filter(({ is_scheduled }) => !is_scheduled).map(({ trade_date }) => trade_date)
      }
      return readWide(read, openDays, query, onWarning)
    },

    /** The size of a query before it is run; costs no call. */
    async plan<D extends keyof Rows>(dataset: D, query: RowsQuery<keyof Rows[D] & string> = {}): Promise<Plan> {
      const { signal, onWarning, search, limit, cursor, headers } = split(query as RowsQuery)
      search.set('dry_run', 'true')
      search.set('limit', String(limit))
      if (cursor !== null) search.set('cursor', cursor)
      const answer = await transport.send({ path: dataPath(dataset), query: search, headers, signal, onWarning })
      return { ...(answer.json as Plan), remainingCalls: pacing.last()?.remaining ?? null }
    },

    /** The dates that a dataset has no rows for, each with its reason. */
    gaps(dataset: keyof Rows, query: GapsQuery = {}): RowStream<Gap> {
      return stream<Gap>(`${dataPath(dataset)}/gaps`, query)
    },

    /** The corporate actions that the adjusted prices of a stock are made of. */
    async explain(
      stockId: string,
      { asOf, ...options }: CallOptions & { readonly asOf?: string } = {},
    ): Promise<readonly CorporateAction[]> {
      const path = '/v1/data/TaiwanStockPriceAdj/explain'
      const search = searchOf({ stock_id: stockId, ...(asOf === undefined ? {} : { as_of: asOf }) })
      return (await read<{ data: CorporateAction[] }>(path, options, search)).data
    },

    /** Every dataset with its columns, notes and coverage; open to all. */
    async catalogue({
      signal,
      onWarning,
      ...filters
    }: CallOptions & {
      readonly category?: string
      readonly tier?: string
      readonly coverage?: 'full'
      readonly include?: 'derived'
    } = {}): Promise<readonly CatalogueEntry[]> {
      return (await read<{ datasets: CatalogueEntry[] }>('/v1/data', { signal, onWarning }, searchOf(filters))).datasets
    },

    /** Rows that answer a question in Chinese or English (Plus). */
    async ask(
      question: string,
      {
        maxRows,
        columns,
        reading,
        asOf,
        signal,
        onWarning,
      }: CallOptions & {
        readonly maxRows?: number
        readonly columns?: boolean
        /** Rows as they were known then: a date, or an instant with its offset. */
        readonly asOf?: string
        /** One of the `readings` of an `AmbiguousError`. */
        readonly reading?: string
      } = {},
    ): Promise<AskResult> {
      const body = {
        question,
        ...(maxRows === undefined ? {} : { max_rows: maxRows }),
        ...(columns === undefined ? {} : { columns }),
        ...(reading === undefined ? {} : { reading }),
        ...(asOf === undefined ? {} : { as_of: asOf }),
      }
      const { json, headers } = await transport.send({ path: '/v1/ask', body, signal, onWarning })
      return { ...(json as AskResult), truncated: headers.get('x-truncated') === 'true', warnings: warningsOf(headers) }
    },

    /** The rows of one SELECT over the datasets (Plus); `params` are the values of its `?`. */
    async sql(
      sql: string,
      { params, maxRows, asOf, signal, onWarning }: SqlOptions & { readonly maxRows?: number } = {},
    ): Promise<SqlResult> {
      const body = { ...sqlBody(sql, params, asOf), ...(maxRows === undefined ? {} : { max_rows: maxRows }) }
      const { json, headers } = await transport.send({ path: '/v1/sql', body, signal, onWarning })
      return { ...(json as SqlResult), calls: Number(headers.get('x-calls')), warnings: warningsOf(headers) }
    },

    /** What a SELECT reads and may cost, without running it (Plus). */
    async explainSql(sql: string, { params, asOf, signal, onWarning }: SqlOptions = {}): Promise<SqlPlan> {
      const body = sqlBody(sql, params, asOf)
      return (await transport.send({ path: '/v1/sql/explain', body, signal, onWarning })).json as SqlPlan
    },

    /** What a question is understood to mean, without its rows (Plus). */
    async explainQuestion(question: string, { signal, onWarning }: CallOptions = {}): Promise<QuestionReading> {
      return (await transport.send({ path: '/v1/ask/explain', body: { question }, signal, onWarning }))
        .json as QuestionReading
    },

    /** The tier of the key and the calls that are left. */
    keyInfo: (options: CallOptions = {}): Promise<KeyInfo> => read<KeyInfo>('/v1/key/info', options),

    /** When a number of calls will be free. */
    keyPlan: (calls: number, options: CallOptions = {}): Promise<KeyPlan> =>
      read<KeyPlan>('/v1/key/plan', options, searchOf({ calls })),

    /** The Parquet files of every dataset that the key covers. */
    bulk: (options: CallOptions = {}): Promise<BulkList> => read<BulkList>('/v1/bulk', options),

    /** What changed in a dataset since a version, a date or an instant, in the order of the versions. */
    changes: (dataset: keyof Rows, query: ChangesQuery): RowStream<Change> => changes(dataset, query),

    /** What happens, for as long as it is read: a broken connection is opened again after the last event. */
    events<T extends EventType = EventType>({ signal, onWarning, ...filters }: EventsQuery<T> = {}) {
      const { retry, onRetry } = shared
      return readEvents<T | 'events.missed'>(transport, {
        ...{ query: searchOf(filters), retry, onRetry },
        signal,
        onWarning,
      })
    },

    /**
     * Keeps the rows of datasets in a folder, as files of lines by years; runs after the first apply what changed. For
     * Node and programs that have its `node:fs`.
     */
    mirror(folder: string, options: MirrorOptions = {}): Promise<readonly MirrorResult[]> {
      const { signal, onWarning } = options
      const source = {
        url,
        bulk: () => read<BulkList>('/v1/bulk', { signal, onWarning }),
        rows: (dataset: string, query: Readonly<Record<string, string>>) =>
          // Warnings of years without rows say nothing: the rows are counted in the end.
          stream<MirroredRow>(dataPath(dataset), { ...query, signal, onWarning: () => {} }).pages(),
        changes: (dataset: string, since: string) => changes(dataset, { since, signal, onWarning }).pages(),
      }
      return mirror(source, textFrom('folder', folder), options)
    },

    /** The bytes of a Parquet file of the list, in order; `from` reads on in the middle. */
    bulkFile: (
      file: BulkFile,
      options: CallOptions & { readonly from?: number } = {},
    ): AsyncGenerator<Uint8Array, void, undefined> => readFile(transport, file, options),

    /** Reads pages for payments instead of a key; the caller's wallet signs them. */
    agent: (wallet: AgentOptions): Agent => createAgent({ ...shared, headers: base }, wallet),
  }
}
