import { addMonths, calendarDay, dateOf, dayOf, taipeiDate, taipeiTime, yearOf } from '../days.ts'
import { once } from '../once.ts'
import { type Calendar, createCalendar } from './calendar.ts'
import { createFactors } from './factors.ts'
import { createIndex, sectors, taiex, tpexIndex } from './indices.ts'
import { readListing, type Security } from './listing.ts'
import type { Path } from './path.ts'
import { createPaths } from './paths.ts'
import { createPlans } from './plans.ts'
import { publishedTime } from './publishedTime.ts'

/** The parameters of a market; two markets with the same options are the same market. */
export type MarketOptions = {
  readonly seed: number
  /** First published day of most datasets, of the securities with a long history, and of company events (dates). */
  readonly from: string
  readonly longFrom: string
  readonly eventsFrom: string
  /** The day at which prices begin to move, where it is not the usual one: a later one is simulated sooner. */
  readonly movesFrom?: string
  /** The first day of all five-second values, which are then kept; the newest days alone where left out. */
  readonly momentsFrom?: string
  /** The number of securities for each simulated one, itself included; one where left out. */
  readonly copies?: number
}

const usualEpoch = '2015-01-05'

/** Giants with ten years and more of prices; thirty of them at least are listed that long. */
const isLong = ({ id, type, shares, anchor, listed, delisted }: Security): boolean =>
  id === '0050' ||
  (type === 'stock' && shares * anchor > 3.6e11 && (listed ?? 0) < dayOf('2015-01-01') && delisted === null)

/**
 * MarketOptions of a market that begins today: three and a half years of everything, ten of the giants, six of company
 * events.
 */
export function defaultOptions(seed: number, through: string): MarketOptions {
  const day = dayOf(through)
  const calendar = createCalendar(seed, usualEpoch, through)
  const dateAt = (position: number) => dateOf(calendar.days[Math.max(0, position)]!)
  const from = calendar.atOrAfter(addMonths(day, -42))
  return {
    seed,
    from: dateAt(from),
    longFrom: dateAt(Math.min(from, calendar.days.length - 2620)),
    eventsFrom: dateOf(calendarDay(yearOf(day) - 7, 1, 1)),
  }
}

/** Trading days of five-second values for each year of a market of the full size: they are a third of its rows. */
const momentDays = 25

/** A market of the full size that begins today: some years of everything, and several securities for each. */
export function fullOptions(
  seed: number,
  through: string,
  { years, copies }: { readonly years: number; readonly copies: number },
): MarketOptions {
  const day = dayOf(through)
  // Prices have moved for a while when they are first published.
  const movesFrom = dateOf(addMonths(day, -12 * years - 18))
  const { days, atOrAfter } = createCalendar(seed, movesFrom, through)
  const from = dateOf(days[atOrAfter(addMonths(day, -12 * years))]!)
  const momentsFrom = dateOf(days[days.length - momentDays * years]!)
  return { seed, from, longFrom: from, eventsFrom: from, movesFrom, momentsFrom, copies }
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
export const tradingDaysOf = ({ seed, movesFrom = usualEpoch }: MarketOptions, through: string): Calendar =>
  createCalendar(seed, movesFrom, through)

/** The parts that every security's path is made from; paths themselves can then be made one by one. */
export function createGround(options: MarketOptions, through: string) {
  const { seed } = options
  const calendar = tradingDaysOf(options, through)
  const ahead = tradingDaysOf(options, dateOf(dayOf(through) + 120))
  const securities = readListing()
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
