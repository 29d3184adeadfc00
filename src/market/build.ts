import { TaiwanStockPrice } from '../catalogue/technical/TaiwanStockPrice.ts'
import { dateOf, dayOf } from '../days.ts'
import { OperatorError, UsageError } from '../errors.ts'
import type { Draft } from '../lake/draft.ts'
import type { Lake, Version } from '../lake/lake.ts'
import type { Manifest } from '../lake/manifest.ts'
import { fill, type Step } from './fill.ts'
import { type Maker, makerOf } from './maker.ts'
import { type Simulator, simulateBeside, simulateHere } from './simulator.ts'
import { streamPrices } from './stream.ts'
import { dayAfter, dayPublishedAt, defaultOptions, type MarketOptions, tradingDaysOf } from './world.ts'

export type BuildOptions = {
  readonly lake: Lake
  readonly now: () => Date
  readonly onStep?: (step: Step) => void
  readonly onWait?: () => void
}

/** The next version; `anew` where it replaces all rows. */
type NextVersion = { readonly through: string; readonly maker: Maker; readonly anew?: boolean }

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
        const after = next.anew ? null : manifest!.through
        const { days, indexOf } = tradingDaysOf(options, through)
        const since = after === null ? null : dateOf(days[indexOf(dayOf(after))! + 1]!)
        const simulator = (only === null ? simulateBeside : simulateHere)({ options, through, after })
        started.push(simulator)
        fillNext = (draft) => fill(draft, { simulator, since, only, onStep })
        return next
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
  scale,
  only,
  ...given
}: BuildOptions & {
  readonly seed: number
  readonly scale: MarketOptions['scale']
  /** Datasets to fill; all of them when left out. */
  readonly only?: readonly string[]
  readonly options?: MarketOptions
  readonly through?: string
}): Promise<Version> {
  if (scale === 'full' && (only?.length !== 1 || only[0] !== TaiwanStockPrice.name))
    throw new UsageError(`The full scale holds ${TaiwanStockPrice.name} alone: add --only ${TaiwanStockPrice.name}.`)
  const { lake, onStep = () => {}, onWait } = given
  const through = given.through ?? dayPublishedAt(seed, given.now())
  const options = given.options ?? defaultOptions(seed, scale, through)
  const maker: Maker = { market: 1, ...options, only: only ?? null }
  const next = { through, maker, anew: true }
  if (scale !== 'full') return (await simulateInto(given, () => next))!
  const prices = streamPrices(options, through, (done, of) => onStep({ done, of, what: TaiwanStockPrice.name }))
  const load = async (draft: Draft) => void (await draft.upsert(TaiwanStockPrice, prices))
  return (await lake.change(next, load, onWait ? { onWait } : {}))!
}

/**
 * Publishes the trading days that are due since the newest one, or the next `days` of them whatever the clock says.
 * Null where nothing is due.
 */
export const growMarket = ({ days, ...options }: BuildOptions & { readonly days?: number }): Promise<Version | null> =>
  simulateInto(options, (manifest) => {
    const maker = manifest && makerOf(manifest)
    if (!maker) return null
    if (maker.scale === 'full')
      throw new OperatorError('A market of the full scale does not grow: build it anew for a later day.')
    const through =
      days === undefined ? dayPublishedAt(maker.seed, options.now()) : dayAfter(maker.seed, manifest.through, days)
    return through <= manifest.through ? null : { through, maker }
  })
