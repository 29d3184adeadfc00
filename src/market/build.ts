import { TaiwanStockPrice } from '../catalogue/technical/TaiwanStockPrice.ts'
import { OperatorError, UsageError } from '../errors.ts'
import type { Draft } from '../lake/draft.ts'
import type { Lake, Version } from '../lake/lake.ts'
import { dateOf, dayOf } from './days.ts'
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

/** The simulation of one version; `after` is the newest published day. */
function createFilling({ only, ...options }: Maker, onStep: (step: Step) => void) {
  let simulator: Simulator | null = null
  let after: string | null = null
  return {
    /** Starts the simulation while the lake is still being checked. */
    start(through: string, published: string | null): void {
      after = published
      simulator = (only === null ? simulateBeside : simulateHere)({ options, through, after })
    },
    async fill(draft: Draft): Promise<void> {
      const { days, indexOf } = tradingDaysOf(options, draft.through)
      const since = after === null ? null : dateOf(days[indexOf(dayOf(after))! + 1]!)
      await fill(draft, { simulator: simulator!, since, only, onStep })
    },
    close: async () => simulator?.close(),
  }
}

/** Builds a new market, which replaces the content of the lake. */
export async function buildMarket({
  lake,
  now,
  seed,
  scale,
  only,
  onStep = () => {},
  onWait,
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
  const through = given.through ?? dayPublishedAt(seed, now())
  const options = given.options ?? defaultOptions(seed, scale, through)
  const maker: Maker = { market: 1, ...options, only: only ?? null }
  const filling = createFilling(maker, onStep)
  try {
    const version = await lake.change(
      () => {
        if (scale !== 'full') filling.start(through, null)
        return { through, maker, anew: true }
      },
      async (draft) => {
        if (scale === 'full')
          await draft.upsert(
            TaiwanStockPrice,
            streamPrices(options, through, (done, of) => onStep({ done, of, what: TaiwanStockPrice.name })),
          )
        else await filling.fill(draft)
      },
      onWait ? { onWait } : {},
    )
    return version!
  } finally {
    await filling.close()
  }
}

/**
 * Publishes the trading days that are due since the newest one, or the next `days` of them whatever the clock says.
 * Null where nothing is due.
 */
export async function growMarket({
  lake,
  now,
  days,
  onStep = () => {},
  onWait,
}: BuildOptions & { readonly days?: number }): Promise<Version | null> {
  let filling: ReturnType<typeof createFilling> | null = null
  try {
    const version = await lake.change(
      (manifest) => {
        const maker = manifest && makerOf(manifest)
        if (!maker) return null
        if (maker.scale === 'full')
          throw new OperatorError('A market of the full scale does not grow: build it anew for a later day.')
        const through =
          days === undefined ? dayPublishedAt(maker.seed, now()) : dayAfter(maker.seed, manifest.through, days)
        if (through <= manifest.through) return null
        filling = createFilling(maker, onStep)
        filling.start(through, manifest.through)
        return { through, maker }
      },
      (draft) => filling!.fill(draft),
      onWait ? { onWait } : {},
    )
    return filling === null ? null : version
  } finally {
    await (filling as ReturnType<typeof createFilling> | null)?.close()
  }
}
