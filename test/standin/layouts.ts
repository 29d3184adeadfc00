import type { Dataset } from '../../src/catalogue/dataset.ts'
import type { Field } from '../../src/fields.ts'
import type { Feed } from '../../src/sources/feed.ts'
import { section } from '../../src/sources/html.ts'
import type { LabelledLayout, RowLayout } from '../../src/sources/layout.ts'
import type { From, Mapped } from '../../src/sources/mapping.ts'
import { type Inverse, inverses } from './inverses.ts'
import type { Days, Market, MarketRow } from './market.ts'
import type { Sheet, Spelling } from './sheet.ts'
import { divided, grouped, places } from './spell.ts'

/** Prints the table that a layout reads: its titles are those of the feed, its cells the rows of the market. */

/** How a column is written where its layout does not tell: another column of the SELECT, or the text itself. */
type Cells = Readonly<Record<string, string | Inverse>>

/** Lines of a table that are laid out alike. */
export type Part = {
  /** The feeds that read it; each tells the titles of the columns it fills. */
  readonly feeds: readonly Pick<Feed, 'dataset' | 'layouts'>[]
  readonly select: string
  /** By column of the dataset. */
  readonly cells?: Cells
  /**
   * What stands in columns that are not mapped: the one by which other rows are skipped, by the reason for skipping
   * them, and one that nobody reads, by its title.
   */
  readonly others?: Readonly<Record<string, string | Inverse>>
}

/** A part for each layout of a feed, in which a row has a line of its own. */
export const linesApart = (feed: Feed, ...parts: readonly Omit<Part, 'feeds'>[]): readonly Part[] =>
  parts.map((part, at) => ({ ...part, feeds: [{ dataset: feed.dataset, layouts: [feed.layouts[at]!] }] }))

type Slot = { readonly title: string; readonly under: string; readonly nth: number; readonly of: number }
type Writer = (row: MarketRow, spelling: Spelling) => string
type Line = { readonly slot: Slot; readonly write: Writer }

const keyOf = ({ title, under, nth }: Slot): string => `${under}\n${title}\n${nth}`
const slotOf = (title: string, under = '', [nth, of]: readonly [number, number] = [0, 1]): Slot => ({
  title,
  under,
  nth,
  of,
})

/** Amounts are written without the cents they do not have. */
const isAmount = (name: string): boolean => /turnover|amount|revenue|value$/.test(name)

/** A value as the field's own reader takes it. */
function plain({ name, from }: Mapped, { kind, scale = 0 }: Field, value: string | null, spelling: Spelling): string {
  const { none, suffix = '' } = from.kind === 'column' ? from.options : {}
  const times = (from.kind === 'column' ? from.options.times : from.kind === 'columns' ? from.times : undefined) ?? 1
  if (kind === 'text') return value ?? ''
  if (kind === 'date') return value === null ? (none?.[0] ?? '') : spelling.date(value)
  if (value === null) return none?.[0] ?? spelling.none
  // A publisher that counts in lots or thousands cuts the rest off.
  const whole = times === 1 ? value : divided(value, Math.log10(times)).split('.')[0]!
  const least = isAmount(name) ? 0 : Math.min(spelling.places ?? 2, scale)
  const text = whole.includes('.') ? places(whole, least) : whole
  return (spelling.grouped ? grouped(text) : text) + suffix
}

function valueIn(row: MarketRow, name: string): string | null {
  const value = row[name]
  if (value === undefined) throw new TypeError(`the SELECT gives no ${name}`)
  return value
}

function writerOf(mapped: Mapped, dataset: Dataset, cells: Cells): Inverse {
  const { name, from } = mapped
  const given = cells[name]
  if (typeof given === 'function') return (_, row, spelling) => given(row[name] ?? null, row, spelling)
  const column = given ?? name
  const inverse =
    from.kind === 'column' || from.kind === 'columns'
      ? inverses.get(from.kind === 'column' ? from.options.read : from.read)
      : undefined
  if (inverse) return (_, row, spelling) => inverse(valueIn(row, column), row, spelling)
  const field = dataset.columns[name]!
  return (_, row, spelling) => plain(mapped, field, valueIn(row, column), spelling)
}

/** Of the columns under one title, the one that has the whole text. */
function fullestColumn(columns: readonly Mapped[], cells: Cells): Mapped {
  const readOf = ({ from }: Mapped) => (from.kind === 'column' ? from.options.read : undefined)
  return (
    columns.find(({ name }) => name in cells) ??
    columns.find((mapped) => readOf(mapped) === undefined) ??
    columns.find((mapped) => inverses.has(readOf(mapped))) ??
    columns[0]!
  )
}

const isLine = ({ from }: Mapped): boolean => from.kind === 'column' && from.options.line !== undefined

/** A cell that holds a small table of its own, a line for each column. */
function smallTable(columns: readonly Mapped[], dataset: Dataset): Line {
  const [{ from }] = columns as [Mapped]
  const lineOf = ({ name, from: own }: Mapped, row: MarketRow, { date }: Spelling): string => {
    const value = valueIn(row, name) ?? ''
    const text = dataset.columns[name]!.kind === 'date' && value !== '' ? date(value) : value
    return `<tr><th>${own.kind === 'column' ? own.options.line : ''}:</th><td>${text}</td></tr>`
  }
  return {
    slot: slotOf(from.kind === 'column' ? from.titles[0]! : ''),
    write: (row, spelling) => `<table>${columns.map((mapped) => lineOf(mapped, row, spelling)).join('')}</table>`,
  }
}

/** The day a column was added. */
const sinceOf = (from: From): string =>
  (from.kind === 'column' ? from.options.since : from.kind === 'columns' ? from.since : '') ?? ''

/** The columns of one layout, and how each is written. */
function linesOf({ columns: all }: RowLayout, dataset: Dataset, cells: Cells, day: string): Line[] {
  const columns = all.filter(({ from }) => sinceOf(from) <= day)
  const groups = Map.groupBy(
    columns.filter(({ from }) => from.kind === 'column'),
    ({ from }) => (from.kind === 'column' ? keyOf(slotOf(from.titles[0]!, from.options.under, from.options.nth)) : ''),
  )
  const lines = [...groups.values()].map((group): Line => {
    if (group.every(isLine)) return smallTable(group, dataset)
    const mapped = fullestColumn(group, cells)
    const { from } = mapped
    if (from.kind !== 'column') throw new TypeError(`${mapped.name} has no title`)
    const write = writerOf(mapped, dataset, cells)
    return {
      slot: slotOf(from.titles[0]!, from.options.under, from.options.nth),
      write: (row, spelling) => write(null, row, spelling) as string,
    }
  })
  const known = new Set(lines.map(({ slot }) => slot.title))
  for (const mapped of columns) {
    const { from } = mapped
    if (from.kind !== 'columns') continue
    if (from.times !== undefined) {
      const write = writerOf(mapped, dataset, cells)
      known.add(from.titles[0]!)
      lines.push({ slot: slotOf(from.titles[0]!), write: (row, spelling) => write(null, row, spelling) as string })
    }
  }
  const combined = columns.filter(({ from }) => from.kind === 'columns')
  for (const mapped of combined) {
    const { from, name } = mapped
    if (from.kind !== 'columns' || !(inverses.has(from.read) || typeof cells[name] === 'function')) continue
    const write = writerOf(mapped, dataset, cells)
    for (const [at, title] of from.titles.entries())
      if (!known.has(title)) {
        known.add(title)
        lines.push({ slot: slotOf(title), write: (row, spelling) => write(null, row, spelling)[at]! })
      }
  }
  const unwritten = combined.find(
    ({ from }) => from.kind === 'columns' && !from.titles.every((title) => known.has(title)),
  )
  if (unwritten) throw new TypeError(`nobody writes the columns that ${dataset.name}.${unwritten.name} is read from`)
  return lines
}

/** A column that nobody reads holds the name or the day where its title says so, and nothing else. */
const unread =
  (title: string): Writer =>
  (row, { date }) => {
    if (/名稱|簡稱|Name/.test(title)) return row.stock_name ?? ''
    return /^(日期|Date)$/.test(title) && row.trade_date ? date(row.trade_date) : ''
  }

const rowLayoutsOf = ({ feeds }: Part): readonly (RowLayout & { readonly dataset: Dataset })[] =>
  feeds.flatMap(({ dataset, layouts }) =>
    layouts.flatMap((layout) => (layout.kind === 'rows' ? [{ ...layout, dataset }] : [])),
  )

/** The lines of a part: mapped columns first, then those that tell which rows to skip, then those that nobody reads. */
function linesOfPart(part: Part, day: string, all: readonly RowLayout[]): Map<string, Line> {
  const rowLayouts = rowLayoutsOf(part)
  const lines = new Map<string, Line>()
  const titles = new Set<string>()
  const add = (line: Line) => {
    // Headings between the rows are no column of the page.
    if (lines.has(keyOf(line.slot)) || line.slot.title === section) return
    lines.set(keyOf(line.slot), line)
    titles.add(line.slot.title)
  }
  for (const layout of rowLayouts) for (const line of linesOf(layout, layout.dataset, part.cells ?? {}, day)) add(line)
  for (const { skipped } of rowLayouts)
    for (const { why, names } of skipped) {
      if (names.some((title) => titles.has(title))) continue
      const other = part.others?.[why]
      const write: Writer =
        typeof other === 'function'
          ? (row, spelling) => other(null, row, spelling) as string
          : other === undefined
            ? unread(names[0]!)
            : () => other
      add({ slot: slotOf(names[0]!), write })
    }
  for (const { ignored } of rowLayouts)
    for (const title of ignored) {
      const other = part.others?.[title]
      const write: Writer =
        typeof other === 'function' ? (row, spelling) => other(null, row, spelling) as string : unread(title)
      if (!titles.has(title) && all.every((layout) => isKnown(layout, title))) add({ slot: slotOf(title), write })
    }
  return lines
}

/** Whether a layout has a place for the title; what one feed ignores another may never have met. */
const isKnown = ({ columns, ignored, skipped }: RowLayout, title: string): boolean =>
  ignored.includes(title) ||
  skipped.some(({ names }) => names.includes(title)) ||
  columns.some(({ from }) =>
    from.kind === 'column' ? from.titles[0] === title : from.kind === 'columns' && from.titles.includes(title),
  )

/** Columns under one upper title stand together, and so do those that share their title. */
function ordered(slots: readonly Slot[]): Slot[] {
  const byGroup = [...Map.groupBy(slots, ({ under }) => under).values()].flat()
  return [
    ...Map.groupBy(byGroup, ({ title, under, of }) =>
      of > 1 ? `${under}\n${title}` : `${under}\n${title}\n`,
    ).values(),
  ].flatMap((alike) => {
    const [{ title, under, of }] = alike as [Slot]
    return of === 1 ? alike : Array.from({ length: of }, (_, nth) => slotOf(title, under, [nth, of]))
  })
}

const groupsOf = (slots: readonly Slot[]): Sheet['groups'] => {
  const runs: [string, number][] = []
  for (const { under } of slots) {
    const last = runs.at(-1)
    if (last?.[0] === under) last[1]++
    else runs.push([under, 1])
  }
  return runs
}

/** The table of one or several parts, under the titles of all of them. */
export async function sheetOf(parts: readonly Part[], market: Market, days: Days, spelling: Spelling): Promise<Sheet> {
  const [first] = parts
  const labelled = first?.feeds[0]?.layouts.find((layout) => layout.kind === 'labelled')
  if (first && labelled) return labelledSheet(labelled, first, market, days, spelling)
  const all = parts.flatMap(rowLayoutsOf)
  const lines = parts.map((part) => linesOfPart(part, days.to, all))
  const slots = ordered([...new Map(lines.flatMap((each) => [...each].map(([key, { slot }]) => [key, slot]))).values()])
  const rows = await Promise.all(parts.map(({ select }) => market.rows(select, days)))
  return {
    title: '',
    titles: slots.map(({ title }) => title),
    rows: rows.flatMap((partRows, at) =>
      partRows.map((row) => slots.map((slot) => lines[at]!.get(keyOf(slot))?.write(row, spelling) ?? '')),
    ),
    ...(slots.some(({ under }) => under !== '') && { groups: groupsOf(slots)! }),
  }
}

/** A row for each label, with the cells of one row of the market. */
async function labelledSheet(
  { label, places: where, ignored }: LabelledLayout,
  { select }: Part,
  market: Market,
  days: Days,
  spelling: Spelling,
): Promise<Sheet> {
  const cells = Object.entries(where)
  const titles = [...new Set(cells.map(([, { title }]) => title))]
  const labels = [
    ...new Set(
      cells.map(
        ([
          ,
          {
            labels: [name],
          },
        ]) => name!,
      ),
    ),
  ]
  const [row] = await market.rows(select, days)
  const cellOf = (name: string, title: string): string => {
    const [column, place] = cells.find(([, at]) => at.labels[0] === name && at.title === title) ?? []
    if (!row || column === undefined || place === undefined) return ''
    const value = places(valueIn(row, column) ?? '0', 0)
    const text = place.times === 1 ? value : divided(value, Math.log10(place.times))
    return spelling.grouped ? grouped(text) : text
  }
  const unknown = ignored.filter((title) => title !== label && !titles.includes(title))
  return {
    title: '',
    titles: [label, ...titles, ...unknown],
    rows: row
      ? labels.map((name) => [
          name,
          ...titles.map((title) => cellOf(name, title)),
          ...unknown.map((title) => unread(title)(row, spelling)),
        ])
      : [],
  }
}

/** The title that a feed reads a column under. */
export function titleOfColumn({ layouts }: Feed, name: string): string {
  const [layout] = layouts
  const from = layout?.kind === 'rows' ? layout.columns.find((mapped) => mapped.name === name)?.from : undefined
  if (from?.kind !== 'column') throw new TypeError(`${name} has no title`)
  return from.titles[0]!
}

/** The condition that rows are those of a feed: its layout names what they have alike. */
export function conditionOf({ dataset, layouts: [layout] }: Feed): string {
  const alike = layout?.kind === 'rows' ? layout.columns : []
  return alike
    .flatMap(({ name, from }) =>
      from.kind === 'constant' && from.value !== null && dataset.key.includes(name)
        ? [` AND ${name} = '${from.value}'`]
        : [],
    )
    .join('')
}
