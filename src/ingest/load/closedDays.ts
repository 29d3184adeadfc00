import type { Dataset } from '../../catalogue/dataset.ts'
import { dateOf } from '../../days.ts'
import { readRows } from '../../derive/rows.ts'
import { dateSql } from '../../derive/sql.ts'
import type { Draft } from '../../lake/draft.ts'
import { quote } from '../../lake/schema.ts'
import type { TradingDay } from '../plan/tradingDays.ts'
import { isTradingDay } from '../rules/loadRules.ts'
import { type DatasetLoad, emptyLoad } from './loadDataset.ts'
import { draftDays } from './tradingDays.ts'

/**
 * Removes the rows of scheduled days that did not trade, as after a typhoon: some lists are published for the next
 * trading day, before the market stays closed. `before` are the days that the lake held.
 */
export async function removeClosedDays(
  draft: Draft,
  datasets: readonly Dataset[],
  before: readonly TradingDay[],
): Promise<Record<string, DatasetLoad>> {
  const open = new Set((await draftDays(draft)).map(({ day }) => day))
  const closed = before.filter(({ day, isScheduled }) => isScheduled && !open.has(day)).map(({ day }) => dateOf(day))
  const loads: Record<string, DatasetLoad> = {}
  if (closed.length === 0) return loads
  for (const dataset of datasets.filter((one) => isTradingDay(one) && one.derived === null)) {
    const condition = `${quote(dataset.date)} IN (${closed.map(dateSql).join(', ')})`
    const [found] = await readRows<{ rows: number; since: string }>(
      draft.reading([dataset]),
      `SELECT CAST(count(*) AS DOUBLE) AS rows, CAST(min(${quote(dataset.date)}) AS VARCHAR) AS since
       FROM ${quote(dataset.name)} WHERE ${condition}`,
    )
    const { rows, since } = found!
    if (rows === 0) continue
    const change = await draft.upsert(dataset, `SELECT * FROM ${quote(dataset.name)} LIMIT 0`, condition)
    loads[dataset.name] = { ...emptyLoad, change, withdrawn: rows, since, withdrawnSince: since }
  }
  return loads
}
