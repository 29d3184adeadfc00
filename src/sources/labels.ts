import { columnsOf, type Dataset } from '../catalogue/dataset.ts'
import { decoderOf } from './cells.ts'
import type { LabelledLayout, Place } from './layout.ts'
import { type Cell, changed, type ParsedRows, type Row } from './outcome.ts'
import { textOf } from './plan.ts'
import type { Reading } from './reading.ts'
import type { FeedRequest } from './request.ts'
import type { Table } from './tables.ts'
import { titleOf } from './text.ts'

/** Made from other columns of the row. */
type Made = (column: (name: string) => number | null) => Cell
type Source = Place | Made | { readonly request: (request: FeedRequest) => Cell }

/** The cell under a title, beside a label or one of the other names it had. */
export const at = (
  label: string | readonly string[],
  title: string,
  { times = 1, since = '' }: { times?: number; since?: string } = {},
): Place => ({ labels: [label].flat().map(titleOf), title: titleOf(title), times, since })

type Amounts<W extends string> = Readonly<Record<`${W}_buy_amount` | `${W}_sell_amount` | `${W}_net_amount`, Place>>

/** The amounts that one kind of institution bought, sold and holds more, beside its label. */
export const amountsOf = <W extends string>(
  who: W,
  label: string | readonly string[],
  [buy, sell, net]: readonly [buy: string, sell: string, net: string],
  options: { since?: string } = {},
) =>
  ({
    [`${who}_buy_amount`]: at(label, buy, options),
    [`${who}_sell_amount`]: at(label, sell, options),
    [`${who}_net_amount`]: at(label, net, options),
  }) as Amounts<W>

/** One row of a dataset from the cells of a labelled table. */
export function labelled<D extends Dataset>(
  dataset: D,
  label: string,
  sources: { readonly [K in keyof D['columns'] & string]: Source },
  ignore: readonly string[] = [],
): Reading {
  const head = titleOf(label)
  const places = Object.fromEntries(
    Object.entries<Source>(sources).flatMap(([name, source]) => ('labels' in source ? [[name, source]] : [])),
  )
  const titles = [...new Set(Object.values(places).map(({ title }) => title))]
  const ignored = ignore.map(titleOf)
  const known = new Set([...Object.values(places).flatMap(({ labels }) => labels), ...ignored])

  function read(tables: readonly Table[], request: FeedRequest): ParsedRows {
    const table = tables.find((one) => one.titles.includes(head) && titles.every((title) => one.titles.includes(title)))
    if (!table) throw changed(`no table with the columns ${missingIn(tables, [head, ...titles]).join(', ')}`)
    const labelAt = table.titles.indexOf(head)
    const rows = new Map<string, readonly unknown[]>()
    for (const cells of table.rows) {
      const name = titleOf(textOf(cells[labelAt]))
      if (cells.length !== table.titles.length)
        throw changed(`the row ${name} has ${cells.length} cells, where there are ${table.titles.length} titles`)
      if (rows.has(name)) throw changed(`the row ${name} comes twice`)
      rows.set(name, cells)
    }
    const unread = [
      ...[...rows.keys()].filter((name) => !known.has(name)),
      ...table.titles.filter((title) => title !== head && !titles.includes(title) && !known.has(title)),
    ]
    const row: Record<string, Cell> = {}
    for (const [name, field] of columnsOf(dataset)) {
      const source = sources[name as keyof D['columns'] & string] as Source
      if ('request' in source) row[name] = source.request(request)
      else if ('labels' in source) {
        const cells = source.labels.flatMap((one) => (rows.has(one) ? [rows.get(one)!] : []))[0]
        if (!cells) {
          if (request.to >= source.since || !field.nullable) throw changed(`no row ${source.labels[0]}`)
          row[name] = null
          continue
        }
        const text = textOf(cells[table.titles.indexOf(source.title)])
        const cell = decoderOf(field, { times: source.times })(text)
        if (cell === undefined || (cell === null && !field.nullable))
          throw changed(`${source.labels[0]}, ${source.title} cannot be read: ${text}`)
        row[name] = cell
      }
    }
    for (const [name] of columnsOf(dataset)) {
      const source = sources[name as keyof D['columns'] & string] as Source
      if (typeof source === 'function') row[name] = source((column) => (row[column] as number | null) ?? null)
    }
    return { rows: [row as Row], unread, left: [], rejected: [] }
  }

  const layout: LabelledLayout = { kind: 'labelled', label: head, places, ignored }
  return { dataset, fills: Object.keys(dataset.columns), layouts: [layout], read }
}

const missingIn = (tables: readonly Table[], titles: readonly string[]): readonly string[] => {
  const each = tables.map((table) => titles.filter((title) => !table.titles.includes(title)))
  return each.sort((a, b) => a.length - b.length)[0] ?? titles
}
