import type { Dataset } from '../../catalogue/dataset.ts'
import { TaiwanStockPriceAdj } from '../../catalogue/technical/TaiwanStockPriceAdj.ts'
import { TaiwanStockWeekPrice } from '../../catalogue/technical/TaiwanStockWeekPrice.ts'
import type { FileReader } from '../../pages/file.ts'
import type { OpenPages } from '../../pages/open.ts'
import type { Range } from '../../pages/select.ts'
import type { Query } from '../parameters.ts'
import { adjustedOf } from './adjusted.ts'
import { barsOf } from './bars.ts'
import { inputsAt } from './inputs.ts'
import { type Item, withSpread } from './spread.ts'
import type { Stood, View } from './view.ts'

/** The rows of several ids, each in its order, by days and in the order of the ids. */
function* merged(
  reader: FileReader,
  sources: readonly Iterator<Item, void>[],
  ascending: boolean,
): Generator<Item, void> {
  const next = (source: Iterator<Item, void>): Item | null => source.next().value ?? null
  const heads = reader.each(sources, next)
  for (;;) {
    const days = heads.flatMap((head) => head?.day ?? [])
    const day = days.reduce((best, one) => (ascending ? Math.min(best, one) : Math.max(best, one)), days[0] ?? 0)
    const due = heads.flatMap((head, i) => (head?.day === day ? [i] : []))
    if (due.length === 0) return
    for (const i of due) yield heads[i]!
    // Together, so that the segments that any of them lacks are fetched at once.
    reader.each(due, (i) => {
      heads[i] = next(sources[i]!)
    })
  }
}

/** The rows of some ids of a dataset that is computed again for each instant. */
export function computedView(
  reader: FileReader,
  pages: OpenPages,
  dataset: Dataset,
  { asOf, knownBy, showsKnown, columns }: Query,
  ids: readonly string[],
): View {
  const instant = asOf === null ? Number.POSITIVE_INFINITY : Date.parse(asOf)
  function* rows(range: Range): Generator<Stood, void> {
    // Of all ids about so many rows are held at once.
    const atOnce = Math.max(16, Math.min(1_000, Math.ceil(16_000 / ids.length)))
    const inputs = inputsAt(reader, pages, instant, atOnce)
    function* rowsOf(id: string): Generator<Item, void> {
      const computed =
        dataset === TaiwanStockPriceAdj
          ? adjustedOf(inputs, id, showsKnown || knownBy !== null)
          : barsOf(inputs, id, dataset === TaiwanStockWeekPrice ? 'week' : 'month')
      yield* withSpread(computed, range)
    }
    const sources = (range.ascending ? ids.toReversed() : ids).map(rowsOf)
    for (const { cells, known } of merged(reader, sources, range.ascending)) {
      if (knownBy && !knownBy.includes(known.by)) continue
      const key = JSON.stringify(dataset.key.map((name) => cells[name]))
      yield { text: JSON.stringify(cells), row: cells, known, key }
    }
  }
  return { dataset, from: Number.NEGATIVE_INFINITY, columns, isShown: showsKnown, rows }
}
