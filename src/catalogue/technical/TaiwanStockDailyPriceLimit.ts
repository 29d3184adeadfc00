import { nullable, nullableDecimal } from '../../fields.ts'
import { foreignClasses, limitDown, limitUp, securityDay } from '../columns.ts'
import { dataset } from '../dataset.ts'

export const TaiwanStockDailyPriceLimit = dataset({
  name: 'TaiwanStockDailyPriceLimit',
  tier: 'lite',
  category: 'technical',
  title: { en: 'Daily price limits', zh: '每日漲跌停價' },
  about: {
    en: 'Reference price, limit-up price and limit-down price in force for each security on each trading day.',
    zh: '個股每日開盤競價基準、漲停價與跌停價。',
  },
  notes: {
    en: `The newest trade_date may be the next trading day, as its limits are known after the close. A null limit means that the price is not limited: ETFs with foreign assets, which most bond ETFs are, and the first five days of a new listing. The limit has been 10% since 2015-06-01 and was 7% before; a leveraged or inverse ETF on a domestic index has it times its multiple, so 20% for twice the index. ${foreignClasses.en}`,
    zh: `次一交易日的漲跌停價於收盤後即可得知，最新 trade_date 可能為次一交易日。null 代表無漲跌幅限制，例如國外成分 ETF（多數債券 ETF 屬之）與新上市前五日。漲跌幅自 2015-06-01 起為 10%，先前為 7%；國內標的之槓桿反向 ETF 為其倍數乘以該幅度，如兩倍為 20%。${foreignClasses.zh}`,
  },
  also: { en: 'price limit, limit up, limit down, daily limit', zh: '漲跌停、漲停價、跌停價、漲跌幅限制' },
  columns: {
    ...securityDay,
    reference_price: nullableDecimal(4, 'Opening reference price', '開盤競價基準', {
      unit: 'TWD',
      also: { zh: '參考價、平盤價' },
    }),
    limit_up: nullable(limitUp()),
    limit_down: nullable(limitDown()),
  },
  key: ['stock_id', 'trade_date'],
  update: '18:00',
  complete: { every: 'trading_day', each: 'security' },
  sources: ['twse', 'twseOpenApi', 'twseMis', 'tpex', 'tpexOpenApi'],
})
