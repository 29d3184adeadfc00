import type { Dataset } from '../catalogue/dataset.ts'
import { TaiwanStockPrice } from '../catalogue/technical/TaiwanStockPrice.ts'
import { derivations } from '../derive/index.ts'
import { OperatorError, UsageError } from '../errors.ts'
import { createBatch } from '../lake/batch.ts'
import type { Draft } from '../lake/draft.ts'
import type { Lake, Version } from '../lake/lake.ts'
import { dateOf, dayOf } from './days.ts'
import { type Maker, makerOf } from './maker.ts'
import { streamPrices } from './stream.ts'
import { tables } from './tables.ts'
import { createWorld, dayAfter, dayPublishedAt, defaultOptions, type MarketOptions, type World } from './world.ts'

/** How far a build has come, for a progress bar. */
export type Step = { readonly done: number; readonly of: number; readonly what: string }

export type BuildOptions = {
  readonly lake: Lake
  readonly now: () => Date
  readonly onStep?: (step: Step) => void
  readonly onWait?: () => void
}

/** Fills the simulated tables from position `since` on, then the computed datasets. */
async function fill(
  draft: Draft,
  world: World,
  since: number | null,
  only: readonly string[] | null,
  onStep: (step: Step) => void,
): Promise<void> {
  const isWanted = ({ dataset }: { dataset: Dataset }) => only === null || only.includes(dataset.name)
  const simulated = tables.filter(isWanted)
  const derived = derivations.filter(isWanted)
  const of = simulated.length + derived.length
  let done = 0
  const loads = new Set<Promise<unknown>>()
  /** Goes on while the lake writes, but never far ahead of it. */
  const begin = async (load: Promise<unknown>) => {
    const running = load.finally(() => loads.delete(running))
    loads.add(running)
    // The error is thrown where the load is awaited, which may be later.
    running.catch(() => {})
    if (loads.size >= 2) await Promise.race(loads)
  }
  for (const { dataset, kind, fill: fillRows } of simulated) {
    onStep({ done: done++, of, what: dataset.name })
    const batch = createBatch(dataset)
    fillRows(world, batch.push, since ?? 0, world.through)
    await begin(kind === 'whole' ? draft.replace(dataset, batch) : draft.upsert(dataset, batch))
  }
  await Promise.all(loads)
  const date = since === null ? null : dateOf(world.calendar.days[since]!)
  for (const { dataset, from, rows } of derived) {
    onStep({ done: done++, of, what: dataset.name })
    // Its sources may be computed datasets that are still being loaded.
    if (from.some((source) => derived.some((other) => other.dataset === source))) await Promise.all(loads)
    await begin(rows(draft, date).then((computed) => draft.upsert(dataset, computed)))
  }
  await Promise.all(loads)
  onStep({ done: of, of, what: 'all datasets' })
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
  const version = await lake.change(
    { through, maker, anew: true },
    async (draft) => {
      if (scale === 'full')
        await draft.upsert(
          TaiwanStockPrice,
          streamPrices(options, through, (done, of) => onStep({ done, of, what: TaiwanStockPrice.name })),
        )
      else await fill(draft, createWorld(options, through), null, maker.only, onStep)
    },
    onWait ? { onWait } : {},
  )
  return version!
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
  let isDue = false
  const version = await lake.change(
    (manifest) => {
      const maker = manifest && makerOf(manifest)
      if (!maker) return null
      if (maker.scale === 'full')
        throw new OperatorError('A market of the full scale does not grow: build it anew for a later day.')
      const through =
        days === undefined ? dayPublishedAt(maker.seed, now()) : dayAfter(maker.seed, manifest.through, days)
      isDue = through > manifest.through
      return isDue ? { through, maker } : null
    },
    async (draft, manifest) => {
      const maker = makerOf(manifest!)!
      const world = createWorld(maker, draft.through)
      const since = world.calendar.indexOf(dayOf(manifest!.through))! + 1
      await fill(draft, world, since, maker.only, onStep)
    },
    onWait ? { onWait } : {},
  )
  return isDue ? version : null
}
