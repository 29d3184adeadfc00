import { TaiwanStockMarginPurchaseShortSale } from '../../catalogue/chips/TaiwanStockMarginPurchaseShortSale.ts'
import type { ColumnOptions } from '../cells.ts'
import type { Cell, Row } from '../outcome.ts'
import { column, fromRequest, inOpenApi, lots, type Named, onSite, type Reading, whole } from '../reading.ts'
import { dayMade } from '../servedDays.ts'
import { tpexOpenApi, twseOpenApi } from './openApi.ts'
import { marginRollsForward, shortRollsForward } from './rollforward.ts'
import { isTotal } from './securities.ts'
import { tpexDayFeed, tpexDayRows, tpexKey } from './tpex.ts'
import { twseDayFeed, twseKey } from './twse.ts'

const identities = { ...marginRollsForward, ...shortRollsForward }

/** The site has titles below 融資 and 融券, the OpenAPI one title of both; there a blank cell stands for zero. */
const listed = (named: Named) => {
  const below =
    (group: string) =>
    (title: string, options: ColumnOptions = { blank: 0 }) =>
      named === onSite ? lots(title, { under: group, also: options.also ?? [] }) : lots(`${group}${title}`, options)
  const [margin, short] = [below('融資'), below('融券')]
  const limit = { also: ['次一營業日限額'] }
  const isSite = named === onSite
  return whole(
    TaiwanStockMarginPurchaseShortSale,
    {
      ...twseKey(),
      stock_id: isSite ? column('代號', { also: ['股票代號'] }) : '股票代號',
      ...(isSite ? {} : { trade_date: fromRequest(dayMade) }),
      margin_purchase_buy: margin('買進'),
      margin_purchase_sell: margin('賣出'),
      margin_purchase_cash_repayment: margin('現金償還'),
      margin_purchase_previous_balance: margin('前日餘額'),
      margin_purchase_balance: margin('今日餘額'),
      margin_purchase_limit: margin('限額', limit),
      short_sale_buy: short('買進'),
      short_sale_sell: short('賣出'),
      short_sale_stock_repayment: short('現券償還'),
      short_sale_previous_balance: short('前日餘額'),
      short_sale_balance: short('今日餘額'),
      short_sale_limit: short('限額', limit),
      offset_volume: lots('資券互抵', isSite ? {} : { blank: 0 }),
      note: '註記',
    },
    isSite
      ? { ignore: ['名稱', '股票名稱'], leave: [['totals', ['名稱', '股票名稱'], isTotal]], identities }
      : { ignore: ['股票名稱'], identities },
  )
}

/** Securities that trade in lots of another size than 1,000. */
const lotSizes: Readonly<Record<string, number>> = { '008201': 100 }

const notCounted = new Set(['stock_id', 'trade_date', 'market', 'note'])

/** A row that was multiplied with 1,000, for a security with lots of its own size. */
function inOwnLots(row: Row): Row {
  const size = lotSizes[row.stock_id as string]
  if (size === undefined) return row
  const resized = (name: string, cell: Cell): Cell =>
    typeof cell === 'number' && !notCounted.has(name) ? (cell / 1000) * size : cell
  return Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, resized(name, cell)]))
}

const onTwseSite = listed(onSite)
const ofSecurities: Reading = {
  ...onTwseSite,
  read(tables, request) {
    const withoutTotals = tables.filter(({ titles }) => !titles.includes('項目'))
    const parsed = onTwseSite.read(withoutTotals, request)
    return { ...parsed, rows: parsed.rows.map(inOwnLots) }
  },
}

const inLots = { times: 1000 } as const

/** Short sales stand before short covering here. */
const otc = (named: Named) =>
  whole(
    TaiwanStockMarginPurchaseShortSale,
    {
      ...tpexKey(named),
      margin_purchase_buy: named('資買', 'MarginPurchase', inLots),
      margin_purchase_sell: named('資賣', 'MarginSales', inLots),
      margin_purchase_cash_repayment: named('現償', 'CashRedemption', inLots),
      margin_purchase_previous_balance: named('前資餘額(張)', 'MarginPurchaseBalancePreviousDay', inLots),
      margin_purchase_balance: named('資餘額', 'MarginPurchaseBalance', inLots),
      margin_purchase_limit: named('資限額', 'MarginPurchaseQuota', inLots),
      // In the list spelled like that, at least so far.
      short_sale_buy: named === onSite ? lots('券買') : lots('ShortConvering', { also: ['ShortCovering'] }),
      short_sale_sell: named('券賣', 'ShortSale', inLots),
      short_sale_stock_repayment: named('券償', 'StockRedemption', inLots),
      short_sale_previous_balance: named('前券餘額(張)', 'ShortSaleBalancePreviousDay', inLots),
      short_sale_balance: named('券餘額', 'ShortSaleBalance', inLots),
      short_sale_limit: named('券限額', 'ShortSaleQuota', inLots),
      offset_volume: named('資券相抵(張)', 'Offsetting', inLots),
      note: named('備註', 'Note'),
    },
    {
      ignore:
        named === onSite
          ? ['名稱', '資屬證金', '資使用率(%)', '券屬證金', '券使用率(%)']
          : [
              ...['CompanyName', 'MarginPurchaseUtilizationRate', 'ShortSaleUtilizationRate'],
              'MarginPurchaseBalanceBelongSecuritiesFinanceEnterprise',
              'ShortSaleBalanceBelongSecuritiesFinanceEnterprise',
            ],
      identities,
    },
  )
const onTpexSite = otc(onSite)

/** The titles of rows that came without titles. */
const oldTitles = [
  ...['代號', '名稱', '前資餘額(張)', '資買', '資賣', '現償', '資餘額', '資屬證金', '資使用率(%)', '資限額'],
  ...['前券餘額(張)', '券賣', '券買', '券償', '券餘額', '券屬證金', '券使用率(%)', '券限額', '資券相抵(張)', '備註'],
]

export const marginBalances = [
  // The newest day, which follows only from the time at which the list was made.
  twseOpenApi.rows(listed(inOpenApi), '/exchangeReport/MI_MARGN', { recorded: '.json' }),
  twseDayFeed(ofSecurities, 'marginTrading/MI_MARGN', {
    query: { selectType: 'ALL' },
    since: '2001-01-02',
    recording: 'twse/MI_MARGN_ALL_20230130.json',
  }),
  tpexOpenApi.daily(otc(inOpenApi), '/tpex_mainboard_margin_balance'),
  tpexDayFeed(onTpexSite, 'margin/balance', {
    query: { id: '' },
    since: '2003-08-01',
    recording: 'tpex/margin_balance_20230130.json',
    parse: tpexDayRows(onTpexSite, [{ titles: oldTitles }]),
  }),
]
