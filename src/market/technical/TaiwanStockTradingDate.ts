import { TaiwanStockTradingDate } from '../../catalogue/technical/TaiwanStockTradingDate.ts'
import { calendarDay, monthOf, weekdayOf, yearOf } from '../../days.ts'
import { type Calendar, scheduledFrom } from '../calendar.ts'
import { wholeTable } from '../table.ts'
import { longStart } from './totals.ts'

/** Working days without trading between a session and the next one in a direction, by the schedule. */
const closedBeside = (calendar: Calendar, day: number, step: 1 | -1): number => {
  let closed = 0
  for (let other = day + step; !calendar.isScheduled(other); other += step) if (weekdayOf(other) <= 5) closed++
  return closed
}

/** The only holiday that closes the market for most of a week. */
const newYearClosure = 4

function noteOf(calendar: Calendar, day: number): string | null {
  if (weekdayOf(day) === 6) return '補行交易日'
  if (monthOf(day) <= 3) {
    if (closedBeside(calendar, day, -1) >= newYearClosure) return '農曆春節後開始交易日'
    if (closedBeside(calendar, day, 1) >= newYearClosure) return '農曆春節前最後交易日'
  }
  return day === scheduledFrom(calendarDay(yearOf(day), 1, 1)) ? '國曆新年開始交易日' : null
}

export const tradingDate = wholeTable(TaiwanStockTradingDate, (world, push) => {
  const { calendar, through } = world
  const add = (day: number, isScheduled: boolean) =>
    push({
      trade_date: day,
      weekday: weekdayOf(day),
      is_scheduled: isScheduled,
      note: noteOf(calendar, day),
    })
  for (let t = longStart(world); t <= through; t++) add(calendar.days[t]!, false)
  const newest = calendar.days[through]!
  // The schedule of the next year is out by December.
  const end = calendarDay(yearOf(newest) + (monthOf(newest) === 12 ? 1 : 0), 12, 31)
  for (let day = newest + 1; day <= end; day++) if (calendar.isScheduled(day)) add(day, true)
})
