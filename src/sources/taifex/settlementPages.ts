import type { Dataset } from '../../catalogue/dataset.ts'
import { type FeedRequest, type HttpRequest, post } from '../feed.ts'
import type { From } from '../mapping.ts'
import { changed, type Outcome, rowsOutcome } from '../outcome.ts'
import { textOf } from '../plan.ts'
import { column, part, type Reading } from '../reading.ts'
import { nothing, within } from '../servedDays.ts'
import { type Table, tableOf } from '../tables.ts'
import { titleOf } from '../text.ts'
import { monthOf, pageTable, pageText } from './pages.ts'
import { categoryFrom, eachProduct, productOf } from './settlements.ts'
import { contractMonth } from './vocabulary.ts'

/** Final settlement prices of a month on the web site: a page of indices, and a page of stocks and funds. */

const [day, month, code, name, price] = ['最後結算日', '契約月份', '商品代號', '商品名稱', '最後結算價'] as const

type Product = { readonly id: string; readonly label: string; readonly named: (name: string) => string | undefined }

/** A table, and how many of its cells say that nothing was settled. */
type Turned = { readonly table: Table; readonly unsettled: number }

/** A column for each index, such as `臺股期貨/小型臺指期貨（TX/MTX）`: turned into a row for each product. */
function eachIndex(table: Table): Turned {
  const dayAt = table.titles.indexOf(day)
  const monthAt = table.titles.indexOf(month)
  const products = table.titles.flatMap((title, at) => {
    const [, names, codes] = /^(.*)\(([A-Z][A-Z\d/]*)\)$/.exec(title) ?? []
    return codes === undefined ? [] : [{ at, names: names!, codes }]
  })
  const known = new Set([dayAt, monthAt, ...products.map(({ at }) => at)])
  const others = table.titles.flatMap((_, at) => (known.has(at) ? [] : [at]))
  // A dash stands where the index had no contract to expire.
  const isSettled = (cell: unknown) => !/^\s*-?\s*$/.test(textOf(cell))
  const rows = table.rows.flatMap((row) =>
    products
      .filter(({ at }) => isSettled(row[at]))
      .map(({ at, names, codes }) => [row[dayAt], row[monthAt], codes, names, row[at], ...others.map((i) => row[i])]),
  )
  if (rows.length === 0 && others.length > 0)
    throw changed(`no table with the columns of products; there are ${others.map((at) => table.titles[at]).join(', ')}`)
  const titles = [day, month, code, name, price, ...others.map((at) => table.written[at]!)]
  return { table: tableOf('', titles, rows), unsettled: table.rows.length * products.length - rows.length }
}

export const indexRequest =
  (path: string) =>
  (request: FeedRequest): HttpRequest => {
    const [year, part] = monthOf(request)
    const form = { start_year: year, start_month: part, end_year: year, end_month: part, _all: 'on' }
    return post(`/cht/5/${path}`, { ...form, button: '送出查詢' })
  }

export const stockRequest =
  (path: string) =>
  (request: FeedRequest): HttpRequest => {
    const [year, part] = monthOf(request)
    return post(`/cht/5/${path}`, { queryYear: year, queryMonth: part, button: '送出查詢' })
  }

const reading = (dataset: Dataset, { id, label, named }: Product, date: string, more: Record<string, From>): Reading =>
  part(dataset, {
    settlement_date: date,
    [id]: productOf(code, name, named),
    contract_month: column(month, { read: contractMonth }),
    [label]: name,
    product_category: categoryFrom(code, name, named),
    final_settlement_price: price,
    ...more,
  })

const monthRows =
  (settlements: Reading, tableIn: (page: string) => Turned) =>
  (bytes: Uint8Array, request: FeedRequest): Outcome => {
    const { table, unsettled } = tableIn(pageText(bytes))
    if (table.rows.length === 0) throw nothing(request, 'a table without rows')
    const parsed = within(settlements.read([table], request), 'settlement_date', request)
    const none = unsettled > 0 ? [{ why: 'products without a contract to expire', rows: unsettled }] : []
    return rowsOutcome({ ...parsed, left: [...parsed.left, ...none] })
  }

/** The products on the index of the whole market, which have been there from the first page on. */
const headline = /\((TX|TXO)(\/[A-Z\d/]*)?\)$/

function withHeadline(table: Table): Table {
  if (table.rows.length > 0 && !table.titles.some((title) => headline.test(title)))
    throw changed(`no column of TX or TXO among ${table.titles.join(', ')}`)
  return table
}

export const indexPage = (dataset: Dataset, product: Product) => {
  const settlements = reading(dataset, product, day, {})
  const parse = monthRows(settlements, (page) => {
    const { table, unsettled } = eachIndex(withHeadline(pageTable(page, [day, month])))
    return { table: eachProduct(table, titleOf(code), titleOf(name)), unsettled }
  })
  return { settlements, parse }
}

export const stockPage = (dataset: Dataset, product: Product) => {
  const settlements = reading(dataset, product, '到期日', {
    underlying_stock_id: column('標的證券代號'),
    contract_value: column('約定標的物價值'),
  })
  const parse = monthRows(settlements, (page) => ({
    table: pageTable(page, [code, '到期日', month, price]),
    unsettled: 0,
  }))
  return { settlements, parse }
}
