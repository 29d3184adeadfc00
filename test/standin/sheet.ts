import type { Dataset } from '../../src/catalogue/dataset.ts'
import type { Days, Market, MarketRow } from './market.ts'
import { divided, grouped, places, roc, rocBare, rocSpelled } from './spell.ts'

/** A table as it will be sent, whatever the format. */
export type Sheet = {
  readonly title: string
  readonly titles: readonly string[]
  readonly rows: readonly (readonly string[])[]
  /** Titles over several columns, by how many they span. */
  readonly groups?: readonly (readonly [title: string, span: number])[]
  /** Rows of totals below the table. */
  readonly summary?: readonly (readonly string[])[]
}

/** How a publisher writes. */
export type Spelling = {
  readonly date: (iso: string) => string
  /** Whether thousands are separated. */
  readonly grouped: boolean
  /** A number that there is none of. */
  readonly none: string
}

/** One cell of a row, by the name of its style. */
const styles: Readonly<Record<string, (value: string, hand: Spelling) => string>> = {
  lots: (value, { grouped: is }) => (is ? grouped(divided(value, 3)) : divided(value, 3)),
  thousands: (value, { grouped: is }) => (is ? grouped(divided(value, 3)) : divided(value, 3)),
  millions: (value, { grouped: is }) => (is ? grouped(divided(value, 6)) : divided(value, 6)),
  /** Whole units only, where the market has a part of one. */
  wholeLots: (value) => grouped(divided(value, 3).split('.')[0]!),
  wholeThousands: (value) => grouped(divided(value, 3).split('.')[0]!),
  wholeMillions: (value) => grouped(divided(value, 6).split('.')[0]!),
  bareLots: (value) => divided(value, 3).split('.')[0]!,
  bareMillions: (value) => divided(value, 6).split('.')[0]!,
  plain: (value) => value,
  number: (value, hand) => number(value, 0, hand),
  price: (value, hand) => number(value, 2, hand),
  bare: (value) => places(value, 0),
  two: (value) => places(value, 2),
  billions: (value) => divided(value, 9),
  five: (value) => places(value, 5),
  rate: (value) => Number(value).toFixed(4),
  percent: (value) => `${places(value, 2)}%`,
  roc: (value) => roc(value),
  rocDots: (value) => roc(value, '.'),
  rocDashes: (value) => roc(value, '-'),
  rocBare,
  rocSpelled,
  rocPadded: (value) => rocBare(value).padStart(7, '0'),
  compact: (value) => value.replaceAll('-', ''),
  slashed: (value) => value.replaceAll('-', '/'),
  hhmm: (value) => value.slice(0, 5),
  hhmmss: (value) => value.replaceAll(':', ''),
}

const number = (value: string, least: number, hand: Spelling): string => {
  const text = value.includes('.') ? places(value, least) : value
  return hand.grouped ? grouped(text) : text
}

/** Amounts are written without the cents they do not have. */
const isAmount = (name: string): boolean => /turnover|amount|revenue|value$/.test(name)

type Writer = { readonly title: string; readonly write: (row: MarketRow, hand: Spelling) => string }

const notWritten = { lots: '', plain: '' }

function writerOf(dataset: Dataset, title: string, word: string): Writer {
  if (word.startsWith('=')) return { title, write: () => word.slice(1) }
  const [name = '', style] = word.split('/')
  const field = dataset.columns[name]
  return {
    title,
    write(row, hand) {
      const value = row[name]
      if (value === undefined) throw new TypeError(`${dataset.name} gives no ${name} for ${title}`)
      const isText = field === undefined ? style === undefined : field.kind === 'text' || field.kind === 'date'
      if (value === null) return isText || style! in notWritten ? '' : hand.none
      if (style !== undefined) {
        const styled = styles[style]
        if (!styled) throw new TypeError(`no style ${style} for ${title}`)
        return styled(value, hand)
      }
      if (field?.kind === 'date') return hand.date(value)
      if (field?.kind === 'decimal') return number(value, isAmount(name) ? 0 : Math.min(2, field.scale ?? 0), hand)
      return field?.kind === 'integer' ? number(value, 0, hand) : value
    },
  }
}

/**
 * Columns written as lines of a title and, behind the last blank, what stands below it: the name of a column of the
 * SELECT, spelled as its field is or in a style (`volume/lots`), or a text (`=Y`); `=` alone is a blank cell.
 */
export function columnsOf(dataset: Dataset, lines: string): readonly Writer[] {
  return lines
    .trim()
    .split('\n')
    .map((line) => {
      const [, title, word] = /^\s*(.*?)\s+(\S+)\s*$/.exec(line) ?? []
      if (title === undefined || word === undefined) throw new TypeError(`no column: ${line}`)
      return writerOf(dataset, title, word)
    })
}

/** How one table of an answer is made: which rows, and what stands in their cells. */
export type Printer = {
  readonly print: (market: Market, days: Days, hand: Spelling) => Promise<Sheet>
}

type More = Pick<Sheet, 'groups'> & {
  /** Rows added below, such as totals. */
  readonly below?: (rows: readonly MarketRow[]) => readonly (readonly string[])[]
  readonly summary?: (market: Market, days: Days) => Promise<readonly (readonly string[])[]>
}

export function printer(dataset: Dataset, title: string, select: string, lines: string, more: More = {}): Printer {
  const writers = columnsOf(dataset, lines)
  return {
    async print(market, days, hand) {
      const rows = await market.rows(select, days)
      return {
        title,
        titles: writers.map((writer) => writer.title),
        rows: [...rows.map((row) => writers.map(({ write }) => write(row, hand))), ...(more.below?.(rows) ?? [])],
        ...(more.groups && { groups: more.groups }),
        ...(more.summary && { summary: await more.summary(market, days) }),
      }
    },
  }
}
