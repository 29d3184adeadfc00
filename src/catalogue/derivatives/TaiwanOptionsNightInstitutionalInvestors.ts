import { nullable } from '../../fields.ts'
import { callPut, institutionalInvestor, institutionalTrades, optionId, optionName, tradeDate } from '../columns.ts'
import { dataset } from '../dataset.ts'

export const TaiwanOptionsNightInstitutionalInvestors = dataset({
  name: 'TaiwanOptionsNightInstitutionalInvestors',
  tier: 'lite',
  category: 'derivatives',
  title: { en: 'Options after hours, institutional investors', zh: '選擇權夜盤三大法人交易' },
  about: {
    en: 'Trading of dealers, investment trusts and foreign investors in each option product during the after-hours session, with calls and puts in separate rows.',
    zh: '三大法人選擇權盤後（夜盤）交易口數與金額，買權與賣權分計。',
  },
  notes: {
    en: 'trade_date is the business day on which the session ends, at 05:00; many sites label the same night with the evening it started. Open interest is not published for the night session. The figures are part of the daily ones in TaiwanOptionInstitutionalInvestors, so do not add the two.',
    zh: 'trade_date 為夜盤結束（05:00）所屬營業日，許多網站則以夜盤開始當晚標示。夜盤不公布未平倉。本表數字已計入 TaiwanOptionInstitutionalInvestors 的當日交易，請勿相加。',
  },
  also: {
    en: 'night session options institutional, after-hours options, foreign night options',
    zh: '選擇權夜盤法人、夜盤選擇權、盤後選擇權',
  },
  columns: {
    trade_date: tradeDate,
    option_id: optionId,
    option_name: nullable(optionName),
    call_put: callPut,
    institutional_investor: institutionalInvestor,
    ...institutionalTrades,
  },
  key: ['trade_date', 'option_id', 'call_put', 'institutional_investor'],
  unit: 'contracts; TWD of premium',
  update: '07:00',
  complete: { every: 'trading_day', each: 'dataset' },
  sources: ['taifex'],
})
