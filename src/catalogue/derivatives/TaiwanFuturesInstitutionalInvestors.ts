import { nullable } from '../../fields.ts'
import * as column from '../columns.ts'
import { dataset } from '../dataset.ts'

export const TaiwanFuturesInstitutionalInvestors = dataset({
  name: 'TaiwanFuturesInstitutionalInvestors',
  tier: 'free',
  category: 'derivatives',
  title: { en: 'Futures, institutional investors', zh: '期貨三大法人交易與未平倉' },
  about: {
    en: 'Trading and open interest of dealers, investment trusts and foreign investors in each futures product per day.',
    zh: '三大法人各期貨商品每日多空交易及未平倉口數與金額。',
  },
  notes: {
    en: 'One row per product and investor; a positive net is long. Trading covers the day session and the after-hours session before it; open interest is at the day close. Single-stock and ETF futures appear only as the groups STF and ETF.',
    zh: '每商品每身份別一列，淨額為正即淨多。交易數含當日一般時段與其前的盤後時段，未平倉為日盤收盤數。股票期貨與 ETF 期貨僅以群組 STF、ETF 列示。',
  },
  also: {
    en: 'futures institutional positions, foreign futures positions, institutional open interest',
    zh: '期貨三大法人、外資期貨未平倉、外資台指期、期貨留倉、外資空單',
  },
  columns: {
    trade_date: column.tradeDate,
    futures_id: column.futuresId,
    futures_name: nullable(column.futuresName),
    institutional_investor: column.institutionalInvestor,
    ...column.institutionalTrades,
    ...column.institutionalPositions,
  },
  key: ['trade_date', 'futures_id', 'institutional_investor'],
  update: '15:30',
  complete: { every: 'trading_day', each: 'dataset' },
  sources: ['taifex', 'taifexOpenApi'],
})
