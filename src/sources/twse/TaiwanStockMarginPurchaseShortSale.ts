import { TaiwanStockMarginPurchaseShortSale } from '../../catalogue/chips/TaiwanStockMarginPurchaseShortSale.ts'
import { marginRollsForward, shortRollsForward } from '../exchange/rollforward.ts'
import { isTotal } from '../exchange/securities.ts'
import { column, constant, lots, type Reading, theDay, whole } from '../reading.ts'
import { inOwnLots } from './lotSizes.ts'
import { twseDayFeed } from './response.ts'

const [margin, short] = [{ under: '融資' }, { under: '融券' }]
const renamed = { also: ['次一營業日限額'] }

const balances = whole(
  TaiwanStockMarginPurchaseShortSale,
  {
    stock_id: column('代號', { also: ['股票代號'] }),
    trade_date: theDay,
    market: constant('TWSE'),
    margin_purchase_buy: lots('買進', margin),
    margin_purchase_sell: lots('賣出', margin),
    margin_purchase_cash_repayment: lots('現金償還', margin),
    margin_purchase_previous_balance: lots('前日餘額', margin),
    margin_purchase_balance: lots('今日餘額', margin),
    margin_purchase_limit: lots('限額', { ...margin, ...renamed }),
    short_sale_buy: lots('買進', short),
    short_sale_sell: lots('賣出', short),
    short_sale_stock_repayment: lots('現券償還', short),
    short_sale_previous_balance: lots('前日餘額', short),
    short_sale_balance: lots('今日餘額', short),
    short_sale_limit: lots('限額', { ...short, ...renamed }),
    offset_volume: lots('資券互抵'),
    note: '註記',
  },
  {
    ignore: ['名稱', '股票名稱'],
    leave: [['totals', ['名稱', '股票名稱'], isTotal]],
    identities: { ...marginRollsForward, ...shortRollsForward },
  },
)

const ofSecurities: Reading = {
  ...balances,
  read(tables, request) {
    const withoutTotals = tables.filter(({ titles }) => !titles.includes('項目'))
    const parsed = balances.read(withoutTotals, request)
    return { ...parsed, rows: parsed.rows.map(inOwnLots) }
  },
}

export const miMargn = twseDayFeed(ofSecurities, 'marginTrading/MI_MARGN', {
  query: { selectType: 'ALL' },
  since: '2001-01-02',
  recording: 'twse/MI_MARGN_ALL_20230130.json',
})
