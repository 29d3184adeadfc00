import { TaiwanStockTradingDate } from '../../catalogue/technical/TaiwanStockTradingDate.ts'
import { dayNumberSql } from '../../derive/sql.ts'
import { createBatch } from '../../lake/batch.ts'
import type { Draft } from '../../lake/draft.ts'
import { dateOf, weekdayOf } from '../../sources/dates.ts'
import type { Feed } from '../../sources/feed.ts'
import { type Told, type TradingDay, withTold } from '../plan/tradingDays.ts'
import type { DatasetLoad, FeedAnswers, Reading } from './dataset.ts'

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

/** Schedules tell what is to come; every other list of trading days tells what was. */
export const tellsDays = ({ endpoint }: Feed): Told['kind'] => (endpoint === 'holidaySchedule' ? 'scheduled' : 'traded')

/** The calendar is kept as a whole: a day that was to trade and did not must go. */
export async function loadDays(draft: Draft, told: readonly FeedAnswers[], read: Reading): Promise<DatasetLoad> {
  const stored = await storedDays(draft)
  const all = told.flatMap(({ feed, answers }) => answers.map((answer) => ({ feed, answer })))
  const answered: Told[] = []
  const otherwise: DatasetLoad['otherwise'][number][] = []
  const unread = new Set<string>()
  let came = 0
  for (const { feed, answer } of all.sort((a, b) => a.answer.id - b.answer.id)) {
    const outcome = await read(answer, feed)
    if (outcome.kind !== 'rows') otherwise.push({ answer, outcome })
    else {
      answered.push({ kind: tellsDays(feed), rows: outcome.rows })
      for (const title of outcome.unread) unread.add(title)
      came += outcome.rows.length
    }
  }
  const days = withTold(stored, answered)
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
    held: [],
    unread: [...unread],
    otherwise,
    settled: [],
    since: firstNew ? dateOf(firstNew.day) : null,
    withdrawn: 0,
    withdrawnSince: null,
    unjudged: [],
    doubts: [],
  }
}
