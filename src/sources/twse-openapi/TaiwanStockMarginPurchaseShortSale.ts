import { TaiwanStockMarginPurchaseShortSale } from '../../catalogue/chips/TaiwanStockMarginPurchaseShortSale.ts'
import { marginRollsForward, shortRollsForward } from '../exchange/rollforward.ts'
import { constant, fromRequest, lots, whole } from '../reading.ts'
import { dayMade } from '../servedDays.ts'
import { twseOpenApi } from './response.ts'

/** A blank cell stands for zero. */
const counted = (title: string) => lots(title, { blank: 0 })

const balances = whole(
  TaiwanStockMarginPurchaseShortSale,
  {
    stock_id: '股票代號',
    trade_date: fromRequest(dayMade),
    market: constant('TWSE'),
    margin_purchase_buy: counted('融資買進'),
    margin_purchase_sell: counted('融資賣出'),
    margin_purchase_cash_repayment: counted('融資現金償還'),
    margin_purchase_previous_balance: counted('融資前日餘額'),
    margin_purchase_balance: counted('融資今日餘額'),
    margin_purchase_limit: lots('融資限額'),
    short_sale_buy: counted('融券買進'),
    short_sale_sell: counted('融券賣出'),
    short_sale_stock_repayment: counted('融券現券償還'),
    short_sale_previous_balance: counted('融券前日餘額'),
    short_sale_balance: counted('融券今日餘額'),
    short_sale_limit: lots('融券限額'),
    offset_volume: counted('資券互抵'),
    note: '註記',
  },
  { ignore: ['股票名稱'], identities: { ...marginRollsForward, ...shortRollsForward } },
)

/** The newest day, which follows only from the time at which the list was made. */
export const miMargn = twseOpenApi.rows(balances, '/exchangeReport/MI_MARGN', { recorded: '.json' })
