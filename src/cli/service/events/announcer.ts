import { catalogue } from '../../../catalogue/index.ts'
import { TaiwanStockTradingDate } from '../../../catalogue/technical/TaiwanStockTradingDate.ts'
import { taipeiDate } from '../../../days.ts'
import { freshnessOf } from '../../../http/measures/freshness.ts'
import { openGaps } from '../../../ingest/gaps/gap.ts'
import { loadsOf } from '../../../lake/loads.ts'
import { publishedTime } from '../../../market/publishedTime.ts'
import { FileReader } from '../../../pages/file.ts'
import { type PaymentTerms, priceOf, priceOfAnswer } from '../../../pay/paymentTerms.ts'
import { allRows } from '../../../query/directory.ts'
import type { Database } from '../../../store/database.ts'
import { addEvents, type NewEvent, readMark } from '../../../store/events.ts'
import { isPublishingDue } from '../../objects/publishing.ts'
import type { ServedVersion } from '../servedVersion.ts'
import type { Parts } from '../serviceParts.ts'
import { datasetEvents, lateEvents, type Mark, noMark, type Served } from './datasetEvents.ts'

/** Interval between two looks at what is late. */
const lateMs = 30_000

type Opened = NonNullable<ReturnType<ServedVersion['opened']>>

/** Records what changed in the datasets, from what the versions of the lake tell, so that a crash loses no event. */
export function createAnnouncer({
  context,
  database,
  served,
}: Parts<'context'> & { readonly database: Database; readonly served: ServedVersion }) {
  const { lake, now, gaps: gapsOptions } = context
  const markName = `announced ${lake.origin}`
  const gaps = openGaps(gapsOptions.root)
  let announced: Opened['pages'] | null = null
  let days: { readonly of: string; readonly newestFirst: readonly string[] } | null = null
  let lateAt = Number.NEGATIVE_INFINITY

  /** Stores the events that follow from the mark, and the new mark; nothing if another process was faster. */
  async function store(make: (mark: Mark, at: string) => { events: NewEvent[]; mark: Mark }): Promise<void> {
    const before = await readMark(database, markName)
    const { events, mark } = make(before === null ? noMark : JSON.parse(before), now().toISOString())
    const after = JSON.stringify(mark)
    if (after !== before) await addEvents(database, events, { name: markName, before, after })
  }

  /** The trading days up to today, newest first. */
  function tradingDays({ pages }: Opened, reader: FileReader): readonly string[] {
    if (days?.of !== pages.folder) {
      const rows = allRows(reader, pages, TaiwanStockTradingDate.name)
      days = { of: pages.folder, newestFirst: rows.map((row) => String(row[TaiwanStockTradingDate.date])) }
    }
    const today = taipeiDate(now())
    return days.newestFirst.filter((day) => day <= today)
  }

  async function announceLate(opened: Opened, reader: FileReader): Promise<void> {
    const { pages, manifest } = opened
    if (pages.missing.includes(TaiwanStockTradingDate.name)) return
    const file = gaps(manifest.version)
    const tradingDaysThen = tradingDays(opened, reader)
    const states = catalogue
      .filter(({ name }) => !pages.missing.includes(name))
      .map((dataset) => {
        const lastDate = manifest.datasets[dataset.name]?.last_date ?? null
        const promised = lake.origin === 'demo' ? publishedTime : dataset.update
        const own = file?.datasets[dataset.name] ?? null
        const given = { lastDate, promised, tradingDays: tradingDaysThen, gaps: own, now: now() }
        return [dataset, freshnessOf(dataset, given)] as const
      })
    await store((mark, at) => lateEvents({ manifest }, new Map(states), mark, at))
  }

  return {
    /** Announces what is served and was not announced yet. */
    async look(): Promise<void> {
      const opened = served.opened()
      // With an object store other machines serve a version once it is published.
      if (!opened || isPublishingDue(context, opened.manifest.version)) return
      const isNew = opened.pages !== announced
      if (!isNew && performance.now() - lateAt < lateMs) return
      const { pages, manifest } = opened
      const version = await lake.version(manifest.version)
      if (!version) return
      const reader = new FileReader()
      try {
        if (isNew) {
          const loads = await loadsOf(version)
          await store((mark, at) => datasetEvents({ manifest, loads, pages, reader } satisfies Served, mark, at))
        }
        await announceLate(opened, reader)
        announced = pages
        lateAt = performance.now()
      } finally {
        reader.close(pages.folder)
      }
    },
  }
}

type Prices = { readonly network: string; readonly asset: string; readonly amounts: Readonly<Record<string, string>> }

const pricesMark = 'prices'
/** The name of an answer among the amounts, which no dataset has. */
const answerName = 'ask'

/** Records the prices that differ from those announced last. At the first start there are none to differ from. */
export async function announcePrices(database: Database, terms: PaymentTerms, now: Date): Promise<void> {
  const { network, asset } = terms
  const amounts = Object.fromEntries(catalogue.map((dataset) => [dataset.name, priceOf(terms, dataset)]))
  const prices: Prices = { network, asset, amounts: { ...amounts, [answerName]: priceOfAnswer(terms) } }
  const before = await readMark(database, pricesMark)
  const after = JSON.stringify(prices)
  if (before === after) return
  const old = before === null ? null : (JSON.parse(before) as Prices)
  const isElsewhere = old?.network !== network || old.asset !== asset
  const at = now.toISOString()
  const events = Object.entries(prices.amounts).flatMap(([name, amount]): NewEvent[] => {
    const amount_before = old?.amounts[name]
    if (amount_before === undefined || (!isElsewhere && amount_before === amount)) return []
    const dataset = name === answerName ? null : name
    const data = { dataset, amount, amount_before, network, asset }
    return [{ id: `evt_price_${Date.parse(at)}_${name}`, type: 'price.changed', dataset, userId: null, at, data }]
  })
  await addEvents(database, events, { name: pricesMark, before, after })
}
