import { decimalText, unitsOf } from '../../derive/rounding.ts'
import type { Range } from '../../pages/select.ts'
import type { Row } from '../formats/page.ts'
import type { Days } from './inputs.ts'
import { type KnownTime, laterOf } from './timeline.ts'

/** A computed row without its `spread`; `known` is the latest of the rows it was made of. */
export type Item = {
  readonly day: number
  readonly cells: Row
  readonly known: KnownTime
}

/** The rows of an id, computed from those that were known at an instant. */
export type Computed = {
  readonly items: (days: Days) => Iterable<Item>
  /** The day before which there is no close. */
  readonly oldest: number
}

const hasClose = ({ cells }: Item): boolean => cells.close !== null

/** A row with the change of its close from that of the last row before it with one. */
function changed(item: Item, before: Item | null): Item {
  if (!hasClose(item) || !before) return item
  const [close, last] = [item, before].map(({ cells }) => unitsOf(cells.close as string))
  const cells = { ...item.cells, spread: decimalText(close! - last!, 4) }
  return { ...item, cells, known: laterOf(item.known, before.known) }
}

function* ascending({ items, oldest }: Computed, { from, to }: Range): Generator<Item, void> {
  let before: Item | null = null
  if (from !== null && from > oldest)
    for (const item of items({ from: null, to: from - 1, ascending: false })) {
      if (hasClose(item)) before = item
      if (before || item.day < oldest) break
    }
  for (const item of items({ from, to, ascending: true })) {
    yield changed(item, before)
    if (hasClose(item)) before = item
  }
}

function* descending({ items, oldest }: Computed, { from, to }: Range): Generator<Item, void> {
  // A row with a close and those behind it without one, until the close before is found.
  let waiting: Item[] = []
  for (const item of items({ from: null, to, ascending: false })) {
    if (waiting.length > 0 && (hasClose(item) || item.day < oldest)) {
      for (const one of waiting) yield changed(one, hasClose(item) ? item : null)
      waiting = []
    }
    if (from !== null && item.day < from) {
      if (waiting.length === 0) return
    } else if (!hasClose(item) && waiting.length === 0) yield item
    else waiting.push(item)
  }
  yield* waiting
}

/** The rows of a range with their `spread`. */
export const withSpread = (computed: Computed, range: Range): Iterable<Item> =>
  range.ascending ? ascending(computed, range) : descending(computed, range)
