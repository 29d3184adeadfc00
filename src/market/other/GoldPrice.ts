import { GoldPrice } from '../../catalogue/other/GoldPrice.ts'
import { calendarDay, dayOf, yearOf } from '../../days.ts'
import { normal } from '../random.ts'
import { wholeTable } from '../table.ts'
import { midRates } from './currencies.ts'
import { isLondonSession } from './holidays.ts'
import { dailyStart, newestOf, sessions } from './span.ts'
import { createWalk } from './walk.ts'

const level = 4_000
const growth = 0.09
const levelDay = dayOf('2026-07-01')

/** Dollars to a decimal of four places, in the benchmark's steps of five cents. */
const inSteps = (dollars: number): number => Math.round(dollars * 20) * 500
const inCents = (money: number): number => Math.round(money * 100) * 100

/** The afternoon auction is not held on the last working days before Christmas and New Year. */
const isHalfDay = (day: number): boolean =>
  day === calendarDay(yearOf(day), 12, 24) || day === calendarDay(yearOf(day), 12, 31)

export const goldPrice = wholeTable(GoldPrice, (world, push) => {
  const walk = createWalk(world, { salt: 4050, move: 0.0092, pull: 0.0012 })
  const mid = midRates(world)
  const at = (day: number) => level * Math.exp((growth * (day - levelDay)) / 365 + walk(day))
  for (const day of sessions(dailyStart(world), newestOf(world) - 1, isLondonSession)) {
    const afternoon = at(day)
    const morning = Math.sqrt(at(day - 1) * afternoon) * Math.exp(0.0015 * normal(world.seed, 4051, day))
    const pm = isHalfDay(day) ? null : inSteps(afternoon)
    const am = inSteps(morning)
    const inCurrency = (code: string) =>
      pm === null ? null : inCents((pm / 10_000) * (mid('USD', day) / mid(code, day)))
    push({
      trade_date: day,
      price: pm ?? am,
      price_am: am,
      price_pm: pm,
      price_gbp: inCurrency('GBP'),
      price_eur: inCurrency('EUR'),
    })
  }
})
