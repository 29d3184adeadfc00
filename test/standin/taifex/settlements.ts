import type { Dataset } from '../../../src/catalogue/dataset.ts'
import { TaiwanFuturesSettlement } from '../../../src/catalogue/derivatives/TaiwanFuturesSettlement.ts'
import { TaiwanOptionsSettlement } from '../../../src/catalogue/derivatives/TaiwanOptionsSettlement.ts'
import { ExchangeRate } from '../../../src/catalogue/other/ExchangeRate.ts'
import { htmlPage, htmlTable } from '../html.ts'
import type { Page } from '../page.ts'
import { type Printer, printer } from '../sheet.ts'
import { grouped, places } from '../spell.ts'
import { chinese, english, file, list, monthPage } from './dialect.ts'

/** Final settlement prices, weights of constituents, and the rates that are settled with. */

type Product = { readonly id: string; readonly label: string; readonly table: string }
const futures: Product = { id: 'futures_id', label: 'futures_name', table: 'TaiwanFuturesSettlement' }
const options: Product = { id: 'option_id', label: 'option_name', table: 'TaiwanOptionsSettlement' }

/** A column for each product, a row for each expiry; a dash where a product has none. */
const byIndex = (_dataset: Dataset, { id, label, table }: Product): Printer => ({
  async print(market, days) {
    const rows = await market.rows(
      `SELECT settlement_date, contract_month, ${id} AS id, ${label} AS name, final_settlement_price AS price FROM ${table}
       WHERE product_category = 'index' AND settlement_date BETWEEN :from AND :to
       ORDER BY settlement_date DESC, contract_month, id`,
      days,
    )
    // The columns are the same in every month, whatever expired in it.
    const ever = await market.rows(
      `SELECT ${id} AS id, max(${label}) AS name FROM ${table} WHERE product_category = 'index' GROUP BY id ORDER BY id`,
    )
    const products = ever.map((row) => [row.id!, `${row.name}（${row.id}）`] as const)
    const expiries = Map.groupBy(rows, (row) => `${row.settlement_date} ${row.contract_month}`)
    return {
      title: '',
      titles: ['最後結算日', '契約月份', ...products.map(([, title]) => title)],
      rows: [...expiries.values()].map((prices) => [
        prices[0]!.settlement_date!.replaceAll('-', '/'),
        prices[0]!.contract_month!,
        ...products.map(([product]) => {
          const price = prices.find((row) => row.id === product)?.price
          return price ? grouped(places(price, 0)) : '-'
        }),
      ]),
    }
  },
})

const byStock = (dataset: Dataset, { id, label, table }: Product): Printer =>
  printer(
    dataset,
    '',
    `SELECT * FROM ${table} WHERE product_category IN ('stock', 'etf') AND settlement_date BETWEEN :from AND :to
     ORDER BY settlement_date, ${id}`,
    `商品名稱 ${label}
     商品代號 ${id}
     標的證券代號 underlying_stock_id
     到期日 settlement_date
     契約月份 contract_month
     最後結算價 final_settlement_price
     約定標的物價值 contract_value`,
  )

/** Expiries of three months, of futures and options alike. */
const settled = ({ id, label, table }: Product, where: string): string => `
  SELECT settlement_date, contract_month, ${id} AS id, ${label} AS name, final_settlement_price FROM ${table}
  WHERE settlement_date > :through - INTERVAL 3 MONTH AND settlement_date <= :through AND ${where}`
const listed = (select: string, month: string): Printer =>
  printer(
    TaiwanFuturesSettlement,
    '',
    `${select} ORDER BY settlement_date DESC, id`,
    `TheFinalSettlementDay settlement_date
     ${month} contract_month
     Contract id
     ContractName name
     TheFinalSettlementPrice final_settlement_price/bare`,
  )
const newestOf = (product: Product, where: string): string => `SELECT * FROM (${settled(product, where)})
  WHERE settlement_date = (SELECT max(settlement_date) FROM (${settled(product, where)}))`

/** The pages of the end of a month hold two constituents side by side. */
const weights = (market: 'TWSE' | 'TPEX', path: string): Page => {
  const select = `SELECT * FROM TaiwanStockMarketValueWeight WHERE market = '${market}' AND trade_date = (
    SELECT max(trade_date) FROM TaiwanStockMarketValueWeight
    WHERE market = '${market}' AND trade_date < date_trunc('month', :through)) ORDER BY rank`
  return {
    publisher: 'taifex',
    path,
    asked: () => null,
    async sheets(database) {
      const rows = await database.rows(select)
      const cells = rows.map((row) => [row.rank!, row.stock_id!, row.stock_name!, `${places(row.weight_percent!, 4)}%`])
      const titles = ['排行', '證券代號', '證券名稱', '市值佔<br>大盤比重']
      const half = Math.ceil(cells.length / 2)
      return [
        {
          title: (rows[0]?.trade_date ?? '').replaceAll('-', '/'),
          titles: [...titles, ...titles],
          rows: cells.slice(0, half).map((left, at) => [...left, ...(cells[half + at] ?? ['', '', '', ''])]),
        },
      ]
    },
    write: ([sheet]) => ({
      body: htmlPage(`<div>資料日期：${sheet!.title}</div>${htmlTable(sheet!)}`),
      type: 'text/html',
    }),
    nothing: () => ({ body: htmlPage('查無資料'), type: 'text/html' }),
  }
}

const rateRows = (days: string): string => `
  SELECT trade_date, max(reference_rate) FILTER (currency = 'USD') AS usd, max(reference_rate) FILTER (currency = 'CNY') AS cny
  FROM ExchangeRate WHERE trade_date ${days} GROUP BY trade_date ORDER BY trade_date`
const rateLines = `
  日期|Date trade_date
  美元／新台幣|USD/NTD usd/rate
  人民幣／新台幣|RMB/NTD cny/rate
  歐元／美元|EUR/USD =1.1
  美元／日幣|USD/JPY =150`

export const settlementPages: readonly Page[] = [
  monthPage('/cht/5/futIndxFSP', byIndex(TaiwanFuturesSettlement, futures)),
  monthPage('/cht/5/sSFFSP', byStock(TaiwanFuturesSettlement, futures)),
  monthPage('/cht/5/optIndxFSP', byIndex(TaiwanOptionsSettlement, options)),
  monthPage('/cht/5/sSOFSP', byStock(TaiwanOptionsSettlement, options)),
  list(
    'FinalSettlementPrice',
    listed(`${settled(futures, 'true')} UNION ALL ${settled(options, 'true')}`, 'DeliveryMonth'),
  ),
  list('FinalSettlementPriceFutures', listed(newestOf(futures, `product_category = 'index'`), 'ContractDeliveryMonth')),
  list('FinalSettlementPriceSSF', listed(newestOf(futures, `product_category = 'stock'`), 'ContractDeliveryMonth')),
  list('FinalSettlementPriceOptions', listed(newestOf(options, 'true'), 'ContractDeliveryMonth')),
  list(
    'SettledPositionsFutures',
    printer(
      TaiwanFuturesSettlement,
      '',
      newestOf(futures, `product_category = 'index'`),
      `TheFinalSettlementDay settlement_date
       ContractDeliveryMonth contract_month
       ContractName name
       Contract id
       Long(lot) =12
       Short(lot) =5`,
    ),
  ),
  weights('TWSE', '/cht/2/weightedPropertion'),
  weights('TPEX', '/cht/2/tPEXPropertion'),
  file('dailyFXRateDown', printer(ExchangeRate, '', rateRows('BETWEEN :from AND :to'), chinese(rateLines))),
  list(
    'DailyForeignExchangeRates',
    printer(ExchangeRate, '', rateRows('BETWEEN :through - 60 AND :through'), english(rateLines)),
  ),
]
