import { columnsOf, type Dataset } from '../catalogue/dataset.ts'
import { RecentMap } from '../recent.ts'

const [quote, backslash, comma, lineFeed, open, close] = [...Buffer.from('"\\,\n{}')] as [
  number,
  number,
  number,
  number,
  number,
  number,
]

/** The columns up to the last selected one: bytes of the key with its brace or comma and colon, and how its value ends. */
type Cut = {
  readonly keys: Uint8Array
  /** Bytes of a quoted value that are skipped unread: a date has ten characters, a decimal all digits of its scale. */
  readonly least: Uint8Array
  readonly isText: Uint8Array
  readonly isSelected: Uint8Array
}

function cutOf(dataset: Dataset, columns: readonly string[]): Cut {
  const all = columnsOf(dataset)
  const fields = all.slice(0, all.findLastIndex(([name]) => columns.includes(name)) + 1)
  return {
    keys: Uint8Array.from(fields, ([name]) => name.length + 4),
    // Behind the opening quote.
    least: Uint8Array.from(fields, ([, { kind, scale = 0 }]) =>
      kind === 'date' ? 11 : kind === 'decimal' ? scale + 2 : 1,
    ),
    isText: Uint8Array.from(fields, ([, { kind }]) => (kind === 'text' ? 1 : 0)),
    isSelected: Uint8Array.from(fields, ([name]) => (columns.includes(name) ? 1 : 0)),
  }
}

/** The last cuts, since clients ask for the same columns page after page. */
const known = new RecentMap<string, Cut>(256)

function knownCut(dataset: Dataset, columns: readonly string[]): Cut {
  const name = `${dataset.name} ${columns}`
  const found = known.get(name)
  if (found) return found
  const made = cutOf(dataset, columns)
  known.set(name, made)
  return made
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
  const { keys, least, isText, isSelected } = knownCut(dataset, columns)
  let to = place
  for (let at = 0; at < rows.length; ) {
    const first = to
    for (let column = 0; column < keys.length; column++) {
      const start = at
      at += keys[column]!
      if (rows[at] === quote) {
        at += least[column]!
        if (isText[column] === 0) while (rows[at] !== quote) at++
        else while (rows[at] !== quote) at += rows[at] === backslash ? 2 : 1
        at++
      } else while (rows[at] !== comma && rows[at] !== close) at++
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
