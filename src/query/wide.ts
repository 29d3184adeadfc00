import { columnsOf, type Dataset } from '../catalogue/dataset.ts'
import { problem } from '../errors.ts'
import { restOfKey } from '../pages/format.ts'
import { isAt, type RowMatcher } from '../pages/match.ts'
import { compare, type Mark, positionOf, type Source } from '../pages/matching.ts'
import { quote, skipsOf, valueEnd } from '../pages/rowScan.ts'
import type { Page, Position } from '../pages/select.ts'

/** Most cells of a page of a wide frame, and most rows that are looked at for it. */
export const mostCells = 1_000_000

/** The dates of a page with so many ids. */
export const datesAtOnce = (limit: number, ids: number): number =>
  Math.min(limit, Math.max(1, Math.floor(mostCells / Math.max(1, ids))))

/** A frame of one column of a dataset: a row for each key date, a column for each id. */
export type WideFrame = { readonly dataset: Dataset; readonly value: string; readonly ids: readonly string[] }

export const nothing = Buffer.from('null')
const end = Buffer.from('},\n')

const refuse = (en: string, zh: string) =>
  problem('invalid_parameter', [{ en: `shape ${en}`, zh: `shape ${zh}` }], {
    extra: (language) => ({ errors: [{ param: 'shape', reason: { en, zh }[language] }] }),
  })

/** What leaves one row for each date and id, where the key has more columns. */
export function severalRows({ dataset }: WideFrame, id: string, date: string) {
  const rest = restOfKey(dataset).filter((name) => name !== dataset.filters.period)
  return refuse(
    `needs one row for each ${dataset.date} and ${dataset.id}, and ${id} has several on ${date}: give one value of ${rest.join(' and of ')}`,
    `每個 ${dataset.date} 與 ${dataset.id} 須只有一列，而 ${id} 於 ${date} 有多列：請各指定一個值：${rest.join('、')}`,
  )
}

/** Collects the cells of a date and prints its row. */
export function createPrinter({ dataset, ids }: WideFrame) {
  const names = ids.map((id) => Buffer.from(id))
  const keys = ids.map((id) => Buffer.from(`,${JSON.stringify(id)}:`))
  const places = new Map(names.map((name, i) => [name.toString('latin1'), i]))
  const rowBytes = keys.reduce((sum, { length }) => sum + length + nothing.length, 64 + dataset.date.length)
  const first = Buffer.from(`{"${dataset.date}":`)
  /** The values of the date one after another, and the end of the one of each id; 0 for none. */
  let cells: Buffer = Buffer.allocUnsafe(Math.max(4_096, ids.length * 16))
  const [starts, ends] = [new Int32Array(ids.length), new Int32Array(ids.length)]
  let used = 0
  let rows: Buffer = Buffer.allocUnsafe(rowBytes)
  let length = 0
  let last = -1
  const isName = (name: Buffer | undefined, bytes: Buffer, from: number, to: number): boolean =>
    name?.length === to - from && isAt(bytes, from, name)
  const write = (bytes: Buffer, from: number, to: number): void => {
    for (let i = from; i < to; i++) rows[length++] = bytes[i]!
  }
  return {
    /** The column of an id; neighbouring rows mostly have neighbouring ids. */
    columnOf(bytes: Buffer, from: number, to: number): number {
      const near = isName(names[last + 1], bytes, from, to)
        ? last + 1
        : isName(names[last - 1], bytes, from, to)
          ? last - 1
          : null
      last = near ?? places.get(bytes.toString('latin1', from, to)) ?? -1
      return last
    },
    /** Adds a value, in quotes where it has none and they are wanted; false where the id has one already. */
    add(column: number, bytes: Buffer, from: number, to: number, isQuoted = false): boolean {
      if (ends[column] !== 0) return false
      if (used + to - from + 2 > cells.length) {
        const larger = Buffer.allocUnsafe((used + to - from + 2) * 2)
        cells.copy(larger, 0, 0, used)
        cells = larger
      }
      starts[column] = used
      if (isQuoted) cells[used++] = quote
      for (let i = from; i < to; i++) cells[used++] = bytes[i]!
      if (isQuoted) cells[used++] = quote
      ends[column] = used
      return true
    },
    print(date: Buffer): void {
      if (length + rowBytes + used > rows.length) {
        const larger = Buffer.allocUnsafe((length + rowBytes + used) * 2)
        rows.copy(larger, 0, 0, length)
        rows = larger
      }
      write(first, 0, first.length)
      write(date, 0, date.length)
      for (let i = 0; i < keys.length; i++) {
        write(keys[i]!, 0, keys[i]!.length)
        if (ends[i] === 0) write(nothing, 0, nothing.length)
        else write(cells, starts[i]!, ends[i]!)
      }
      write(end, 0, end.length)
      this.drop()
    },
    drop(): void {
      ends.fill(0)
      used = 0
    },
    rows: () => rows.subarray(0, length),
  }
}

/** The next `limit` dates of a frame as rows of JSON; fewer where it has very many cells. */
export function* takeWide(
  source: Source,
  frame: WideFrame,
  matcher: RowMatcher | null,
  after: Position | null,
  limit: number,
): Generator<void, Page & { readonly bound: Readonly<Record<string, number>> | null }> {
  const { dataset, value, ids } = frame
  const printer = createPrinter(frame)
  const wanted = [dataset.date, dataset.id!, value]
  const skips = skipsOf(dataset, wanted)
  const columns = columnsOf(dataset).map(([name]) => wanted.indexOf(name))
  /** The places of date, id and value in a row. */
  const [from, to] = [new Int32Array(3), new Int32Array(3)]
  const most = datesAtOnce(limit, ids.length)
  let count = 0
  let date: { readonly bytes: Buffer; readonly mark: Mark } | null = null
  const take = (rows: Buffer, start: number, _: number, here: () => Mark): boolean => {
    for (let column = 0, at = start; column < skips.keys.length; column++) {
      const begin = at + skips.keys[column]!
      at = valueEnd(rows, begin, skips, column)
      const place = columns[column]!
      if (place >= 0) {
        from[place] = begin
        to[place] = at
      }
    }
    if (date === null || !isAt(rows, from[0]!, date.bytes)) {
      if (date) {
        printer.print(date.bytes)
        count++
        date = null
      }
      if (count === most) return false
      date = { bytes: Buffer.from(rows.subarray(from[0], to[0])), mark: here() }
    }
    // Without the quotes of the id.
    const column = printer.columnOf(rows, from[1]! + 1, to[1]! - 1)
    if (column === -1 || printer.add(column, rows, from[2]!, to[2]!)) return true
    throw severalRows(frame, ids[column]!, JSON.parse(date.bytes.toString()))
  }
  const { looked, next, isStopped } = yield* compare(source, matcher, after, Number.POSITIVE_INFINITY, take, mostCells)
  // The closure above sets it.
  const open = date as { readonly bytes: Buffer; readonly mark: Mark } | null
  let place = next
  if (open && next === null) {
    printer.print(open.bytes)
    count++
  } else if (open && !isStopped) {
    // The rest of the date was not looked at.
    if (count === 0)
      throw refuse(`would look at more than ${mostCells} rows of one date`, `單日需檢視超過 ${mostCells} 列`)
    place = positionOf(source, open.mark)
  }
  const rows = printer.rows()
  return {
    ...{ count, length: rows.length, runs: null, next: place },
    *copy(target, at) {
      target.set(rows, at)
      yield
    },
    bound: place === null || count === limit ? null : isStopped ? { cells: mostCells } : { looked },
  }
}
