import { integer, nullable } from '../../fields.ts'
import * as column from '../columns.ts'
import { dataset } from '../dataset.ts'

export const TaiwanDailyShortSaleBalances = dataset({
  name: 'TaiwanDailyShortSaleBalances',
  tier: 'free',
  category: 'chips',
  title: { en: 'Short-sale and borrowed-share balances', zh: '融券與借券賣出餘額' },
  about: {
    en: 'Daily flows and balances of margin short sales and of sales of borrowed shares, per security.',
    zh: '個股每日融券與借券賣出的賣出、買進（還券）、調整與餘額。',
  },
  notes: {
    en: 'Exact shares of two kinds of shorts: short_sale_* on margin and sbl_short_sale_* with borrowed shares, where previous + sell - return + adjustment = balance. *_limit is the quota of the next business day. A share moving from OTC to listed has a row in both markets that evening. note: X short selling stopped, Y no margin trading, V no borrowing, Z quota used up, % allocated, ! trading stopped.',
    zh: '單位為股。short_sale_* 為融券，sbl_short_sale_* 為借券賣出，後者前日餘額＋賣出－還券＋調整＝當日餘額；*_limit 為次一營業日限額。上櫃轉上市股票當晚兩市場各有一列。note：X 停止融券、Y 無信用交易資格、V 不得借券、Z 借券賣出額度用罄、% 信用分配、! 停止買賣。',
  },
  also: {
    en: 'short sale balance, SBL short balance, short interest, borrowed share sales',
    zh: '融券餘額、借券賣出餘額、借券賣出、空單餘額、券餘額',
  },
  columns: {
    ...column.securityDay,
    short_sale_previous_balance: column.shortSales.short_sale_previous_balance,
    short_sale_sell: column.shortSales.short_sale_sell,
    short_sale_buy: column.shortSales.short_sale_buy,
    short_sale_stock_repayment: column.shortSales.short_sale_stock_repayment,
    short_sale_balance: column.shortSales.short_sale_balance,
    short_sale_limit: column.shortSaleLimit,
    sbl_short_sale_previous_balance: integer('Borrowed-share short balance, previous day', '借券賣出前日餘額', {
      unit: 'shares',
    }),
    sbl_short_sale_sell: integer('Borrowed shares sold', '借券賣出當日賣出', {
      unit: 'shares',
      also: { en: 'SBL short sales, SBL short selling', zh: '當日借券賣出、借券賣出、借券賣出張數、借券賣出量' },
    }),
    sbl_short_sale_return: integer('Borrowed shares returned', '借券賣出當日還券', { unit: 'shares' }),
    sbl_short_sale_adjustment: integer('Balance adjustment, signed', '借券賣出當日調整', { unit: 'shares' }),
    sbl_short_sale_balance: column.sblShortSaleBalance,
    sbl_short_sale_limit: column.sblShortSaleLimit,
    note: nullable(column.creditNote),
  },
  key: ['stock_id', 'trade_date', 'market'],
  update: '22:30',
  complete: { every: 'trading_day', each: 'market' },
  sources: ['twse', 'tpex', 'tpexOpenApi'],
})
