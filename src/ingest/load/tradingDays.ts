import { TaiwanStockTradingDate } from '../../catalogue/technical/TaiwanStockTradingDate.ts'
import { dateOf, weekdayOf } from '../../days.ts'
import { readRows } from '../../derive/rows.ts'
import { dayNumberSql } from '../../derive/sql.ts'
import { createBatch } from '../../lake/batch.ts'
import type { Draft } from '../../lake/draft.ts'
import type { Feed } from '../../sources/feed.ts'
import { type CalendarUpdate, type TradingDay, updateTradingDays } from '../plan/tradingDays.ts'
import { type DatasetLoad, emptyLoad } from './loadDataset.ts'
import type { FeedResponses, ReadResponse } from './staging.ts'

export async function draftDays(draft: Draft): Promise<TradingDay[]> {
  const rows = await readRows<{ day: number; scheduled: number; note: string | null }>(
    draft.reading([TaiwanStockTradingDate]),
    `SELECT ${dayNumberSql('trade_date')} AS day, CAST(CAST(is_scheduled AS INTEGER) AS DOUBLE) AS scheduled, note
     FROM ${TaiwanStockTradingDate.name} ORDER BY trade_date`,
  )
  return rows.map(({ day, scheduled, note }) => ({ day, isScheduled: scheduled === 1, note }))
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
  const stored = await draftDays(draft)
  const all = feedResponses.flatMap(({ feed, responses }) => responses.map((response) => ({ feed, response })))
  const updates: CalendarUpdate[] = []
  const reread: DatasetLoad['reread'][number][] = []
  const unread = new Set<string>()
  let came = 0
  for (const { feed, response } of all.sort((a, b) => a.response.id - b.response.id)) {
    const outcome = await read(response, feed)
    if (outcome.kind !== 'rows') reread.push({ response, outcome })
    else {
      updates.push({ kind: calendarKind(feed), rows: outcome.rows })
      for (const title of outcome.unread) unread.add(title)
      came += outcome.rows.length
    }
  }
  const days = updateTradingDays(stored, updates)
  const batch = createBatch(TaiwanStockTradingDate)
  for (const { day, isScheduled, note } of days)
    batch.push({ trade_date: day, weekday: weekdayOf(day), is_scheduled: isScheduled, note })
  const change = await draft.replace(TaiwanStockTradingDate, batch)
  const before = new Map(stored.map((one) => [one.day, one]))
  const firstNew = days.find((one) => before.get(one.day)?.isScheduled !== one.isScheduled)
  return {
    ...emptyLoad,
    ...{ change, came, reread, unread: [...unread], since: firstNew ? dateOf(firstNew.day) : null },
  }
}
