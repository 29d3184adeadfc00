import { createCalendar } from '../../src/market/calendar.ts'
import { dateOf, dayNumber, weekdayOf } from '../../src/sources/dates.ts'
import type { Days, Market } from './market.ts'
import { jsonBody, type Page } from './page.ts'
import { rocBare } from './spell.ts'

/** The holidays of a year and the days with a name on which the market is open. No schedule knows a typhoon. */
async function holidays(
  market: Market,
  { from, to }: Days,
): Promise<readonly (readonly [day: string, name: string])[]> {
  const { isScheduled } = createCalendar(1, from, from)
  const notes = await market.rows(
    `SELECT trade_date, note FROM TaiwanStockTradingDate WHERE note IS NOT NULL AND trade_date BETWEEN :from AND :asked`,
    { from, to },
  )
  const named = new Map(notes.map(({ trade_date, note }) => [trade_date, note]))
  const days = Array.from({ length: dayNumber(to) - dayNumber(from) + 1 }, (_, i) => dayNumber(from) + i)
  return days.flatMap((day) => {
    const isHoliday = weekdayOf(day) <= 5 && !isScheduled(day)
    const name = named.get(dateOf(day)) ?? (isHoliday ? '市場無交易，僅辦理結算交割作業' : null)
    return name === null ? [] : [[dateOf(day), name] as const]
  })
}

const yearOf = (year: string): Days => ({ from: `${year}-01-01`, to: `${year}-12-31` })

/** The schedule of a year on the web site, and that of this year in the OpenAPI. */
export const schedulePages: readonly Page[] = [
  {
    publisher: 'twse',
    path: '/rwd/zh/holidaySchedule/holidaySchedule',
    asked: ({ fields }) => (fields.date ? yearOf(fields.date.slice(0, 4)) : null),
    sheets: async (market, days) => [
      { title: '', titles: ['日期', '名稱', '說明'], rows: (await holidays(market, days)).map((row) => [...row, '']) },
    ],
    write: ([sheet], { from }) =>
      jsonBody({ stat: 'ok', date: from.replaceAll('-', ''), fields: sheet!.titles, data: sheet!.rows }),
    nothing: () => jsonBody({ stat: '很抱歉，沒有符合條件的資料!' }),
  },
  {
    publisher: 'twseOpenApi',
    path: '/holidaySchedule/holidaySchedule',
    asked: () => null,
    sheets: async (market) => {
      const days = await holidays(market, yearOf(market.through().slice(0, 4)))
      const rows = days.map(([day, name]) => [name, rocBare(day), '', ''])
      return [{ title: '', titles: ['Name', 'Date', 'Weekday', 'Description'], rows }]
    },
    write: (sheets) => {
      const { titles, rows } = sheets.at(-1)!
      return jsonBody(rows.map((cells) => Object.fromEntries(titles.map((title, at) => [title, cells[at]]))))
    },
    nothing: () => jsonBody([]),
  },
]
