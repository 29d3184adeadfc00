import { join } from 'node:path'
import type { Dataset } from '../../catalogue/dataset.ts'
import { TaiwanStockCapitalReductionReferencePrice } from '../../catalogue/fundamentals/TaiwanStockCapitalReductionReferencePrice.ts'
import { TaiwanStockChangeFaceReference } from '../../catalogue/fundamentals/TaiwanStockChangeFaceReference.ts'
import { TaiwanStockFinancialStatement } from '../../catalogue/fundamentals/TaiwanStockFinancialStatement.ts'
import { catalogue } from '../../catalogue/index.ts'
import { TaiwanStockOverview } from '../../catalogue/technical/TaiwanStockOverview.ts'
import { TaiwanStockTradingDate } from '../../catalogue/technical/TaiwanStockTradingDate.ts'
import { TaiwanStockTradingHaltAnnouncement } from '../../catalogue/technical/TaiwanStockTradingHaltAnnouncement.ts'
import { addDays, dateOf, dayOf, weekdayOf } from '../../days.ts'
import { readRows } from '../../derive/rows.ts'
import { dateSql, dayNumberSql } from '../../derive/sql.ts'
import { readColumns } from '../../lake/duck.ts'
import { type Engine, showFiles } from '../../lake/engine.ts'
import type { Version } from '../../lake/lake.ts'
import type { Holding } from '../../lake/manifest.ts'
import { waitingSql } from '../load/waitingQuarters.ts'
import { findGaps, type Security, type Stop } from './findGaps.ts'
import type { DatasetGaps, FetchFailure, Gap, GapsFile } from './gap.ts'
import { type ExpectedDataset, type Period, periodsIn } from './periods.ts'
import { type KnownRuns, openRuns, writeRuns } from './runs.ts'

export type GapInputs = {
  readonly failures: readonly FetchFailure[]
  /** The newest trading day whose rows are due; the version's own unless a later one is known. */
  readonly due: string
  /** Time of computation in Taipei, `2026-11-13T18:30`. */
  readonly at: string
}

const shared: readonly Dataset[] = [
  TaiwanStockTradingDate,
  TaiwanStockOverview,
  TaiwanStockTradingHaltAnnouncement,
  TaiwanStockCapitalReductionReferencePrice,
  TaiwanStockChangeFaceReference,
  TaiwanStockFinancialStatement,
]

const haltsSql = `SELECT stock_id AS id, CAST(halt_date AS VARCHAR) AS halted, CAST(resumption_date AS VARCHAR) AS resumed FROM (
  SELECT stock_id, halt_date, resumption_date FROM "TaiwanStockTradingHaltAnnouncement"
  UNION SELECT stock_id, halt_date, resumption_date FROM "TaiwanStockCapitalReductionReferencePrice" WHERE halt_date IS NOT NULL
  UNION SELECT stock_id, halt_date, resumption_date FROM "TaiwanStockChangeFaceReference" WHERE halt_date IS NOT NULL)
  ORDER BY ALL`

/** SQL: cumulative rows without a single quarter, by company, and once if no company has the quarter. */
const singleQuartersSql = `WITH waiting AS (SELECT DISTINCT stock_id, report_date, fiscal_year, fiscal_quarter FROM (${waitingSql})),
  reported AS (SELECT stock_id AS id, report_date, CAST(date_trunc('quarter', report_date) AS DATE) AS begins, fiscal_year, fiscal_quarter FROM waiting),
  found AS (FROM reported UNION ALL SELECT DISTINCT NULL, * EXCLUDE (id) FROM reported
    ANTI JOIN (SELECT report_date FROM ${TaiwanStockFinancialStatement.name} WHERE period = 'quarterly') USING (report_date))
  SELECT id, CAST(begins AS VARCHAR) AS "from", CAST(report_date AS VARCHAR) AS "to", CASE fiscal_quarter WHEN 4 THEN 'annual' ELSE 'cumulative' END AS period,
    CAST(fiscal_year AS VARCHAR) AS year, CAST(fiscal_quarter - 1 AS VARCHAR) AS before FROM found ORDER BY ALL`

type Reading = <Row extends Record<string, string | number | null>>(sql: string) => Promise<Row[]>

/** The reports that wait for a quarter, as failures. */
async function waitingReports(read: Reading, { manifest }: Version, known: KnownRuns['waiting']) {
  const { name: dataset } = TaiwanStockFinancialStatement
  const parts = (manifest.datasets[dataset]?.parts ?? []).map(({ sha256 }) => sha256).join()
  if (parts === known.parts) return known
  const rows = await read<Record<'id' | 'from' | 'to' | 'period' | 'year' | 'before', string>>(singleQuartersSql)
  const failures = rows.map(({ period, year, before, ...days }): FetchFailure => {
    return { dataset, market: null, ...days, kind: 'not_loaded', reason: ['waits_for_quarter', period, year, before] }
  })
  return { parts, failures }
}

/** A failure with its reason as a detail of one line. */
const withDetail = (failure: FetchFailure): FetchFailure => {
  const { reason } = failure
  const [code, ...words] = typeof reason === 'string' ? (['said', reason] as const) : reason
  return { ...failure, reason: [code, ...words.map((word) => word.replaceAll(/\s+/g, ' '))] }
}

/** The days to check: from the first row, or from the first trading day if there is none. */
function spanOf({ retention }: Dataset, holding: Holding | undefined, since: string, due: string) {
  const first = holding?.first_date ?? since
  // A dataset with retention is checked for the days it should hold now.
  const kept = retention === null ? first : addDays(due, retention.kind === 'newest' ? 0 : -retention.days)
  const from = [first, kept].sort().at(retention?.kind === 'newest' && first > due ? 0 : 1)!
  return from > due ? null : { from, to: due }
}

/** The runs of these days, newest first. */
function closedRuns(days: readonly number[]): Gap[] {
  const runs: { from: number; to: number }[] = []
  for (const day of days) {
    const last = runs.at(-1)
    if (last && last.to === day - 1) last.to = day
    else runs.push({ from: day, to: day })
  }
  return runs.reverse().map(({ from, to }) => {
    const days = { from: dateOf(from), to: dateOf(to), dates: to - from + 1 }
    const isWeekEnd = to - from < 2 && weekdayOf(from) > 5 && weekdayOf(to) > 5
    return { id: null, market: null, ...days, reason: 'closed', detail: [isWeekEnd ? 'week_end' : 'no_trading'] }
  })
}

export async function computeGaps(
  { connection }: Engine,
  version: Version,
  inputs: GapInputs,
  known: KnownRuns,
  folder: string,
): Promise<GapsFile> {
  const { manifest } = version
  const read: Reading = (sql) => readRows({ columns: (text) => readColumns(connection, text) }, sql)
  for (const dataset of shared) {
    const files = (manifest.datasets[dataset.name]?.parts ?? []).map(({ file }) => join(version.folder, file))
    await showFiles(connection, dataset, dataset.name, files)
  }
  await connection.run(
    `CREATE TABLE trading_days AS SELECT trade_date AS d FROM "TaiwanStockTradingDate" WHERE trade_date <= ${dateSql(inputs.due)}`,
  )
  const days = await read<{ d: number }>(`SELECT ${dayNumberSql('d')} AS d FROM trading_days ORDER BY d`)
  const calendar = days.map(({ d }) => d)
  const listed = await read<Security>(
    `SELECT stock_id AS id, market, security_type AS type, ${dayNumberSql('listing_date')} AS listed, ${dayNumberSql('delisting_date')} AS delisted
     FROM "TaiwanStockOverview" WHERE market IN ('TWSE', 'TPEX') ORDER BY id`,
  )
  const stops = (await read<{ id: string; halted: string; resumed: string | null }>(haltsSql)).map(
    ({ id, halted, resumed }): Stop & { readonly id: string } => ({
      ...{ id, reason: 'halted', from: dayOf(halted) },
      to: resumed === null ? Number.POSITIVE_INFINITY : dayOf(resumed) - 1,
      detail: resumed === null ? ['halted', halted] : ['halted_until', halted, resumed],
    }),
  )
  const halts = Map.groupBy(stops, ({ id }) => id)
  const waiting = await waitingReports(read, version, known.waiting)
  const failures = Map.groupBy([...inputs.failures.map(withDetail), ...waiting.failures], ({ dataset }) => dataset)
  const expecting = catalogue.filter((dataset): dataset is ExpectedDataset => dataset.complete !== null)
  const runs = openRuns(version, calendar, known)
  // Without a calendar no gap can be known.
  const [since] = calendar
  const datasets: Record<string, DatasetGaps> = {}
  const periods = new Map<string, Period[]>()
  const periodsOf = ({ complete }: ExpectedDataset, from: string): Period[] => {
    const key = [from, complete.every, complete.due].join()
    if (!periods.has(key)) periods.set(key, periodsIn(complete, calendar, dayOf(from), dayOf(inputs.due)))
    return periods.get(key)!
  }
  const [today, time] = inputs.at.split('T') as [string, string]
  for (const dataset of since === undefined ? [] : expecting) {
    const span = spanOf(dataset, manifest.datasets[dataset.name], dateOf(since!), inputs.due)
    if (span === null) continue
    const gaps = findGaps({
      ...{ dataset, listed, halts, parts: await runs.of(connection, dataset), subjects: runs.subjects },
      periods: periodsOf(dataset, span.from),
      failures: failures.get(dataset.name) ?? [],
      early: time < dataset.update && today <= inputs.due ? today : null,
    })
    datasets[dataset.name] = { ...span, gaps }
  }
  const traded = new Set(calendar)
  const checked = since === undefined ? [] : Array.from({ length: dayOf(inputs.due) - since + 1 }, (_, i) => since + i)
  return {
    format: 1,
    version: manifest.version,
    origin: manifest.origin,
    through: manifest.through,
    closed: {
      trading_day: closedRuns(checked.filter((day) => !traded.has(day))),
      weekday: closedRuns(checked.filter((day) => weekdayOf(day) > 5)),
    },
    listed: Object.fromEntries(listed.map(({ id, market, type }) => [id, { market, type }])),
    datasets,
    failures: inputs.failures,
    runs: await writeRuns(folder, `${manifest.version}.runs`, { subjects: runs.subjects, parts: runs.parts, waiting }),
  }
}
