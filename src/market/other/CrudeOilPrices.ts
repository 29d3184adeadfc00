import { CrudeOilPrices } from '../../catalogue/other/CrudeOilPrices.ts'
import { smooth } from '../random.ts'
import { wholeTable } from '../table.ts'
import { isLondonSession, isUsSession } from './holidays.ts'
import { dailyStart, newestOf, sessions } from './span.ts'
import { createWalk } from './walk.ts'

/** Spot prices come out a few days late. */
const lag = 4
const level = 70

export const crudeOilPrices = wholeTable(CrudeOilPrices, (world, push) => {
  const walk = createWalk(world, { salt: 4060, move: 0.02, pull: 0.003 })
  const own = createWalk(world, { salt: 4061, move: 0.004, pull: 0.05 })
  const end = newestOf(world) - lag
  const wti = (day: number) => level * Math.exp(walk(day))
  // Sea-borne oil is dearer, by an amount that itself moves slowly.
  const brent = (day: number) => wti(day) * Math.exp(own(day)) + 3.6 + 0.9 * smooth(day / 90, world.seed, 4062)
  for (const day of sessions(dailyStart(world), end, isUsSession))
    push({ name: 'WTI', trade_date: day, price: Math.round(wti(day) * 100) * 100 })
  for (const day of sessions(dailyStart(world), end, isLondonSession))
    push({ name: 'Brent', trade_date: day, price: Math.round(brent(day) * 100) * 100 })
})
