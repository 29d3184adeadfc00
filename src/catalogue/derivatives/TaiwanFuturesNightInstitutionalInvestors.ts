import { nullable } from '../../fields.ts'
import { futuresId, futuresName, institutionalInvestor, institutionalTrades, tradeDate } from '../columns.ts'
import { dataset } from '../dataset.ts'

export const TaiwanFuturesNightInstitutionalInvestors = dataset({
  name: 'TaiwanFuturesNightInstitutionalInvestors',
  tier: 'lite',
  category: 'derivatives',
  title: { en: 'Futures after hours, institutional investors', zh: '期貨夜盤三大法人交易' },
  about: {
    en: 'Trading of dealers, investment trusts and foreign investors in each futures product during the after-hours session.',
    zh: '三大法人期貨盤後（夜盤）交易口數與金額。',
  },
  notes: {
    en: 'trade_date is the business day on which the session ends, at 05:00; many sites label the same night with the evening it started. Open interest is not published for the night session. The figures are part of the daily ones in TaiwanFuturesInstitutionalInvestors, so do not add the two.',
    zh: 'trade_date 為夜盤結束（05:00）所屬營業日，許多網站則以夜盤開始當晚標示。夜盤不公布未平倉。本表數字已計入 TaiwanFuturesInstitutionalInvestors 的當日交易，請勿相加。',
  },
  also: {
    en: 'night session institutional, after-hours futures, foreign night trading',
    zh: '夜盤三大法人、夜盤外資、盤後期貨法人、期貨夜盤',
  },
  columns: {
    trade_date: tradeDate,
    futures_id: futuresId,
    futures_name: nullable(futuresName),
    institutional_investor: institutionalInvestor,
    ...institutionalTrades,
  },
  key: ['trade_date', 'futures_id', 'institutional_investor'],
  update: '07:00',
  complete: { every: 'trading_day', each: 'dataset' },
  sources: ['taifex'],
})
