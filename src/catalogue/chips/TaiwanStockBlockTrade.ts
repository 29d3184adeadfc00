import { decimal, nullable, text } from '../../fields.ts'
import { foreignClasses, securityDay, seq, stockName, tradeTime, turnover, volume } from '../columns.ts'
import { dataset } from '../dataset.ts'

export const TaiwanStockBlockTrade = dataset({
  name: 'TaiwanStockBlockTrade',
  tier: 'free',
  category: 'chips',
  title: { en: 'Block trades', zh: '鉅額交易' },
  about: {
    en: 'Individual block trades in single securities, with type, price, shares and value.',
    zh: '單一證券鉅額交易逐筆成交資訊。',
  },
  notes: {
    en: `A row is one trade; seq numbers the trades of a security and day. Blocks of baskets of stocks are not broken down and not included. trade_time is published for the OTC market only, trade_type and settlement_period are the published texts. ${foreignClasses.en}`,
    zh: `一列為一筆成交，同一證券同一日以 seq 編號。股票組合鉅額交易未拆分至個股，不含在內。trade_time 僅上櫃公布，trade_type 與 settlement_period 為公告原文。${foreignClasses.zh}`,
  },
  also: {
    en: 'block trade, block trades, large trades, off-market trades',
    zh: '鉅額交易、鉅額成交、配對交易、大宗交易',
  },
  columns: {
    ...securityDay,
    seq,
    stock_name: nullable(stockName),
    trade_type: nullable(text('Trade type', '交易別')),
    settlement_period: nullable(text('Settlement period', '交割期別')),
    price: decimal(4, 'Trade price', '成交價', { unit: 'TWD' }),
    volume,
    turnover,
    trade_time: nullable(tradeTime),
  },
  key: ['trade_date', 'stock_id', 'market', 'seq'],
  oddLots: false,
  update: '21:00',
  sources: ['twse', 'tpexOpenApi', 'tpex'],
})
