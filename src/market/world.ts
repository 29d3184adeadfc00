import { addMonths, calendarDay, dateOf, dayOf, taipeiDate, taipeiTime, yearOf } from '../days.ts'
import { once } from '../once.ts'
import { type Calendar, createCalendar } from './calendar.ts'
import { createFactors } from './factors.ts'
import { createIndex, sectors, taiex, tpexIndex } from './indices.ts'
import { readListing, type Scale, type Security } from './listing.ts'
import type { Path } from './path.ts'
import { createPaths } from './paths.ts'
import { createPlans } from './plans.ts'
import { publishedTime } from './publishedTime.ts'

/** The parameters of a market; two markets with the same options are the same market. */
export type MarketOptions = {
  readonly seed: number
  readonly scale: Scale
  /** First published day of most datasets, of the securities with a long history, and of company events (dates). */
  readonly from: string
  readonly longFrom: string
  readonly eventsFrom: string
  /** The day at which prices begin to move, where it is not that of the scale: a later one is simulated sooner. */
  readonly movesFrom?: string
}

const epochs: Record<Scale, string> = { default: '2015-01-05', full: '2005-01-03' }

/** Giants with ten years and more of prices; thirty of them at least are listed that long. */
const isLong = ({ id, type, shares, anchor, listed, delisted }: Security): boolean =>
  id === '0050' ||
  (type === 'stock' && shares * anchor > 3.6e11 && (listed ?? 0) < dayOf('2015-01-01') && delisted === null)

/**
 * MarketOptions of a market that begins today: three and a half years of everything, ten of the giants, six of company
 * events.
 */
export function defaultOptions(seed: number, scale: Scale, through: string): MarketOptions {
  const day = dayOf(through)
  const calendar = createCalendar(seed, epochs[scale], through)
  const dateAt = (position: number) => dateOf(calendar.days[Math.max(0, position)]!)
  const years = scale === 'full' ? 20 : 3.5
  return {
    seed,
    scale,
    from: dateAt(calendar.atOrAfter(addMonths(day, -12 * years))),
    longFrom: dateAt(Math.min(calendar.atOrAfter(addMonths(day, -12 * years)), calendar.days.length - 2620)),
    eventsFrom: dateOf(calendarDay(yearOf(day) - 7, 1, 1)),
  }
}

/** The newest trading day whose rows are complete at an instant: a day is published at six in the evening, Taipei. */
export function dayPublishedAt(seed: number, instant: Date): string {
  const today = dayOf(taipeiDate(instant))
  const newest = taipeiTime(instant).slice(11, 16) >= publishedTime ? today : today - 1
  const calendar = createCalendar(seed, dateOf(newest - 40), dateOf(newest))
  return dateOf(calendar.days.at(-1)!)
}

/** The trading day `count` after a trading day. */
export const dayAfter = (seed: number, date: string, count: number): string => {
  const calendar = createCalendar(seed, date, dateOf(dayOf(date) + 14 + count * 2))
  return dateOf(calendar.days[count]!)
}

/** The trading days of a market, from the first simulated one. */
export const tradingDaysOf = ({ seed, scale, movesFrom = epochs[scale] }: MarketOptions, through: string): Calendar =>
  createCalendar(seed, movesFrom, through)

/** The parts that every security's path is made from; paths themselves can then be made one by one. */
export function createGround(options: MarketOptions, through: string) {
  const { seed, scale } = options
  const calendar = tradingDaysOf(options, through)
  const ahead = tradingDaysOf(options, dateOf(dayOf(through) + 120))
  const securities = readListing(scale)
  const factors = createFactors(seed, calendar.days.length)
  const plans = createPlans(seed, securities, ahead)
  return { seed, calendar, ahead, securities, factors, plans }
}

/**
 * The whole simulated market up to and including one trading day. Prices and indices take seconds, so they are made for
 * the datasets that need them only.
 */
export type World = Readonly<ReturnType<typeof createWorld>>

export function createWorld(options: MarketOptions, through: string) {
  const { seed } = options
  const ground = createGround(options, through)
  const { calendar, ahead, securities, plans } = ground
  const paths = once(() => [...createPaths(ground)].sort((a, b) => (a.security.id < b.security.id ? -1 : 1)))
  const byId = once(() => new Map(paths().map((path) => [path.security.id, path])))
  const from = calendar.atOrAfter(dayOf(options.from))
  const longFrom = calendar.atOrAfter(dayOf(options.longFrom))
  const index = (definition: Parameters<typeof createIndex>[1]) => createIndex(seed, definition, paths(), calendar)
  const whole = { taiex: once(() => index(taiex)), tpex: once(() => index(tpexIndex)) }
  const published = once(() => sectors.map(index).filter(({ close }) => close.at(-1)! > 0))
  return {
    options,
    seed,
    calendar,
    /** The same calendar, four months longer: the days that announcements of future events refer to. */
    ahead,
    /** Position of the newest day; every array ends here. */
    through: calendar.days.length - 1,
    securities,
    /** One per security, in the same order; emerging-board companies have an empty one. */
    get paths() {
      return paths()
    },
    pathOf: (id: string) => byId().get(id),
    plans,
    get taiex() {
      return whole.taiex()
    },
    get tpex() {
      return whole.tpex()
    },
    get sectors() {
      return published()
    },
    /** First published position of a security's daily rows. */
    firstOf: ({ security, first }: Path) => Math.max(first, isLong(security) ? longFrom : from),
    from,
    /** First published day (day number) of dividends, revenue, statements and the like. */
    eventsFrom: dayOf(options.eventsFrom),
  }
}
