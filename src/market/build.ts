import { addMonths, dateOf, dayOf } from '../days.ts'
import type { Draft } from '../lake/draft.ts'
import type { Lake, Version } from '../lake/lake.ts'
import type { Manifest } from '../lake/manifest.ts'
import type { Days } from '../lake/periods.ts'
import { fill, type Step } from './fill.ts'
import { type Maker, makerOf } from './maker.ts'
import { restate } from './restatements.ts'
import { type Simulator, simulateBeside, simulateHere } from './simulator.ts'
import type { Table } from './table.ts'
import { dayAfter, dayPublishedAt, defaultOptions, type MarketOptions, tradingDaysOf } from './world.ts'

export type BuildOptions = {
  readonly lake: Lake
  readonly now: () => Date
  readonly onStep?: (step: Step) => void
  readonly onWait?: () => void
}

/** The next version; `anew` where it replaces all rows. */
type NextVersion = { readonly through: string; readonly maker: Maker; readonly anew?: boolean }

/**
 * The days of each table that are simulated and loaded at once: a market of the full size is too large for memory. The
 * five-second values of a year are as many rows as all else in ten.
 */
const spansIn =
  (days: readonly number[], momentsFrom: string) =>
  ({ kind }: Table): readonly (Days | undefined)[] => {
    if (kind === 'whole') return [undefined]
    const dates = days.map(dateOf).filter((date) => kind === 'daily' || date >= momentsFrom)
    const spanOf = (date: string) =>
      kind === 'daily' ? date.slice(0, 4) : `${date.slice(0, 7)} ${Math.ceil(Number(date.slice(8)) / 10)}`
    return [...Map.groupBy(dates, spanOf).values()].map((own) => ({ first: own[0]!, last: own.at(-1)! }))
  }

/** The market in a box reads each day of its last ten years on the evening of that day. */
const observedFrom = (through: string): string => dateOf(addMonths(dayOf(through), -120))

/** Fills the next version from a simulation that starts while the lake is still being checked; null where none is due. */
async function simulateInto(
  { lake, onStep = () => {}, onWait }: BuildOptions,
  nextOf: (manifest: Manifest | null) => NextVersion | null,
): Promise<Version | null> {
  const started: Simulator[] = []
  let fillNext = async (_draft: Draft) => {}
  try {
    const version = await lake.change(
      (manifest) => {
        const next = nextOf(manifest)
        if (!next) return null
        const { through } = next
        const { only, ...options } = next.maker
        const { copies = 1, momentsFrom } = options
        const after = next.anew ? null : manifest!.through
        const { days, indexOf } = tradingDaysOf(options, through)
        const since = after === null ? null : dateOf(days[indexOf(dayOf(after))! + 1]!)
        const simulator = (only === null || copies > 1 ? simulateBeside : simulateHere)({ options, through, after })
        started.push(simulator)
        const spansOf = momentsFrom !== undefined && since === null ? spansIn(days, momentsFrom) : null
        const keepsMoments = momentsFrom !== undefined
        const dailyFrom = observedFrom(through)
        fillNext = async (draft) => {
          await fill(draft, { simulator, since, only, copies, keepsMoments, spansOf, onStep })
          // A day that is added has the rows that came out right from the start.
          if (since === null) await restate(draft, { seed: options.seed, from: dailyFrom, only })
        }
        return { ...next, dailyFrom }
      },
      (draft) => fillNext(draft),
      onWait ? { onWait } : {},
    )
    return started.length === 0 ? null : version
  } finally {
    for (const simulator of started) await simulator.close()
  }
}

/** Builds a new market, which replaces the content of the lake. */
export async function buildMarket({
  seed,
  only,
  ...given
}: BuildOptions & {
  readonly seed: number
  /** Datasets to fill; all of them when left out. */
  readonly only?: readonly string[]
  readonly options?: MarketOptions
  readonly through?: string
}): Promise<Version> {
  const through = given.through ?? dayPublishedAt(seed, given.now())
  const options = given.options ?? defaultOptions(seed, through)
  const maker: Maker = { market: 1, ...options, only: only ?? null }
  return (await simulateInto(given, () => ({ through, maker, anew: true })))!
}

/**
 * Publishes the trading days that are due since the newest one, or the next `days` of them whatever the clock says.
 * Null where nothing is due.
 */
export const growMarket = ({ days, ...options }: BuildOptions & { readonly days?: number }): Promise<Version | null> =>
  simulateInto(options, (manifest) => {
    const maker = manifest && makerOf(manifest)
    if (!maker) return null
    const through =
      days === undefined ? dayPublishedAt(maker.seed, options.now()) : dayAfter(maker.seed, manifest.through, days)
    return through <= manifest.through ? null : { through, maker }
  })
