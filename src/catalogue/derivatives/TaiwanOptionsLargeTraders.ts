import { nullable } from '../../fields.ts'
import { callPut, largeTraderContract, largeTraderPositions, optionId, optionName, tradeDate } from '../columns.ts'
import { dataset } from '../dataset.ts'

export const TaiwanOptionsLargeTraders = dataset({
  name: 'TaiwanOptionsLargeTraders',
  tier: 'lite',
  category: 'derivatives',
  title: { en: 'Options, large traders', zh: '選擇權大額交易人未平倉' },
  about: {
    en: 'Open interest held by the five and ten largest option traders, and by the institutions among them, on the latest day.',
    zh: '選擇權前五大、前十大交易人及其中特定法人之未平倉部位（最新交易日）。',
  },
  notes: {
    en: 'Newest trading day only, no history; contract_month is the front month, week (all weekly contracts) or all (every month). *_specific_* is the part of the top traders that are institutions, so it is included in *_trader_*. Percentages are of market_open_interest, rounded to 2 decimals and null when that is 0. Calls and puts are separate rows.',
    zh: '僅保留最新交易日，無歷史；contract_month 為近月、week（週契約合計）或 all（所有契約）。*_specific_* 為前列交易人中的特定法人，已含於 *_trader_*。百分比以 market_open_interest 為分母，取至小數二位，分母為 0 時為 null。買權與賣權分列。',
  },
  also: {
    en: 'large traders, top traders options, option concentration, large positions',
    zh: '大額交易人、前五大交易人、前十大交易人、特定法人、選擇權大額部位',
  },
  columns: {
    trade_date: tradeDate,
    option_id: optionId,
    option_name: nullable(optionName),
    call_put: callPut,
    contract_month: largeTraderContract,
    ...largeTraderPositions,
  },
  key: ['trade_date', 'option_id', 'call_put', 'contract_month'],
  update: '16:30',
  complete: { every: 'trading_day', each: 'dataset' },
  retention: { kind: 'newest' },
  sources: ['taifex', 'taifexOpenApi'],
})
