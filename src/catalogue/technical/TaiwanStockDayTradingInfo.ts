import { boolean, integer, nullable, nullableDecimal } from '../../fields.ts'
import { foreignClasses, securityDay } from '../columns.ts'
import { dataset } from '../dataset.ts'

export const TaiwanStockDayTradingInfo = dataset({
  name: 'TaiwanStockDayTradingInfo',
  tier: 'free',
  category: 'technical',
  title: { en: 'Day-trading eligibility and turnover', zh: '當日沖銷交易標的及成交量值' },
  about: {
    en: 'Securities that may be day-traded on a date, whether selling first is suspended, and the shares and value day-traded.',
    zh: '每日可當沖標的、是否暫停先賣後買，以及當沖成交股數與買賣金額。',
  },
  notes: {
    en: `A row means that the security is eligible that day; a security without a row cannot be day-traded. Eligibility is known before the open, while volumes arrive in the evening (null until then) and may be corrected for two more days. is_sell_first_suspended is null before 2014-06-30, when only buy-first was allowed. ${foreignClasses.en}`,
    zh: `有列即代表當日可當沖，無列則不可當沖。可當沖資格於開盤前即可得知，成交量值於晚間公布（公布前為 null），其後兩日內可能更正。2014-06-30 以前僅能先買後賣，is_sell_first_suspended 為 null。${foreignClasses.zh}`,
  },
  also: {
    en: 'day trading, intraday trading, day trade volume, day trade eligibility',
    zh: '當沖、當日沖銷、現股當沖、當沖標的、當沖量',
  },
  columns: {
    ...securityDay,
    is_sell_first_suspended: nullable(boolean('Selling first is suspended', '是否暫停先賣後買')),
    day_trading_volume: nullable(
      integer('Shares day-traded', '當沖成交股數', {
        unit: 'shares',
        also: { en: 'day trade volume, day trading volume', zh: '當沖量、當沖張數、當沖成交量' },
      }),
    ),
    day_trading_buy_amount: nullableDecimal(2, 'Value of day-trade buys', '當沖買進金額', { unit: 'TWD' }),
    day_trading_sell_amount: nullableDecimal(2, 'Value of day-trade sells', '當沖賣出金額', { unit: 'TWD' }),
  },
  key: ['stock_id', 'trade_date'],
  oddLots: false,
  update: '21:30',
  complete: { every: 'trading_day', each: 'market' },
  sources: ['twse', 'twseOpenApi', 'tpex', 'tpexOpenApi'],
})
