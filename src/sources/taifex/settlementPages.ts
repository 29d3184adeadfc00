import type { Dataset } from '../../catalogue/dataset.ts'
import { type Feed, post } from '../feed.ts'
import { pageText } from '../html.ts'
import { changed, leftOut, rowsOutcome } from '../outcome.ts'
import { textOf } from '../plan.ts'
import { part, type Reading } from '../reading.ts'
import { nothing, within } from '../servedDays.ts'
import { type Table, tableOf } from '../tables.ts'
import { titleOf } from '../text.ts'
import { pageTable } from './pages.ts'
import { taifex } from './response.ts'
import { eachProduct, type Product, settlementColumns } from './settlements.ts'

/** Final settlement prices of a month on the web site: a page of indices, and a page of stocks and funds. */

const [day, month, code, name, price] = ['最後結算日', '契約月份', '商品代號', '商品名稱', '最後結算價'] as const

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

type Page = {
  readonly endpoint: string
  readonly since: string
  readonly settlements: Reading
  /** The fields of the form that asks for a month. */
  readonly form: (year: string, month: string) => Readonly<Record<string, string>>
  readonly tableIn: (page: string) => Turned
}

/** The feed of a page, which is about one month. */
const pageFeed = ({ endpoint, since, settlements, form, tableIn }: Page): Feed =>
  taifex(settlements, {
    endpoint,
    span: 'month',
    since,
    request: ({ from }) =>
      post(`/cht/5/${endpoint}`, { ...form(from.slice(0, 4), from.slice(5, 7)), button: '送出查詢' }),
    parse(bytes, request) {
      const { table, unsettled } = tableIn(pageText(bytes))
      if (table.rows.length === 0) throw nothing(request, 'a table without rows')
      const parsed = within(settlements.read([table], request), 'settlement_date', request)
      const none = leftOut('products without a contract to expire', unsettled)
      return rowsOutcome({ ...parsed, left: [...parsed.left, ...none] })
    },
  })

/** The products on the index of the whole market, which have been there from the first page on. */
const headline = /\((TX|TXO)(\/[A-Z\d/]*)?\)$/

function withHeadline(table: Table): Table {
  if (table.rows.length > 0 && !table.titles.some((title) => headline.test(title)))
    throw changed(`no column of TX or TXO among ${table.titles.join(', ')}`)
  return table
}

export const indexPage = (dataset: Dataset, product: Product, endpoint: string, since: string): Feed =>
  pageFeed({
    endpoint,
    since,
    settlements: part(dataset, settlementColumns(product, { day, month, code, name, price })),
    form: (year, part) => ({ start_year: year, start_month: part, end_year: year, end_month: part, _all: 'on' }),
    tableIn(page) {
      const { table, unsettled } = eachIndex(withHeadline(pageTable(page, [day, month])))
      return { table: eachProduct(table, titleOf(code), titleOf(name)), unsettled }
    },
  })

export const stockPage = (dataset: Dataset, product: Product, endpoint: string, since: string): Feed =>
  pageFeed({
    endpoint,
    since,
    settlements: part(dataset, {
      ...settlementColumns(product, { day: '到期日', month, code, name, price }),
      underlying_stock_id: '標的證券代號',
      contract_value: '約定標的物價值',
    }),
    form: (year, part) => ({ queryYear: year, queryMonth: part }),
    tableIn: (page) => ({ table: pageTable(page, [code, '到期日', month, price]), unsettled: 0 }),
  })
