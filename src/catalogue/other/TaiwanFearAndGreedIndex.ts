import { decimal, integer, nullableDecimal, oneOf, text } from '../../fields.ts'
import { tradeDate } from '../columns.ts'
import { dataset } from '../dataset.ts'

const score = (en: string, zh: string) => nullableDecimal(2, `${en} score`, `${zh}分數`, { unit: 'points' })
const raw = (en: string, zh: string) => nullableDecimal(6, `${en}, raw value`, `${zh}原始值`)

export const TaiwanFearAndGreedIndex = dataset({
  name: 'TaiwanFearAndGreedIndex',
  tier: 'plus',
  category: 'other',
  title: { en: 'Taiwan fear and greed index', zh: '台股恐懼與貪婪指數' },
  about: {
    en: 'Sentiment of the Taiwan stock market on a scale from 0, extreme fear, to 100, extreme greed, combined from seven components.',
    zh: '以七項指標合成的台股情緒指數，0 為極度恐懼，100 為極度貪婪。',
  },
  notes: {
    en: 'Computed here; not an official figure. Seven components: momentum (TAIEX total return against its 125-day mean), breadth (advances less declines, McClellan 19/39), TXO put/call volume, 20-day volatility against its 50-day mean, safe-haven demand (stocks against US Treasuries over 20 days), 20-day change of margin loans, and foreign net buying as a share of 20-day turnover. Each score is a percentile rank over at most 250 trading days (at least 60), inverted for put/call and volatility; the index is the mean of at least five. Labels: below 25 extreme_fear, below 45 fear, 45 to 55 neutral, up to 75 greed, above extreme_greed; the last five days may still change, and method_version changes with the method.',
    zh: '本服務自行計算，非官方統計。七項指標：動能（加權報酬指數相對 125 日均值）、市場廣度（漲跌家數，McClellan 19/39）、TXO 賣買權成交量比、20 日波動率相對其 50 日均值、避險需求（20 日股票相對美國公債報酬）、融資金額 20 日變化、外資 20 日買賣超占成交金額比重。各項分數為最多 250 個交易日（至少 60）內的百分位，賣買權比與波動率反向計分；至少五項可用時取平均。標籤：低於 25 extreme_fear、低於 45 fear、45 至 55 neutral、75 以下 greed、其上 extreme_greed；最近五日數值仍可能變動，方法變更時 method_version 隨之更新。',
  },
  also: {
    en: 'fear and greed, sentiment index, market sentiment, investor sentiment',
    zh: '恐懼貪婪指數、恐貪指數、市場情緒、情緒指標',
  },
  columns: {
    trade_date: tradeDate,
    fear_greed_score: decimal(2, 'Fear and greed score, 0 to 100', '恐懼與貪婪指數（0 至 100）', {
      unit: 'points',
      also: {
        en: 'fear and greed index, fear and greed, fear & greed index, sentiment',
        zh: '恐懼與貪婪指數、恐懼貪婪指數、恐慌貪婪指數、恐貪指數、情緒分數、市場情緒、分數',
      },
    }),
    fear_greed_label: oneOf(
      ['extreme_fear', 'fear', 'neutral', 'greed', 'extreme_greed'],
      'Label',
      '情緒標籤：extreme_fear 極度恐懼 … extreme_greed 極度貪婪',
    ),
    momentum_score: score('Momentum', '動能'),
    breadth_score: score('Breadth', '市場廣度'),
    put_call_score: score('Put/call', '賣買權比'),
    volatility_score: score('Volatility', '波動'),
    safe_haven_score: score('Safe haven', '避險需求'),
    margin_score: score('Margin', '融資'),
    foreign_flow_score: score('Foreign flow', '外資流向'),
    momentum_raw: raw('Momentum', '動能'),
    breadth_raw: raw('Breadth', '市場廣度'),
    put_call_raw: raw('Put/call', '賣買權比'),
    volatility_raw: raw('Volatility', '波動'),
    safe_haven_raw: raw('Safe haven', '避險需求'),
    margin_raw: raw('Margin', '融資'),
    foreign_flow_raw: raw('Foreign flow', '外資流向'),
    component_count: integer('Components available, 5 to 7', '可用指標數（5 至 7）'),
    method_version: text('Version of the method', '計算方法版本'),
  },
  key: ['trade_date'],
  unit: 'points (0-100)',
  update: '23:00',
  complete: { every: 'trading_day', each: 'dataset' },
  sources: ['computed'],
  derived: {
    from: [
      'TaiwanReturnIndex',
      'TaiwanStockPrice',
      'TaiwanOptionDaily',
      'USBondYield',
      'TaiwanStockTotalMarginPurchaseShortSale',
      'TaiwanStockTotalInstitutionalInvestors',
    ],
    history: { en: '60 daily values of five of its components', zh: '五項以上指標各 60 個日資料' },
    rule: [
      'Inputs: I = TaiwanReturnIndex.return_index of TAIEX; over the ids ^[1-9][0-9]{3}$ of TaiwanStockPrice, A and D = number of ids with spread above and below 0 and T = sum of turnover; P and C = TXO put and call volume of both sessions; Y = USBondYield.value of 10Y on the latest date before t; M = margin_purchase_balance_amount of TWSE plus TPEX, on days that have both; F = foreign_investor_net_amount plus foreign_dealer_net_amount (null counts as 0), summed over markets.',
      'Raw values at day t, lags in trading days: momentum = I / SMA125(I) - 1; breadth = EMA19(n) - EMA39(n) of n = (A - D) / (A + D), alpha = 2 / (N + 1), seeded with the first value; put_call = mean of P / C over 5 days; volatility = RV / SMA50(RV) - 1, RV = sample standard deviation of the last 20 log returns of I x sqrt(252); safe_haven = (I / I[t-20] - 1) - B, B = -8.5 x (Y - Y[t-20]) / 100 + Y[t-20] / 100 x 20 / 252; margin = M / M[t-20] - 1; foreign_flow = sum of F over 20 days / sum of T over 20 days.',
      'Score = 100 x (values below x + 0.5 x values equal to x) / n over the last n valid raw values including x, 60 <= n <= 250, otherwise null; put_call and volatility use 100 - score; half-up to 2 decimals.',
      'fear_greed_score = mean of the non-null component scores, 2 decimals; no row with fewer than 5. Labels: below 25 extreme_fear, below 45 fear, up to 55 neutral, up to 75 greed, above 75 extreme_greed. Only data dated on or before t is used.',
    ].join(' '),
  },
})
