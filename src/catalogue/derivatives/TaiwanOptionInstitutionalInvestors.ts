import { nullable } from '../../fields.ts'
import * as column from '../columns.ts'
import { dataset } from '../dataset.ts'

export const TaiwanOptionInstitutionalInvestors = dataset({
  name: 'TaiwanOptionInstitutionalInvestors',
  tier: 'free',
  category: 'derivatives',
  title: { en: 'Options, institutional investors', zh: '選擇權三大法人交易與未平倉' },
  about: {
    en: 'Trading and open interest of dealers, investment trusts and foreign investors in each option product per day, with calls and puts in separate rows.',
    zh: '三大法人各選擇權商品每日交易及未平倉口數與金額，買權與賣權分計。',
  },
  notes: {
    en: 'One row per product, call or put, and investor. long is bought and short is sold, so long puts are a bearish position; amounts are premiums. Trading covers the day session and the after-hours session before it. Stock and ETF options appear only as the groups STO and ETO.',
    zh: '每商品、買賣權別、身份別一列。多方為買進、空方為賣出，買進賣權屬看空；金額為權利金。交易數含當日一般時段與其前的盤後時段。股票與 ETF 選擇權僅以群組 STO、ETO 列示。',
  },
  also: {
    en: 'option institutional positions, foreign option positions, institutional calls and puts',
    zh: '選擇權三大法人、外資選擇權、法人買權賣權、選擇權未平倉',
  },
  columns: {
    trade_date: column.tradeDate,
    option_id: column.optionId,
    option_name: nullable(column.optionName),
    call_put: column.callPut,
    institutional_investor: column.institutionalInvestor,
    ...column.institutionalTrades,
    ...column.institutionalPositions,
  },
  key: ['trade_date', 'option_id', 'call_put', 'institutional_investor'],
  unit: 'contracts; TWD of premium',
  update: '15:30',
  complete: { every: 'trading_day', each: 'dataset' },
  sources: ['taifex', 'taifexOpenApi'],
})
