import { date, nullable, nullableDecimal, oneOf, text } from '../../fields.ts'
import * as column from '../columns.ts'
import { dataset } from '../dataset.ts'

export const TaiwanStockOverviewIncludeWarrant = dataset({
  name: 'TaiwanStockOverviewIncludeWarrant',
  tier: 'free',
  category: 'technical',
  title: { en: 'Security master including warrants', zh: '台股總覽（含權證）' },
  about: {
    en: 'The security master with every call and put warrant and bull/bear certificate added, including underlying, strike and expiry where published.',
    zh: '台股總覽再加上所有認購（售）權證與牛熊證，並附標的、履約價與到期日。',
  },
  notes: {
    en: 'Warrant codes are reissued after expiry, often on another underlying: issue_key, the listing date as YYYYMMDD or - when unknown, tells the issues of one code apart. Expired warrants need include_inactive=true. Warrant columns are null on all other securities; exercise_price is the latest one after adjustments, in index points for warrants on an index.',
    zh: '權證代號到期後會重複使用，標的可能不同；issue_key（上市日 YYYYMMDD，未知為 -）可區分同一代號的不同檔次。已到期權證需加 include_inactive=true。非權證的權證欄位為 null；exercise_price 為調整後最新履約價，指數型權證以點數計。',
  },
  also: {
    en: 'warrants, warrant list, bull bear certificates, call warrant, put warrant',
    zh: '權證、認購權證、認售權證、牛熊證、權證清單',
  },
  columns: {
    stock_id: column.stockId,
    issue_key: text('Issue key: listing date, YYYYMMDD or -', '發行識別鍵（上市日）'),
    stock_name: column.stockName,
    market: column.market('TWSE', 'TPEX', 'ESB'),
    security_type: column.securityType('stock', 'etf', 'etn', 'tdr', 'preferred', 'reit', 'warrant', 'other'),
    ...column.listing,
    underlying_stock_id: nullable(column.underlyingStockId),
    warrant_type: nullable(
      oneOf(['call', 'put', 'bull', 'bear'], 'Warrant type', '權證類型：call 認購、put 認售、bull 牛證、bear 熊證'),
    ),
    exercise_style: nullable(
      oneOf(['american', 'european'], 'Exercise style', '履約方式：american 美式、european 歐式'),
    ),
    exercise_price: nullableDecimal(4, 'Latest exercise price', '最新履約價', {
      unit: 'TWD',
      also: { en: 'strike', zh: '履約價' },
    }),
    exercise_ratio: nullableDecimal(6, 'Underlying units per warrant', '行使比例'),
    last_trading_date: nullable(date('Last trading day', '最後交易日')),
    expiration_date: nullable(date('Last exercise day', '履約截止日', { also: { en: 'expiry', zh: '到期日' } })),
  },
  key: ['stock_id', 'issue_key'],
  date: 'as_of_date',
  unit: null,
  update: '06:00',
  filed: 'listing_date',
  sources: ['isin', 'twseOpenApi', 'tpexOpenApi'],
})
