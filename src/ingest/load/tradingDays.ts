import { TaiwanStockTradingDate } from '../../catalogue/technical/TaiwanStockTradingDate.ts'
import { dayNumberSql } from '../../derive/sql.ts'
import { createBatch } from '../../lake/batch.ts'
import type { Draft } from '../../lake/draft.ts'
import { dateOf, weekdayOf } from '../../sources/dates.ts'
import type { Feed } from '../../sources/feed.ts'
import { type CalendarUpdate, type TradingDay, updateTradingDays } from '../plan/tradingDays.ts'
import type { FeedResponses, ReadResponse } from './feedResponses.ts'
import type { DatasetLoad } from './loadDataset.ts'

async function storedDays(draft: Pick<Draft, 'columns'>): Promise<TradingDay[]> {
  const { day, scheduled, note } = await draft.columns(
    `SELECT ${dayNumberSql('trade_date')} AS day, CAST(CAST(is_scheduled AS INTEGER) AS DOUBLE) AS scheduled, note
     FROM ${TaiwanStockTradingDate.name} ORDER BY trade_date`,
  )
  return [...(day as Float64Array)].map((one, at) => ({
    day: one,
    isScheduled: (scheduled as Float64Array)[at] === 1,
    note: (note as (string | null)[])[at]!,
  }))
}

/** A holiday schedule lists future days; every other feed lists days that traded. */
export const calendarKind = ({ endpoint }: Feed): CalendarUpdate['kind'] =>
  endpoint === 'holidaySchedule' ? 'scheduled' : 'traded'

/** Loads the calendar as a whole, so that scheduled days that did not trade are removed. */
export async function loadTradingDays(
  draft: Draft,
  feedResponses: readonly FeedResponses[],
  read: ReadResponse,
): Promise<DatasetLoad> {
  const stored = await storedDays(draft)
  const all = feedResponses.flatMap(({ feed, responses }) => responses.map((response) => ({ feed, response })))
  const answered: CalendarUpdate[] = []
  const reread: DatasetLoad['reread'][number][] = []
  const unread = new Set<string>()
  let came = 0
  for (const { feed, response } of all.sort((a, b) => a.response.id - b.response.id)) {
    const outcome = await read(response, feed)
    if (outcome.kind !== 'rows') reread.push({ response, outcome })
    else {
      answered.push({ kind: calendarKind(feed), rows: outcome.rows })
      for (const title of outcome.unread) unread.add(title)
      came += outcome.rows.length
    }
  }
  const days = updateTradingDays(stored, answered)
  const batch = createBatch(TaiwanStockTradingDate)
  for (const { day, isScheduled, note } of days)
    batch.push({ trade_date: day, weekday: weekdayOf(day), is_scheduled: isScheduled, note })
  const change = await draft.replace(TaiwanStockTradingDate, batch)
  const before = new Map(stored.map((one) => [one.day, one]))
  const firstNew = days.find((one) => before.get(one.day)?.isScheduled !== one.isScheduled)
  return {
    change,
    came,
    rejectedRows: 0,
    waitingRows: 0,
    rejected: [],
    refused: [],
    waiting: [],
    unread: [...unread],
    reread: reread,
    settled: [],
    since: firstNew ? dateOf(firstNew.day) : null,
    withdrawn: 0,
    withdrawnSince: null,
    undecided: [],
    doubts: [],
  }
}
