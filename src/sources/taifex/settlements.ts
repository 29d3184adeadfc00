import type { Dataset } from '../../catalogue/dataset.ts'
import { TaiwanFuturesSettlement } from '../../catalogue/derivatives/TaiwanFuturesSettlement.ts'
import { TaiwanOptionsSettlement } from '../../catalogue/derivatives/TaiwanOptionsSettlement.ts'
import { type Feed, post } from '../feed.ts'
import { pageText } from '../html.ts'
import { changed, leftOut, rowsOutcome } from '../outcome.ts'
import { textOf } from '../plan.ts'
import { column, combined, lacking, part, type Reading } from '../reading.ts'
import { nothing, within } from '../servedDays.ts'
import { type Table, tableOf } from '../tables.ts'
import { titleOf } from '../text.ts'
import { asMade, list, listRows, taifexList } from './openApi.ts'
import { pageTable } from './pages.ts'
import { categoryOf, futuresNamed, inMarketData, optionNamed } from './products.ts'
import { taifex } from './response.ts'
import { contractMonth } from './vocabulary.ts'

/** Final settlement prices. Products on one index share a row, such as `TX/MTX/TMF`; here each has its own. */

const isCode = (text: string): boolean => /^[A-Z][A-Z\d]{1,4}$/.test(text.trim())

/** A row for each code, with its own name where there are as many names. */
function eachProduct(table: Table, codeTitle: string, nameTitle: string): Table {
  const [code, name] = [codeTitle, nameTitle].map((title) => table.titles.indexOf(title)) as [number, number]
  if (code < 0 || name < 0) return table
  const rows = table.rows.flatMap((row) => {
    const codes = textOf(row[code]).split('/')
    const names = textOf(row[name]).split('/')
    return codes.map((one, at) =>
      row.map((cell, place) =>
        place === code ? one : place === name && names.length === codes.length ? names[at] : cell,
      ),
    )
  })
  return tableOf('', table.written, rows)
}

/** The columns of a dataset that hold a product and its name, and the products by name. */
type Product = {
  readonly id: 'futures_id' | 'option_id'
  readonly label: 'futures_name' | 'option_name'
  readonly named: (name: string) => string | undefined
}
type Columns = Readonly<Record<'day' | 'month' | 'code' | 'name' | 'price', string>>

/** The contracts of an expiry, each with its price. */
const priceColumns = ({ id, named }: Product, { day, month, code, name, price }: Columns) => ({
  settlement_date: day,
  // By its code, or by its name where the code is blank.
  [id]: combined([code, name], (written, known) => (isCode(written) ? inMarketData(written) : named(known))),
  contract_month: column(month, { read: contractMonth }),
  final_settlement_price: price,
})

/** The same with the name and the category of the product. */
const settlementColumns = (product: Product, titles: Columns) => ({
  ...priceColumns(product, titles),
  [product.label]: titles.name,
  product_category: combined([titles.code, titles.name], (written, known) => {
    const id = isCode(written) ? inMarketData(written) : product.named(known)
    return id === undefined ? undefined : categoryOf(id, known.trim())
  }),
})

/** A number or letter behind the name marks a contract that was adjusted after a corporate action. */
const isOption = (name: string): boolean => /選擇權[A-Z\d]?$/.test(name.trim())
const isFutures = (name: string): boolean => /期貨[A-Z\d]?$/.test(name.trim())

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

const indexPage = (dataset: Dataset, product: Product, endpoint: string, since: string): Feed =>
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

const stockPage = (dataset: Dataset, product: Product, endpoint: string, since: string): Feed =>
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

/** The titles of lists of settlements, in which that of the month differs. */
const titlesWith = (month: string) => ({
  day: 'TheFinalSettlementDay',
  month,
  code: 'Contract',
  name: 'ContractName',
  price: 'TheFinalSettlementPrice',
})

/** The readings of a dataset: of its rows, of their prices once more, and of the number of settled contracts. */
const settlementReadings = (
  dataset: Dataset,
  product: Product,
  others: readonly [why: string, is: (name: string) => boolean],
) => {
  const prices = priceColumns(product, titlesWith('ContractDeliveryMonth'))
  const { final_settlement_price: _, ...expiries } = prices
  return {
    settlements: part(
      dataset,
      {
        ...settlementColumns(product, titlesWith('DeliveryMonth')),
        ...lacking('underlying_stock_id', 'contract_value'),
      },
      { leave: [[others[0], 'ContractName', others[1]]] },
    ),
    prices: part(dataset, prices),
    expired: part(dataset, expiries, { ignore: ['ContractName', 'Long(lot)', 'Short(lot)'] }),
  }
}

/** A list of final settlement prices, futures and options alike. */
const settlementList = (endpoint: string, reading: Reading, role: Feed['role']): Feed => {
  const parse = listRows(reading, asMade, (table) => eachProduct(table, 'Contract', 'ContractName'))
  return list(reading, `/${endpoint}`, parse, { role, recorded: '.json' })
}

const futures = { id: 'futures_id', label: 'futures_name', named: futuresNamed } as const
const ofFutures = settlementReadings(TaiwanFuturesSettlement, futures, [
  'options, which are TaiwanOptionsSettlement',
  isOption,
])
const options = { id: 'option_id', label: 'option_name', named: optionNamed } as const
const ofOptions = settlementReadings(TaiwanOptionsSettlement, options, [
  'futures, which are TaiwanFuturesSettlement',
  isFutures,
])

export const finalSettlements = [
  // Expiries of the last three months, weekly ones among them.
  settlementList('FinalSettlementPrice', ofFutures.settlements, 'rows'),
  settlementList('FinalSettlementPrice', ofOptions.settlements, 'rows'),
  // The newest monthly expiry again.
  settlementList('FinalSettlementPriceFutures', ofFutures.prices, 'witness'),
  settlementList('FinalSettlementPriceSSF', ofFutures.prices, 'witness'),
  settlementList('FinalSettlementPriceOptions', ofOptions.prices, 'witness'),
  // The number of settled contracts, which proves that they expired.
  taifexList(ofFutures.expired, 'SettledPositionsFutures', asMade, { role: 'witness', recorded: '.json' }),
  // Of indices, one month; of stocks and funds, one month, with the value of a contract.
  indexPage(TaiwanFuturesSettlement, futures, 'futIndxFSP', '1998-09-01'),
  stockPage(TaiwanFuturesSettlement, futures, 'sSFFSP', '2010-01-01'),
  indexPage(TaiwanOptionsSettlement, options, 'optIndxFSP', '2001-12-01'),
  stockPage(TaiwanOptionsSettlement, options, 'sSOFSP', '2003-01-01'),
]
