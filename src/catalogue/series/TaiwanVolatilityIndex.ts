import { integer, nullable, nullableDecimal, oneOf, text } from '../../fields.ts'
import * as column from '../columns.ts'
import { dataset } from '../dataset.ts'

const term = (en: string, zh: string) => ({
  contract_month: nullable(text(`Contract of the ${en} term`, `${zh}契約月份`)),
  days: nullable(integer(`Calendar days to expiry, ${en} term`, `${zh}距到期日曆日數`, { unit: 'days' })),
  forward: nullableDecimal(4, `Forward, ${en} term`, `${zh}遠期價格`, { unit: 'points' }),
  strikes: nullable(integer(`Strikes used, ${en} term`, `${zh}採用履約價數`)),
  variance: nullableDecimal(8, `Variance a year, ${en} term`, `${zh}年化變異數`),
})
const [near, next] = [term('near', '近月'), term('next', '次近月')]

export const TaiwanVolatilityIndex = dataset({
  name: 'TaiwanVolatilityIndex',
  isOurs: true,
  tier: 'lite',
  category: 'derivatives',
  title: { en: 'Volatility index of TXO, by closing quotes', zh: '臺指選擇權波動率指數（收盤報價）' },
  about: {
    en: 'Volatility of the TAIEX over the next 30 days that TXO prices imply, by the variance method of volatility indices, once a day.',
    zh: '以波動率指數之變異數複製法，由臺指選擇權價格計算未來 30 日隱含波動率，每日一筆。',
  },
  notes: {
    en: 'Computed here; not the index of the exchange, which is computed during the session. The method is the same, from one price a day: the midpoint of the best bid and ask when the regular session ends. Monthly contracts only, the two nearest with more than 7 days to expiry; strikes without a bid are left out, and those beyond two in a row. The discount rate is that of CBC in CentralBankRate. Where a term has fewer than two such puts below or calls above its middle strike, or is not listed, the value is null and reason says why.',
    zh: '由本服務計算，非期交所於盤中計算之指數。方法相同，但每日僅用一個價格：一般時段結束時最佳買賣報價之中間值。僅用月契約，取距到期超過 7 日之最近兩個月份；無買價之履約價不計，連續兩檔無買價後不再往外採計。折現率為 CentralBankRate 之 CBC。任一月份未掛牌，或中心履約價之下賣權、之上買權不足兩檔時，數值為 null，原因見 reason。',
  },
  also: {
    en: 'VIX, Taiwan VIX, volatility index, implied volatility index',
    zh: '波動率指數、台指VIX、恐慌指標、臺指選擇權波動率',
  },
  columns: {
    trade_date: column.tradeDate,
    volatility_index: nullableDecimal(4, 'Volatility index', '波動率指數', { unit: 'percent' }),
    discount_rate: nullableDecimal(4, 'Discount rate a year', '年折現率', { unit: 'percent' }),
    near_contract_month: near.contract_month,
    near_days: near.days,
    near_forward: near.forward,
    near_strikes: near.strikes,
    near_variance: near.variance,
    next_contract_month: next.contract_month,
    next_days: next.days,
    next_forward: next.forward,
    next_strikes: next.strikes,
    next_variance: next.variance,
    reason: nullable(
      oneOf(
        ['no_rate', 'no_terms', 'no_forward', 'few_strikes', 'no_variance'],
        'Why the index is null',
        '指數為 null 的原因',
      ),
    ),
  },
  key: ['trade_date'],
  unit: 'percent; points',
  update: '16:45',
  complete: { every: 'trading_day', each: 'dataset' },
  sources: ['computed'],
  derived: {
    from: ['TaiwanOptionDaily', 'TaiwanDerivativesContracts', 'CentralBankRate'],
    inputs: {
      TaiwanOptionDaily: { id: '=TXO', from: 'trade_date', to: 'trade_date' },
      TaiwanDerivativesContracts: { id: '=TXO' },
      CentralBankRate: { id: '=CBC', to: 'trade_date', isNewest: true },
    },
    formula: {
      en: 'variance = 2 / T x sum of dK / K^2 x Q(K) / D - (F / K0 - 1)^2 / T of each term; volatility_index = 100 sqrt((T1 v1 (N2 - 30) + T2 v2 (30 - N1)) / (N2 - N1) x 365 / 30), N being days and T = N / 365.',
      zh: '各月份變異數＝2 ÷ T × Σ ΔK ÷ K² × Q(K) ÷ D－(F ÷ K0－1)² ÷ T；volatility_index＝100 √((T1 v1 (N2－30)＋T2 v2 (30－N1)) ÷ (N2－N1) × 365 ÷ 30)，N 為日數，T＝N ÷ 365。',
    },
    rule: [
      'Rows of TaiwanOptionDaily with option_id TXO, trading_session regular and a contract_month YYYYMM. N = expiry_date - trade_date in calendar days, expiry_date as in TaiwanOptionGreeks. The terms are the two smallest N above 7. r = interest_rate of the newest row of CBC on or before trade_date, T = N / 365, D = 1 / (1 + r / 100 x T).',
      'The midpoint of a series is (best_bid + best_ask) / 2 where both are above 0, and otherwise unknown. F = K + (C - P) / D at the strike K with the least |C - P| of midpoints, the lowest of equals; 4 decimals. K0 is the highest strike with a row that is not above F.',
      'Q(K) is the midpoint of the put below K0, of the call above it, and the mean of both at K0. From K0 outwards a strike without a midpoint is left out, and all strikes beyond two such in a row. dK is half the distance between the strikes on either side that are used, at the ends the distance to the only neighbour. v = 2 / T x sum of dK / K^2 x Q(K) / D - (F / K0 - 1)^2 / T; near_variance and next_variance, 8 decimals.',
      'volatility_index = 100 x sqrt((T1 v1 (N2 - 30) / (N2 - N1) + T2 v2 (30 - N1) / (N2 - N1)) x 365 / 30), 4 decimals. reason: no_rate before the first rate; no_terms with fewer than two terms; no_forward where a term has no strike with both midpoints or none at or below F; few_strikes where it has fewer than two puts below or two calls above K0, or no midpoint at K0; no_variance where the sum is not above 0.',
    ].join(' '),
  },
})
