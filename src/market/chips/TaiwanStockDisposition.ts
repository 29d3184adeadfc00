import { TaiwanStockDisposition } from '../../catalogue/chips/TaiwanStockDisposition.ts'
import { dateOf } from '../../days.ts'
import { marketAt } from '../listing.ts'
import { bits } from '../random.ts'
import { wholeTable } from '../table.ts'
import type { World } from '../world.ts'
import { type Disposition, dispositionDays, dispositionsOf } from './dispositions.ts'

/** The last day of a period: ten days the schedule holds, put off by the closures known so far. */
function endOf({ ahead, calendar, through }: World, start: number): number {
  const today = calendar.days[through]!
  let day = start
  for (let left = dispositionDays - 1; left > 0; ) {
    day++
    if (ahead.isScheduled(day) && !(day <= today && ahead.isTyphoon(day))) left--
  }
  return day
}

const conditions = {
  TWSE: ['連續三次', '連續五次', '最近十個營業日已有六次'],
  TPEX: ['連續3個營業日', '連續5個營業日', '最近10個營業日內有6個營業日'],
} as const

const spoken = (day: number): string => {
  const [year, month, date] = dateOf(day).split('-').map(Number)
  return `${year! - 1911}年${month}月${date}日`
}

function textOf(isFirst: boolean, condition: string, minutes: number, start: number, end: number): string {
  const history = isFirst ? '' : '最近三十個營業日內曾受處置，'
  const payment = isFirst
    ? '單筆委託達十交易單位或多筆合計達三十交易單位者，證券商須先向委託人收足款券'
    : '證券商接受任何委託前，均須先向委託人收足款券'
  return [
    `處置原因：${history}因「${condition}」達注意交易資訊標準。`,
    `處置期間：${spoken(start)}至${spoken(end)}，共${dispositionDays}個營業日，遇休市順延。`,
    `處置方式：以人工撮合，約每${minutes}分鐘撮合一次；${payment}，信用交易並應收足自備款或保證金。`,
  ].join('\n')
}

const rowOf = (world: World, { path, at, count }: Disposition) => {
  const { security } = path
  const announced = world.calendar.days[at]!
  const start = world.ahead.days[at + 1]!
  const end = endOf(world, start)
  const market = marketAt(security, announced)
  const condition = conditions[market === 'TPEX' ? 'TPEX' : 'TWSE'][bits(world.seed, security.key, 1091, at) % 3]!
  const isFirst = count === 1
  const minutes = isFirst ? 5 : 20
  return {
    stock_id: security.id,
    stock_name: security.name,
    market,
    announce_date: announced,
    disposition_count: count,
    condition,
    measure: isFirst ? '第一次處置' : '第二次處置',
    period_start_date: start,
    period_end_date: end,
    match_interval_minutes: minutes,
    detail: textOf(isFirst, condition, minutes, start, end),
  }
}

export const disposition = wholeTable(TaiwanStockDisposition, (world, push) => {
  for (const notice of dispositionsOf(world)) if (notice.at >= world.from) push(rowOf(world, notice))
})
