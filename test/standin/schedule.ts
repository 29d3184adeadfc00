import { dateOf, dayOf, weekdayOf } from '../../src/days.ts'
import { createCalendar } from '../../src/market/calendar.ts'
import type { Feed } from '../../src/sources/feed.ts'
import type { PageOptions } from './feedPages.ts'
import { titleOfColumn } from './layouts.ts'
import type { Days, Market } from './market.ts'

/** The holidays of a year and the days with a name on which the market is open. No schedule knows a typhoon. */
async function holidays(
  market: Market,
  { from, to }: Days,
): Promise<readonly (readonly [day: string, name: string])[]> {
  const { isScheduled } = createCalendar(1, from, from)
  const notes = await market.rows(
    `SELECT trade_date, note FROM TaiwanStockTradingDate WHERE note IS NOT NULL AND trade_date BETWEEN :from AND :requested`,
    { from, to },
  )
  const named = new Map(notes.map(({ trade_date, note }) => [trade_date, note]))
  const days = Array.from({ length: dayOf(to) - dayOf(from) + 1 }, (_, i) => dayOf(from) + i)
  return days.flatMap((day) => {
    const isHoliday = weekdayOf(day) <= 5 && !isScheduled(day)
    const name = named.get(dateOf(day)) ?? (isHoliday ? '市場無交易，僅辦理結算交割作業' : null)
    return name === null ? [] : [[dateOf(day), name] as const]
  })
}

const yearOf = (year: string): Days => ({ from: `${year}-01-01`, to: `${year}-12-31` })

/** The schedule of a year under the titles of its feed; a list without a day is about this year. */
export const scheduleOf = (feed: Feed, date: (day: string) => string): PageOptions => ({
  select: 'SELECT NULL WHERE false',
  async sheet({ titles, ...sheet }, market, days) {
    const [day, name] = ['trade_date', 'note'].map((column) => titleOfColumn(feed, column))
    const year = feed.span === 'latest' ? yearOf(market.through().slice(0, 4)) : days
    const rows = (await holidays(market, year)).map(([at, note]) =>
      titles.map((title) => (title === day ? date(at) : title === name ? note : '')),
    )
    return { ...sheet, titles, rows }
  },
})
