import { join } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import type { Dataset } from '../../catalogue/dataset.ts'
import { TaiwanStockCapitalReductionReferencePrice } from '../../catalogue/fundamentals/TaiwanStockCapitalReductionReferencePrice.ts'
import { TaiwanStockChangeFaceReference } from '../../catalogue/fundamentals/TaiwanStockChangeFaceReference.ts'
import { TaiwanStockFinancialStatement } from '../../catalogue/fundamentals/TaiwanStockFinancialStatement.ts'
import { catalogue } from '../../catalogue/index.ts'
import { TaiwanStockOverview } from '../../catalogue/technical/TaiwanStockOverview.ts'
import { TaiwanStockTradingDate } from '../../catalogue/technical/TaiwanStockTradingDate.ts'
import { TaiwanStockTradingHaltAnnouncement } from '../../catalogue/technical/TaiwanStockTradingHaltAnnouncement.ts'
import { addDays } from '../../days.ts'
import { dateSql, inlineSql } from '../../derive/sql.ts'
import { type Engine, readRow, showFiles } from '../../lake/engine.ts'
import type { Version } from '../../lake/lake.ts'
import type { Holding } from '../../lake/manifest.ts'
import { literal } from '../../lake/schema.ts'
import { waitingSql } from '../load/waitingQuarters.ts'
import type { DatasetGaps, FetchFailure, Gap, GapsFile } from './gap.ts'
import {
  type CheckedSpan,
  countedSql,
  type ExpectedDataset,
  gapsSql,
  hasIds,
  isWholeSql,
  namedSql,
  piecesSql,
  spansSql,
  tellsItself,
} from './gapsSql.ts'
import { addPresence, openPresence, writePresence } from './presence.ts'

export type GapInputs = {
  readonly failures: readonly FetchFailure[]
  /** The newest trading day whose rows are due; the version's own unless a later one is known. */
  readonly due: string
  /** Time of computation in Taipei, `2026-11-13T18:30`. */
  readonly at: string
}

/** Datasets computed in parallel. */
export const lanes = 2

const shared = [
  TaiwanStockTradingDate,
  TaiwanStockOverview,
  TaiwanStockTradingHaltAnnouncement,
  TaiwanStockCapitalReductionReferencePrice,
  TaiwanStockChangeFaceReference,
]

const [text, date] = ['VARCHAR', 'DATE']
/** Separates the code and the arguments of a detail; occurs in none of them. */
const wordEnd = '\u001f'
const failureColumns = { dataset: text, market: text, id: text, f: date, t: date, kind: text, reason: text }

/** Creates the tables that all datasets share. */
async function prepare(connection: DuckDBConnection, until: string, failures: readonly FetchFailure[]): Promise<void> {
  const failed = failures.map(({ reason, ...one }) => {
    const detail = typeof reason === 'string' ? ['said', reason] : reason
    const line = detail.map((word) => word.replaceAll(/\s+/g, ' ')).join(wordEnd)
    return [one.dataset, one.market, one.id, one.from, one.to, one.kind, line]
  })
  const statements = [
    `CREATE TABLE trading_days AS SELECT trade_date AS d FROM "TaiwanStockTradingDate" WHERE trade_date <= ${dateSql(until)}`,
    `CREATE TABLE listed AS SELECT stock_id AS id, market, security_type AS type, listing_date AS listed, delisting_date AS delisted
       FROM "TaiwanStockOverview" WHERE market IN ('TWSE', 'TPEX')`,
    // From the halt until trading resumes; a halt of part of a day leaves no gap.
    `CREATE TABLE halts AS SELECT stock_id AS id, halt_date AS f, coalesce(resumption_date, DATE '9999-12-31') AS t,
         CASE WHEN resumption_date IS NULL THEN ['halted', CAST(halt_date AS VARCHAR)]
           ELSE ['halted_until', CAST(halt_date AS VARCHAR), CAST(resumption_date AS VARCHAR)] END AS detail FROM (
       SELECT stock_id, halt_date, resumption_date FROM "TaiwanStockTradingHaltAnnouncement"
       UNION SELECT stock_id, halt_date, resumption_date FROM "TaiwanStockCapitalReductionReferencePrice" WHERE halt_date IS NOT NULL
       UNION SELECT stock_id, halt_date, resumption_date FROM "TaiwanStockChangeFaceReference" WHERE halt_date IS NOT NULL)`,
    `CREATE TABLE failures AS
       SELECT * REPLACE (string_split(reason, ${literal(wordEnd)}) AS reason) FROM ${inlineSql(failureColumns, failed)}`,
  ]
  for (const sql of statements) await connection.run(sql)
}

/** SQL: cumulative rows without a single quarter, by company, and once if no company has the quarter. */
const singleQuartersSql = `INSERT INTO failures
  WITH waiting AS (SELECT DISTINCT stock_id, report_date, fiscal_year, fiscal_quarter FROM (${waitingSql})),
  reported AS (SELECT *, CAST(date_trunc('quarter', report_date) AS DATE) AS f,
    ['waits_for_quarter', CASE fiscal_quarter WHEN 4 THEN 'annual' ELSE 'cumulative' END,
      CAST(fiscal_year AS VARCHAR), CAST(fiscal_quarter - 1 AS VARCHAR)] AS reason FROM waiting)
  SELECT '${TaiwanStockFinancialStatement.name}', NULL, stock_id, f, report_date, 'not_loaded', reason FROM reported
  UNION ALL SELECT DISTINCT '${TaiwanStockFinancialStatement.name}', NULL, NULL, f, report_date, 'not_loaded', reason FROM reported
    ANTI JOIN (SELECT report_date FROM ${TaiwanStockFinancialStatement.name} WHERE period = 'quarterly') USING (report_date)`

/** The days to check: from the first row, or from the first trading day if there is none. */
function spanOf(
  { retention, update }: Dataset,
  holding: Holding | undefined,
  since: string,
  { due, at }: GapInputs,
): CheckedSpan | null {
  const first = holding?.first_date ?? since
  // A dataset with retention is checked for the days it should hold now.
  const kept = retention === null ? first : addDays(due, retention.kind === 'newest' ? 0 : -retention.days)
  const from = [first, kept].sort().at(retention?.kind === 'newest' && first > due ? 0 : 1)!
  if (from > due) return null
  const [today, time] = at.split('T') as [string, string]
  return { from, until: due, early: time < update && today <= due ? today : null }
}

/** Finds the gaps of one dataset after another, reusing the periods they share. */
function finder(connection: DuckDBConnection) {
  let made = ''

  return async (dataset: ExpectedDataset, span: CheckedSpan): Promise<Gap[]> => {
    const { periods, named } = namedSql(dataset, span)
    if (periods !== made) await connection.run(periods)
    made = periods
    await connection.run(named)
    await connection.run(spansSql)
    if (tellsItself(dataset) && (await readRow(connection, isWholeSql)).whole === true) return []
    for (const sql of countedSql(dataset)) await connection.run(sql)
    const { n } = await readRow(connection, 'SELECT count(*) AS n FROM days WHERE there < expected')
    const isLacking = Number(n) > 0
    if (isLacking) for (const sql of piecesSql(dataset, span)) await connection.run(sql)
    return isLacking || hasIds(dataset) ? rowsOf(connection, gapsSql(dataset, isLacking)) : []
  }
}

/** The SQL that finds the gaps of a dataset, without the dataset's name. */
const questionOf = (dataset: ExpectedDataset, span: CheckedSpan): string =>
  [
    namedSql(dataset, span).periods,
    tellsItself(dataset),
    ...countedSql(dataset),
    ...piecesSql(dataset, span),
    hasIds(dataset),
    ...[true, false].map((isLacking) => gapsSql(dataset, isLacking)),
  ]
    .join(';')
    .replaceAll(literal(dataset.name), '?')

const rowsOf = async (connection: DuckDBConnection, sql: string): Promise<Gap[]> =>
  (await connection.runAndReadAll(sql)).getRowObjectsJson() as unknown as Gap[]

const closedSql = (days: string): string => `WITH closed AS (${days})
  SELECT CAST(NULL AS VARCHAR) AS id, CAST(NULL AS VARCHAR) AS market, CAST(min(d) AS VARCHAR) AS "from", CAST(max(d) AS VARCHAR) AS "to",
    CAST(count(*) AS INTEGER) AS dates, 'closed' AS reason,
    CASE WHEN bool_and(isodow(d) > 5) THEN ['week_end'] ELSE ['no_trading'] END AS detail
  FROM (SELECT d, d - CAST(row_number() OVER (ORDER BY d) AS INTEGER) AS island FROM closed) GROUP BY island ORDER BY min(d) DESC`

const daysSql = (until: string): string =>
  `SELECT CAST(unnest(generate_series(CAST((SELECT min(d) FROM trading_days) AS TIMESTAMP), CAST(${dateSql(until)} AS TIMESTAMP), INTERVAL '1 day')) AS DATE) AS d`

export async function computeGaps(
  { connection, connect }: Engine,
  { manifest, folder }: Version,
  known: GapInputs,
  presence: { readonly earlier: string | null; readonly folder: string },
): Promise<GapsFile> {
  const rows = (sql: string) => rowsOf(connection, sql)
  const filesOf = ({ name }: Dataset) => (manifest.datasets[name]?.parts ?? []).map(({ file }) => join(folder, file))
  const expecting = catalogue.filter((dataset): dataset is ExpectedDataset => dataset.complete !== null)
  for (const dataset of new Set([...shared, TaiwanStockFinancialStatement]))
    await showFiles(connection, dataset, dataset.name, filesOf(dataset))
  await prepare(connection, known.due, known.failures)
  await connection.run(singleQuartersSql)
  await openPresence(connection, { manifest, folder }, expecting, presence.earlier)
  const { since } = await readRow(connection, 'SELECT CAST(min(d) AS VARCHAR) AS since FROM trading_days')
  const failed = new Set((await connection.runAndReadAll('SELECT DISTINCT dataset FROM failures')).getRowsJson().flat())
  const datasets: Record<string, DatasetGaps> = {}
  const waiting = [...expecting]
  const ofNoRows = new Map<string, Promise<Gap[]>>()
  /** Datasets without a row or a failure of their own lack the same as others of which the same is expected. */
  const findOnce = (find: ReturnType<typeof finder>, dataset: ExpectedDataset, span: CheckedSpan): Promise<Gap[]> => {
    if (filesOf(dataset).length > 0 || failed.has(dataset.name)) return find(dataset, span)
    const question = questionOf(dataset, span)
    const gaps = ofNoRows.get(question) ?? find(dataset, span)
    ofNoRows.set(question, gaps)
    return gaps
  }
  const work = async (lane: DuckDBConnection): Promise<void> => {
    const find = finder(lane)
    for (let dataset = waiting.shift(); dataset; dataset = waiting.shift()) {
      await addPresence(lane, dataset)
      // Without a calendar no gap can be known.
      const span = since === null ? null : spanOf(dataset, manifest.datasets[dataset.name], since as string, known)
      if (span) datasets[dataset.name] = { from: span.from, to: span.until, gaps: await findOnce(find, dataset, span) }
    }
  }
  const opened = await Promise.all(Array.from({ length: lanes }, connect))
  await Promise.all(opened.map(work))
  const listed = (await connection.runAndReadAll('SELECT id, market, type FROM listed ORDER BY id')).getRowObjectsJson()
  const file = `${manifest.version}.presence.parquet`
  return {
    format: 1,
    version: manifest.version,
    origin: manifest.origin,
    through: manifest.through,
    closed:
      since === null
        ? { trading_day: [], weekday: [] }
        : {
            trading_day: await rows(
              closedSql(`SELECT d FROM (${daysSql(known.due)}) ANTI JOIN trading_days USING (d)`),
            ),
            weekday: await rows(closedSql(`SELECT d FROM (${daysSql(known.due)}) WHERE isodow(d) > 5`)),
          },
    listed: Object.fromEntries(listed.map(({ id, market, type }) => [id, { market, type }])) as GapsFile['listed'],
    // Sorted by catalogue order, not by completion.
    datasets: Object.fromEntries(expecting.flatMap(({ name }) => (datasets[name] ? [[name, datasets[name]]] : []))),
    failures: known.failures,
    presence: { file, ...(await writePresence(connection, join(presence.folder, file))) },
  }
}
