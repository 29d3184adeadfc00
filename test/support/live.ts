import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { columnsOf, type Dataset, isDated } from '../../src/catalogue/dataset.ts'
import { catalogue } from '../../src/catalogue/index.ts'
import { type IngestOptions, openIngest } from '../../src/ingest/context.ts'
import { failuresOf } from '../../src/ingest/gaps/failures.ts'
import type { GapsFile } from '../../src/ingest/gaps/gap.ts'
import { publishGaps } from '../../src/ingest/gaps/publish.ts'
import { type RunResult, refresh } from '../../src/ingest/refresh.ts'
import { openEngine, showFiles } from '../../src/lake/engine.ts'
import { type Lake, openLake, type Version } from '../../src/lake/lake.ts'
import { literal, quote } from '../../src/lake/schema.ts'
import { type Exchange, startExchange } from '../standin/exchange.ts'
import type { FaultRule } from '../standin/faults.ts'
import type { MarketReader } from '../standin/market.ts'
import { openMarket } from './openMarket.ts'

/** The market in a box behind an exchange, and a home that knows of it only by asking. */
export type Live = {
  readonly home: string
  readonly exchange: Exchange
  readonly lake: Lake
  /** The trading days of the market between two days. */
  readonly days: (from: string, to: string) => Promise<string[]>
  /** Sets the clock and the newest published day, and fetches what is due. */
  readonly refreshAt: (instant: string, through: string) => Promise<RunResult>
  /** Only turns the clock. */
  readonly turn: (instant: string, through: string) => void
  /** What the current version lacks, and why. */
  readonly gaps: (done: RunResult) => Promise<GapsFile>
  readonly differences: (terms: DifferenceTerms) => Promise<Difference[]>
  readonly market: MarketReader
  /** Options of its ingestion. */
  readonly context: IngestOptions
  readonly stop: () => Promise<void>
  readonly [Symbol.asyncDispose]: () => Promise<void>
}

type DifferenceTerms = {
  readonly datasets: readonly Dataset[]
  readonly from: string
  readonly to: string
  /** Columns that no response has, by dataset. */
  readonly unprinted: Readonly<Record<string, readonly string[]>>
  /** Conditions for the rows that can be compared, by dataset, instead of the days; `true` for all of them. */
  readonly where?: Readonly<Record<string, string>>
  /** Told how many rows of the market a dataset was held against. */
  readonly onCompared?: (dataset: string, rows: number) => void
}

/** Rows that the market has and the lake has not, or has otherwise, or the other way round. */
type Difference = {
  readonly dataset: string
  readonly kind: 'missing' | 'extra' | 'differs'
  readonly date: string
  readonly rows: number
  readonly example: string
}

const memory = '512MB'

export async function startLive(
  folder: string,
  {
    only,
    accepted = ['all'],
    faults = [],
    everyMoment = false,
  }: {
    readonly only?: readonly string[]
    /** Publishers whose terms are accepted; [] for open terms alone. */
    readonly accepted?: readonly string[]
    readonly faults?: readonly FaultRule[]
    readonly everyMoment?: boolean
  } = {},
): Promise<Live> {
  mkdirSync(folder, { recursive: true })
  const { version: truth, reader: market } = await openMarket()
  let now = new Date('2026-11-13T23:50:00+08:00')
  let through = '2026-11-13'
  const shared = { datasets: catalogue, now: () => now, memory }
  const exchange = await startExchange({ market, through: () => through, faults, everyMoment })
  const home = join(folder, 'home')
  const lake = openLake({ root: join(home, 'live/lake'), origin: 'live', ...shared })
  const context: IngestOptions = {
    folder: join(home, 'live/ingest'),
    ...{ lake, memory, scratch: join(folder, 'spill-ingest'), now: () => now, log: pino({ level: 'silent' }) },
    accepted,
    ...(only ? { only } : {}),
    ids: () => ['TSM', '^SOX'],
    asking: {
      bases: ({ id }) => `${exchange.url}/${id}`,
      paceFactor: 0,
      // A busy machine needs seconds for an answer; a request that is repeated would be counted twice.
      timeouts: { connectMs: 60_000, headersMs: 60_000, wholeMs: 300_000 },
    },
  }
  const turn = (instant: string, day: string) => {
    now = new Date(instant)
    through = day
  }
  return {
    ...{ home, exchange, lake, market, context, turn },
    async days(from, to) {
      const { rows } = await market.select(
        `SELECT CAST(trade_date AS VARCHAR) FROM TaiwanStockTradingDate
         WHERE NOT is_scheduled AND trade_date BETWEEN DATE ${literal(from)} AND DATE ${literal(to)} ORDER BY 1`,
      )
      return rows.map(([day]) => day as string)
    },
    async refreshAt(instant, day) {
      turn(instant, day)
      const opened = openIngest(context)
      try {
        return await refresh(opened)
      } finally {
        opened.close()
      }
    },
    gaps: async ({ failures, due }) =>
      publishGaps({ root: join(home, 'live/gaps'), memory, now: () => now }, (await lake.current())!, {
        failures: failuresOf(failures),
        ...(due === null ? {} : { due }),
      }),
    differences: async (terms) => differencesOf(truth, (await lake.current())!, join(folder, 'spill-diff'), terms),
    stop: () => exchange.stop(),
    [Symbol.asyncDispose]: () => exchange.stop(),
  }
}

async function differencesOf(
  truth: Version,
  live: Version,
  scratch: string,
  { datasets, from, to, unprinted, where = {}, onCompared = () => {} }: DifferenceTerms,
): Promise<Difference[]> {
  const engine = await openEngine({ memory, scratch })
  const { connection } = engine
  const found: Difference[] = []
  try {
    for (const dataset of datasets) {
      for (const [{ manifest, folder }, name] of [
        [truth, 'truth'],
        [live, 'told'],
      ] as const)
        await showFiles(
          connection,
          dataset,
          name,
          (manifest.datasets[dataset.name]?.parts ?? []).map(({ file }) => join(folder, file)),
        )
      // A list of what there is now has no days: all of it is compared.
      const condition =
        where[dataset.name] ??
        (isDated(dataset) ? `${quote(dataset.date)} BETWEEN DATE ${literal(from)} AND DATE ${literal(to)}` : 'true')
      for (const name of ['truth', 'told'])
        await connection.run(`CREATE OR REPLACE TEMP TABLE ${name}_rows AS SELECT * FROM ${name} WHERE ${condition}`)
      const [[rows]] = (await connection.runAndReadAll('SELECT count(*)::INTEGER FROM truth_rows')).getRowsJson() as [
        [number],
      ]
      onCompared(dataset.name, rows)
      const date = quote(dataset.date)
      const key = dataset.key.map(quote).join(', ')
      const compared = columnsOf(dataset)
        .map(([name]) => name)
        .filter((name) => !dataset.key.includes(name) && !(unprinted[dataset.name] ?? []).includes(name))
      const on = dataset.key.map((name) => `a.${quote(name)} = b.${quote(name)}`).join(' AND ')
      const differs = compared.map((name) => `a.${quote(name)} IS DISTINCT FROM b.${quote(name)}`).join(' OR ')
      const what = compared
        .map((name) => `CASE WHEN a.${quote(name)} IS DISTINCT FROM b.${quote(name)} THEN ${literal(name)} END`)
        .join(', ')
      const keyOf = (side: string) =>
        `concat_ws(' ', ${dataset.key.map((name) => `CAST(${side}.${quote(name)} AS VARCHAR)`).join(', ')})`
      const parts = [
        `SELECT 'missing' AS kind, a.${date} AS date, ${keyOf('a')} AS example FROM truth_rows a ANTI JOIN told_rows b USING (${key})`,
        `SELECT 'extra', a.${date}, ${keyOf('a')} FROM told_rows a ANTI JOIN truth_rows b USING (${key})`,
        ...(differs === ''
          ? []
          : [
              `SELECT 'differs', a.${date}, ${keyOf('a')} || ': ' || concat_ws(' ', ${what})
               FROM truth_rows a JOIN told_rows b ON ${on} WHERE (${differs})`,
            ]),
      ]
      const result = await connection.runAndReadAll(
        `SELECT kind, CAST(date AS VARCHAR) AS date, count(*)::INTEGER AS n, min(example) AS example
         FROM (${parts.join(' UNION ALL ')}) GROUP BY ALL ORDER BY date, kind`,
      )
      for (const [kind, day, n, example] of result.getRowsJson())
        found.push({
          dataset: dataset.name,
          kind: kind as Difference['kind'],
          date: day as string,
          rows: n as number,
          example: example as string,
        })
    }
    return found
  } finally {
    engine.close()
  }
}
