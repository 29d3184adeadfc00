import type { Dataset } from '../../catalogue/dataset.ts'
import { computedSql, findComputed } from '../computed.ts'
import type { Filter, Top, Universe } from '../representation.ts'
import { columnsIn, datasetOf, Meaningless } from '../typing.ts'
import { all, inList, name } from './print.ts'

/** Corrections of a dividend are rows of their own: the newest of a period that carries the leg asked for counts. */
const legs = {
  cash: ['cash_earnings_distribution', 'cash_statutory_surplus', 'cash_ex_date', 'cash_payment_date', 'cash_dividend'],
  stock: ['stock_earnings_distribution', 'stock_statutory_surplus', 'stock_ex_date', 'stock_dividend'],
} as const
const carries = {
  cash: 'coalesce(cash_earnings_distribution, 0) + coalesce(cash_statutory_surplus, 0) > 0',
  stock: 'coalesce(stock_earnings_distribution, 0) + coalesce(stock_statutory_surplus, 0) > 0',
} as const

function dividends(columns: readonly string[]): string {
  const leg = (['cash', 'stock'] as const).filter((kind) =>
    columns.some((column) => legs[kind].includes(column as never)),
  )
  const wanted = leg.length === 1 ? ` WHERE ${carries[leg[0]!]}` : ''
  return `(SELECT * FROM TaiwanStockDividend${wanted} QUALIFY row_number() OVER (PARTITION BY stock_id, dividend_period ORDER BY announce_date DESC, announce_time DESC) = 1)`
}

/** What stands after FROM; `columns` are those that will be read. */
export const tableOf = (dataset: Dataset, columns: readonly string[]): string =>
  dataset.name === 'TaiwanStockDividend' ? dividends(columns) : name(dataset.name)

/** A column of a row of the dataset, by the alias `t` where it needs one. */
export const columnSql = (dataset: Dataset, column: string): string => {
  const computed = findComputed(dataset.name, column)
  if (column in dataset.columns || !computed) return name(column)
  return computedSql(computed, 't')
}

/** Filters that look at one row alone. */
export const filterSql = (filters: readonly Filter[], alias = ''): string =>
  all(
    filters.map((filter) => {
      const column = `${alias}${name(filter.column)}`
      if ('is' in filter) return inList(column, filter.is)
      if ('isNot' in filter) return inList(column, filter.isNot, true)
      return null
    }),
  )

const monthly = (column: string): string => `length(${name(column)}) = 6`

/** Filters by a contract's place among those of its day: conditions on the row, and the window that ranks it. */
export function pickSql(dataset: Dataset, filters: readonly Filter[]): { where: string; qualify: string } {
  const conditions: string[] = []
  const windows: string[] = []
  const day = [dataset.id, dataset.date]
    .filter((column) => column !== null)
    .map(name)
    .join(', ')
  for (const filter of filters) {
    if (!('pick' in filter)) continue
    const column = name(filter.column)
    if (filter.pick === 'weekly') conditions.push(`length(${column}) > 6`)
    else if (filter.pick === 'nearest') {
      conditions.push(`${column} >= ${name(dataset.date)}`)
      windows.push(`dense_rank() OVER (PARTITION BY ${day} ORDER BY ${column}) = 1`)
    } else {
      conditions.push(monthly(filter.column))
      if (filter.pick !== 'monthly')
        windows.push(`dense_rank() OVER (PARTITION BY ${day} ORDER BY ${column}) = ${filter.pick === 'front' ? 1 : 2}`)
    }
  }
  return { where: all(conditions), qualify: all(windows) }
}

/** True where the dataset's ids are securities that TaiwanStockOverview describes. */
export const isListed = (dataset: Dataset): boolean =>
  dataset.id === 'stock_id' &&
  (dataset.filters.include_inactive === true || ['TaiwanStockDelisting', 'TaiwanCBOverview'].includes(dataset.name))

/** The common table of those that a ranking chose. */
export const chosen = 'chosen'

/** The dataset whose entities a ranking ranks. */
export const datasetOfTop = ({ by }: Top): Dataset => {
  const own = columnsIn(by).filter(({ entity }) => entity === undefined)
  const dataset = own.map((column) => datasetOf(column.dataset)).find(({ id }) => id !== null)
  if (!dataset) throw new Meaningless('a ranking is of entities')
  return dataset
}
const idOfTop = (top: Top): string | null => datasetOfTop(top).id

/** Which rows of a dataset belong to the universe. */
export function universeSql(universe: Universe, dataset: Dataset, driving: boolean, alias = ''): string {
  const id = dataset.id === null ? null : `${alias}${name(dataset.id)}`
  const described = all([
    universe.industry ? inList('industry_category', universe.industry) : null,
    universe.market ? inList('market', universe.market) : null,
    universe.type ? inList('security_type', universe.type) : null,
  ])
  return all([
    universe.ids && id ? inList(id, universe.ids) : null,
    described && id && isListed(dataset)
      ? `${id} IN (SELECT stock_id FROM TaiwanStockOverview WHERE ${described})`
      : null,
    driving && universe.rows ? filterSql(universe.rows, alias) : null,
    universe.top && id && dataset.id === idOfTop(universe.top)
      ? `${id} IN (SELECT ${name(dataset.id!)} FROM ${chosen})`
      : null,
  ])
}
