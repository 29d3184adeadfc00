import type { Dataset } from '../catalogue/dataset.ts'
import { columnsOf } from '../catalogue/dataset.ts'
import { remembering } from '../recent.ts'
import { close, comma, lineFeed, open, type Skips, skipsOf, valueEnd } from './rowScan.ts'

/** The columns up to the last selected one. */
type Cut = Skips & { readonly isSelected: Uint8Array }

/** The last cuts, since clients ask for the same columns page after page. */
const cutsOf = new WeakMap<Dataset, (columns: string) => Cut>()

function cutOf(dataset: Dataset, columns: readonly string[]): Cut {
  const known = cutsOf.get(dataset)
  const find =
    known ??
    remembering(64, (names: string): Cut => {
      const selected = names.split(',')
      const skips = skipsOf(dataset, selected)
      const all = columnsOf(dataset).slice(0, skips.keys.length)
      return { ...skips, isSelected: Uint8Array.from(all, ([name]) => (selected.includes(name) ? 1 : 0)) }
    })
  if (!known) cutsOf.set(dataset, find)
  return find(columns.join())
}

/**
 * Writes some columns of encoded rows, in the dataset's order, to `target` from `place` on and returns the bytes
 * written, without the last row's comma and line feed.
 */
export function cutColumns(
  rows: Buffer,
  dataset: Dataset,
  columns: readonly string[],
  target: Uint8Array,
  place: number,
): number {
  const cut = cutOf(dataset, columns)
  const { keys, isSelected } = cut
  let to = place
  for (let at = 0; at < rows.length; ) {
    const first = to
    for (let column = 0; column < keys.length; column++) {
      const start = at
      at = valueEnd(rows, at + keys[column]!, cut, column)
      if (isSelected[column] === 1) for (let i = start; i < at; i++) target[to++] = rows[i]!
    }
    target[first] = open
    target[to++] = close
    target[to++] = comma
    target[to++] = lineFeed
    at = rows.indexOf(lineFeed, at) + 1
  }
  return Math.max(0, to - place - 2)
}
