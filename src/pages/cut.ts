import { columnsOf, type Dataset } from '../catalogue/dataset.ts'

const [quote, backslash, comma, lineFeed, close] = [...Buffer.from('"\\,\n}')] as [
  number,
  number,
  number,
  number,
  number,
]

/** The end of the value that begins at `at`. */
function endOf(rows: Uint8Array, at: number): number {
  let end = at
  if (rows[at] === quote) {
    do end += rows[end] === backslash ? 2 : 1
    while (rows[end] !== quote)
    return end + 1
  }
  while (rows[end] !== comma && rows[end] !== close) end++
  return end
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
  const names = columnsOf(dataset).map(([name]) => name)
  const wanted = names.map((name) => columns.includes(name))
  const last = wanted.lastIndexOf(true)
  // As long as the key with the preceding brace or comma and the colon.
  const keys = names.map((name) => Buffer.from(`,${JSON.stringify(name)}:`))
  let to = place
  for (let at = 0; at < rows.length; ) {
    let isFirst = true
    for (let column = 0; column <= last; column++) {
      const key = keys[column]!
      const start = at + key.length
      const end = endOf(rows, start)
      if (wanted[column]) {
        for (let i = 0; i < key.length; i++) target[to + i] = key[i]!
        if (isFirst) target[to] = rows[0]!
        isFirst = false
        to += key.length
        for (let i = start; i < end; i++) target[to++] = rows[i]!
      }
      at = end
    }
    target[to++] = close
    target[to++] = comma
    target[to++] = lineFeed
    at = rows.indexOf(lineFeed, at) + 1
  }
  return Math.max(0, to - place - 2)
}
