import type { Dataset } from '../../catalogue/dataset.ts'
import { DamagedError } from '../../errors.ts'
import { integer, text } from '../../fields.ts'
import { createBatch } from '../../lake/batch.ts'
import { stage } from '../../lake/duck.ts'
import type { Engine } from '../../lake/engine.ts'
import { createTable, literal, quote } from '../../lake/schema.ts'
import { streamRecords, type Table } from './table.ts'

/**
 * A table in long form, one line per name, whose names and measures are columns of the dataset: `Foreign_Investor` and
 * `buy` make `foreign_investor_buy`.
 */
type LongForm = {
  /** The column with the names. */
  readonly by: string
  /** Value columns, and the words for them in our columns: `TodayBalance` is `balance`. */
  readonly measures: Readonly<Record<string, readonly string[]>>
  /** Names that differ from the start of our columns, with a suffix and a unit. */
  readonly names: Readonly<Record<string, { readonly starts: string; readonly ends?: string; readonly times?: 1000 }>>
}

const bought = { buy: ['buy'], sell: ['sell'] }
const flows: LongForm = { by: 'name', measures: bought, names: { foreign_dealer_self: { starts: 'foreign_dealer' } } }
const balances: LongForm = {
  by: 'name',
  measures: {
    ...bought,
    Return: ['cash_repayment', 'stock_repayment'],
    YesBalance: ['previous_balance'],
    TodayBalance: ['balance'],
  },
  names: {
    marginpurchase: { starts: 'margin_purchase', times: 1000 },
    shortsale: { starts: 'short_sale', times: 1000 },
    marginpurchasemoney: { starts: 'margin_purchase', ends: '_amount' },
  },
}
const shapes: Readonly<Record<string, LongForm>> = {
  TaiwanStockInstitutionalInvestorsBuySell: flows,
  TaiwanStockTotalInstitutionalInvestors: flows,
  TaiwanStockTotalMarginPurchaseShortSale: balances,
}

const plain = (name: string): string => name.trim().toLowerCase().replaceAll(' ', '_')

/** The dataset's column for a name and a measure; null if there is none. */
function columnOf({ columns }: Dataset, { names, measures }: LongForm, name: string, measure: string): string | null {
  const { starts, ends = '' } = names[plain(name)] ?? { starts: plain(name) }
  const found = measures[measure]!.flatMap((word) =>
    // Amounts, if the dataset has no counts.
    [`${starts}_${word}${ends}`, `${starts}_${word}_amount`].filter((known) => known in columns),
  )
  return found[0] ?? null
}

/** SQL: lots as shares; text that is no whole number stays and is rejected when read. */
const inShares = (column: string): string =>
  `CASE WHEN regexp_full_match(trim(${column}), '-?[0-9]+(\\.0+)?')
    THEN CAST(CAST(regexp_replace(trim(${column}), '\\..*', '') AS HUGEINT) * 1000 AS VARCHAR) ELSE ${column} END`

const batchLines = 50_000

/** Returns the table, pivoted if it is in long form and the dataset is not. */
export async function pivotLongForm(
  dataset: Dataset,
  table: Table,
  engine: Engine,
): Promise<Table & { readonly lines: () => number | null }> {
  const shape = shapes[dataset.name]
  const placeOf = (title: string) => table.titles.findIndex((known) => known.toLowerCase() === title.toLowerCase())
  const measures = shape ? Object.keys(shape.measures).filter((title) => placeOf(title) >= 0) : []
  const at = shape ? placeOf(shape.by) : -1
  if (!shape || at < 0 || measures.length === 0) return { ...table, lines: () => null }

  // Columns get names of our own, because titles may be any text.
  const cell = (place: number) => `c${place}`
  const long = {
    ...dataset,
    columns: {
      line: integer('Line', '行號'),
      ...Object.fromEntries(table.titles.map((_, place) => [cell(place), text('Cell', '儲存格')])),
    },
  } as Dataset
  await engine.connection.run(createTable(long, 'long_lines'))
  let lines = 0
  let batch = createBatch(long)
  const flush = async () => {
    await stage(engine.connection, batch, 'long_next')
    await engine.connection.run('INSERT INTO long_lines SELECT * FROM long_next')
    batch = createBatch(long)
  }
  for await (const { line, cells } of table.rows) {
    if (cells.length !== table.titles.length)
      throw new DamagedError(`Line ${line} has not as many cells as there are titles (${table.titles.length}).`)
    lines++
    batch.push({ line, ...Object.fromEntries(cells.map((one, place) => [cell(place), one])) } as never)
    if (batch.size() >= batchLines) await flush()
  }
  await flush()

  const { connection } = engine
  const found = (await connection.runAndReadAll(`SELECT DISTINCT ${cell(at)} FROM long_lines ORDER BY 1`)).getRowsJson()
  const pairs = found.flatMap(([name]) =>
    measures.map((measure) => ({
      name: name as string,
      measure,
      column: columnOf(dataset, shape, name as string, measure),
    })),
  )
  const unknown = found.filter(([name]) => pairs.every((pair) => pair.name !== name || pair.column === null))
  if (unknown.length > 0)
    throw new DamagedError(
      `${shape.by} holds ${unknown.map(([name]) => `"${name}"`).join(', ')}, which ${dataset.name} has no columns for: take those lines out.`,
    )
  const taken = pairs.filter((pair) => pair.column !== null)
  const shared = table.titles.flatMap((_, place) =>
    place === at || measures.some((title) => placeOf(title) === place) ? [] : [place],
  )
  const valueSql = ({ name, measure }: (typeof taken)[number]) => {
    const column = cell(placeOf(measure))
    const value = shape.names[plain(name)]?.times ? inShares(column) : column
    // Differing values of one name make a text that is no number, and are rejected.
    return `string_agg(DISTINCT ${value}, ' | ') FILTER (${cell(at)} = ${literal(name)})`
  }
  const columns = [...new Set(taken.map(({ column }) => column!))]
  const keys = shared.map((place) => quote(cell(place)))
  const values = columns.map((column) => {
    const cells = taken.filter((pair) => pair.column === column).map(valueSql)
    return `coalesce(${cells.join(', ')}) AS ${quote(column)}`
  })
  const select = `SELECT min(line) AS line, ${[...keys, ...values].join(', ')} FROM long_lines
    GROUP BY ${keys.join(', ') || 'true'} ORDER BY 1`
  return {
    titles: [...shared.map((place) => table.titles[place]!), ...columns],
    numeric: table.numeric,
    rows: streamRecords(engine, select),
    close: table.close,
    lines: () => lines,
  }
}
