import { columnsOf, type Dataset } from '../../catalogue/dataset.ts'
import { DamagedError, UsageError } from '../../errors.ts'
import { integer } from '../../fields.ts'
import { type Batch, type Cells, createBatch } from '../../lake/batch.ts'
import type { Cell } from '../../sources/outcome.ts'
import { importDecoder } from './cells.ts'
import type { CsvRecord as Line } from './csvRecords.ts'
import { correctedColumnFormulas, missingColumnFormulas, rowFilterOf } from './filledColumns.ts'
import type { MatchedColumns } from './matchColumns.ts'
import type { Table } from './table.ts'

/** Lines that were rejected for one reason. */
export type RejectedLines = {
  readonly column: string
  readonly why: string
  rows: number
  /** The first few lines, and the text of the first. */
  readonly lines: number[]
  readonly example: string
}

/** Column with the line of the file that a row comes from. */
export const lineColumn = '__line'

const shownLines = 5
const batchRows = 50_000

export type MarketOf = (id: string) => string | null

/** Throws if a required column has no source. */
function assertWhole(dataset: Dataset, { columns, lacking }: MatchedColumns, market: MarketOf | null): void {
  const made = missingColumnFormulas(dataset)
  const needed = lacking.filter((name) => {
    const isFilled = name in made || (name === 'market' && market !== null)
    return !isFilled && !dataset.columns[name]!.nullable
  })
  if (needed.length === 0) return
  const known = columns.flatMap(({ name, source }) => ('at' in source ? [name] : []))
  throw new UsageError(
    `The file has no ${needed.join(', ')}, which every row of ${dataset.name} has: name the column with --map THEIRS=${needed[0]}, or give one value for all rows with --set ${needed[0]}=VALUE. Recognised: ${known.join(', ') || 'nothing'}.`,
  )
}

/** Throws if codes are numbers, which have lost their leading zeros: 0050 is 50. */
function assertCodes(dataset: Dataset, { columns }: MatchedColumns, { titles, numeric }: Table): void {
  for (const { name, field, source } of columns)
    if (field.kind === 'text' && name === dataset.id && 'at' in source && numeric.has(titles[source.at]!))
      throw new DamagedError(
        `${titles[source.at]} is a number in this file, so that codes have lost their leading zeros (0050 is 50): write it as text.`,
      )
}

const withLines = (dataset: Dataset): Dataset => ({
  ...dataset,
  columns: { ...dataset.columns, [lineColumn]: integer('Line of the file', '行號') },
})

/** Reads the rows of a file into cells of the dataset and counts rejected lines by reason. */
export function readRows(dataset: Dataset, table: Table, matched: MatchedColumns, market: MarketOf | null) {
  assertWhole(dataset, matched, market)
  assertCodes(dataset, matched, table)
  const rejections = new Map<string, RejectedLines>()
  const lined = withLines(dataset)
  const blank: Readonly<Record<string, Cell>> = Object.fromEntries(columnsOf(lined).map(([name]) => [name, null]))
  const decoders = matched.columns.map(({ name, field, source }) => {
    const decode = importDecoder(name, field, 'at' in source ? source.alias : { title: name })
    if ('at' in source) return { name, field, at: source.at, decode }
    const cell = decode(source.text)
    if (cell === undefined || (cell === null && !field.nullable))
      throw new UsageError(`--set: "${source.text}" is no value of ${name}.`)
    return { name, field, at: -1, decode: () => cell }
  })
  const fills = Object.entries(missingColumnFormulas(dataset)).filter(([name]) => matched.lacking.includes(name))
  const mends = Object.entries(correctedColumnFormulas(dataset, matched.lacking))
  const fillsMarket = market !== null && matched.lacking.includes('market') && 'market' in dataset.columns
  const refusal = rowFilterOf(dataset)
  const refusedAt = refusal ? table.titles.indexOf(refusal.title) : -1
  let read = 0

  const reject = (line: number, column: string, why: string, example: string) => {
    const known = rejections.get(`${column} ${why}`)
    if (known) {
      known.rows++
      if (known.lines.length < shownLines) known.lines.push(line)
    } else rejections.set(`${column} ${why}`, { column, why, rows: 1, lines: [line], example: example.slice(0, 80) })
  }

  /** Returns null for a rejected row. */
  function rowOf({ line, cells }: Line): Record<string, Cell> | null {
    if (cells.length !== table.titles.length) {
      reject(line, '', `has not as many cells as there are titles (${table.titles.length})`, cells.join(','))
      return null
    }
    if (refusedAt >= 0 && refusal!.is(cells[refusedAt]!)) {
      reject(line, refusal!.title, refusal!.why, cells[refusedAt]!)
      return null
    }
    const row: Record<string, Cell> = { ...blank, [lineColumn]: line }
    for (const { name, field, at, decode } of decoders) {
      const text = at < 0 ? '' : cells[at]!
      const cell = decode(text)
      if (cell === undefined || (cell === null && !field.nullable)) {
        reject(line, name, cell === null ? 'has no value' : `cannot be read${ranged(field.values)}`, text)
        return null
      }
      row[name] = cell
    }
    for (const [name, make] of fills) {
      row[name] = make(row)
      if (row[name] !== null || dataset.columns[name]!.nullable) continue
      reject(line, name, 'does not follow from the other columns', cells.join(','))
      return null
    }
    for (const [name, mend] of mends) row[name] = mend(row)
    if (fillsMarket) {
      row.market = market(row.stock_id as string)
      if (row.market === null && !dataset.columns.market!.nullable) {
        reject(
          line,
          'market',
          'is not known: the code is not in TaiwanStockOverview, and --set gives none',
          String(row.stock_id),
        )
        return null
      }
    }
    return row
  }

  async function* batches(): AsyncGenerator<Batch> {
    let batch = createBatch(lined)
    for await (const line of table.rows) {
      read++
      const row = rowOf(line)
      if (row) batch.push(row as Cells<Dataset>)
      if (batch.size() >= batchRows) {
        yield batch
        batch = createBatch(lined)
      }
    }
    yield batch
  }

  const filled = [...fills.map(([name]) => name), ...(fillsMarket ? ['market'] : [])]
  return { batches, lined, filled, read: () => read, rejections: () => [...rejections.values()] }
}

const ranged = (values: readonly string[] | undefined): string =>
  values ? `: it must be one of ${values.join(', ')}` : ''
