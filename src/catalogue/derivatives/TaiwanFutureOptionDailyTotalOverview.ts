import { integer, nullable, nullableDecimal, text } from '../../fields.ts'
import * as column from '../columns.ts'
import { dataset } from '../dataset.ts'

export const TaiwanFutureOptionDailyTotalOverview = dataset({
  name: 'TaiwanFutureOptionDailyTotalOverview',
  tier: 'free',
  category: 'derivatives',
  title: { en: 'Futures and options product overview', zh: '期貨與選擇權商品日總覽' },
  about: {
    en: 'One row per futures or option product and trading day: product data, total volume and open interest, and put/call ratios.',
    zh: '每一期貨或選擇權商品每日一列：商品資料、總成交量、未平倉量與買賣權比。',
  },
  notes: {
    en: 'Computed from TaiwanFuturesDaily and TaiwanOptionDaily, so the newest day also serves as the product list. Volumes add both sessions, without calendar spreads. Put and call columns are null for futures; put/call ratios are plain ratios (0.85, not 85%).',
    zh: '由 TaiwanFuturesDaily 與 TaiwanOptionDaily 計算，最新一日可作為商品清單。成交量為一般與盤後合計，不含跨月價差。期貨的買賣權欄位為 null；買賣權比為比值（0.85 而非 85%）。',
  },
  also: {
    en: 'futures products, option products, put call ratio, product list, total volume',
    zh: '期貨商品、選擇權商品、買賣權比、賣買權比、PCR、期權總成交量',
  },
  columns: {
    trade_date: column.tradeDate,
    product_id: column.productId,
    product_type: column.productType,
    product_name: nullable(text('Product name', '商品名稱')),
    product_category: nullable(column.productCategory),
    underlying_stock_id: nullable(column.underlyingStockId),
    contract_count: integer('Contracts listed on the day', '當日契約檔數'),
    volume: column.contractVolume,
    after_hours_volume: integer('Contracts traded after hours', '盤後成交口數', {
      unit: 'contracts',
      also: { en: 'night volume', zh: '夜盤成交量' },
    }),
    open_interest: nullable(column.openInterest),
    put_volume: nullable(integer('Puts traded', '賣權成交量', { unit: 'contracts' })),
    call_volume: nullable(integer('Calls traded', '買權成交量', { unit: 'contracts' })),
    put_open_interest: nullable(integer('Put open interest', '賣權未平倉量', { unit: 'contracts' })),
    call_open_interest: nullable(integer('Call open interest', '買權未平倉量', { unit: 'contracts' })),
    put_call_volume_ratio: nullableDecimal(4, 'Put/call volume ratio', '賣權／買權成交量比', {
      also: { en: 'put call ratio, PCR', zh: '成交量買賣權比、P/C Ratio' },
    }),
    put_call_oi_ratio: nullableDecimal(4, 'Put/call open interest ratio', '賣權／買權未平倉比', {
      also: { en: 'put call OI ratio', zh: '未平倉買賣權比' },
    }),
  },
  key: ['trade_date', 'product_id'],
  update: '16:40',
  complete: { every: 'trading_day', each: 'dataset' },
  sources: ['taifexOpenApi', 'taifexMis'],
  derived: {
    from: ['TaiwanFuturesDaily', 'TaiwanOptionDaily'],
    rule: 'Groups by trade_date and product. volume = sum over contracts and both sessions; after_hours_volume = sum over after_hours rows; open_interest = sum over regular rows; put_* and call_* the same per call_put, options only. contract_count = distinct contract_month (futures) or contract_month, strike_price and call_put (options), a contract quoted in both sessions counted once. Ratios = put / call, rounded to 4 decimals, null when the call side is 0.',
  },
})
