import { TaiwanStockMonthRevenue } from '../../catalogue/fundamentals/TaiwanStockMonthRevenue.ts'
import { monthOf, yearOf } from '../../days.ts'
import { industryName } from '../industries.ts'
import type { Security } from '../listing.ts'
import { bits } from '../random.ts'
import { dailyTable } from '../table.ts'
import { cents, changePercent } from './amounts.ts'
import { monthRevenue } from './company.ts'
import { boardAt, firstOfMonth, monthIndex, publishedWithin, reports, revenueDue, yearToDate } from './publication.ts'
import { isCompany } from './shares.ts'

const reasons = {
  up: ['客戶訂單需求增加所致。', '出貨量較去年同期成長所致。', '新產品量產出貨，營收增加。'],
  down: ['客戶庫存調整，訂單減少所致。', '出貨量較去年同期減少所致。', '市場需求趨緩，營收減少。'],
}

/** Companies explain a change of half and more. */
const noteOf = (seed: number, { key }: Security, month: number, yoy: number): string | null => {
  if (Math.abs(yoy) < 5_000) return null
  const list = yoy > 0 ? reasons.up : reasons.down
  return list[bits(seed, key, 2025, month) % list.length]!
}

export const monthRevenueTable = dailyTable(TaiwanStockMonthRevenue, (world, push, from, to) => {
  const { seed, calendar, eventsFrom, paths } = world
  const newest = calendar.days[world.through]!
  const months: { month: number; seen: number }[] = []
  for (let month = monthIndex(yearOf(eventsFrom), monthOf(eventsFrom)); revenueDue(month) <= newest; month++) {
    const position = publishedWithin(world, revenueDue(month), from, to)
    if (position !== null) months.push({ month, seen: calendar.days[position]! })
  }
  for (const path of paths) {
    if (months.length === 0 || !isCompany(path)) continue
    const { security } = path
    const january = months[0]!.month - (months[0]!.month % 12)
    const start = january - 12
    const revenue: number[] = []
    for (let month = start; month <= months.at(-1)!.month; month++) revenue.push(monthRevenue(seed, security, month))
    const of = (month: number): number => revenue[month - start]!
    for (const { month, seen } of months) {
      if (!reports(security, seen)) continue
      const last = of(month - 1)
      const lastYear = of(month - 12)
      const ytd = yearToDate(of, month)
      const ytdLastYear = yearToDate(of, month - 12)
      const yoy = changePercent(of(month), lastYear)
      push({
        stock_id: security.id,
        report_month: firstOfMonth(month),
        stock_name: security.name,
        market: boardAt(security, seen),
        industry_category: industryName(security),
        revenue: cents(of(month)),
        revenue_last_month: cents(last),
        revenue_last_year: cents(lastYear),
        mom_percent: changePercent(of(month), last),
        yoy_percent: yoy,
        revenue_ytd: cents(ytd),
        revenue_ytd_last_year: cents(ytdLastYear),
        ytd_yoy_percent: changePercent(ytd, ytdLastYear),
        note: noteOf(seed, security, month, yoy),
        first_seen_date: seen,
      })
    }
  }
})
