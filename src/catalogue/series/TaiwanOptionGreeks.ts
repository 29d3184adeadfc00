import { date, integer, nullable, nullableDecimal, oneOf } from '../../fields.ts'
import * as column from '../columns.ts'
import { dataset } from '../dataset.ts'

const points = { unit: 'points or TWD' }

export const TaiwanOptionGreeks = dataset({
  name: 'TaiwanOptionGreeks',
  isOurs: true,
  tier: 'lite',
  category: 'derivatives',
  title: { en: 'Implied volatility and greeks of options', zh: '選擇權隱含波動率與希臘字母' },
  about: {
    en: 'Implied volatility, delta, gamma, vega and theta of every option series and day, by Black’s model on the forward that puts and calls imply.',
    zh: '各選擇權序列每日隱含波動率與 Delta、Gamma、Vega、Theta，以買賣權平價隱含之遠期價格與 Black 模型計算。',
  },
  notes: {
    en: 'Computed here; not figures of the exchange. Regular session only, from the daily settlement price, or the close where there is none. The forward is that of put-call parity at the strike where call and put differ least; the discount rate is the discount rate of the central bank, CBC in CentralBankRate, as simple interest over calendar days / 365. delta and gamma are per point of the forward, vega per percentage point of volatility, theta per calendar day, all in the units of the option price without the multiplier. reason says why figures are null; outside_bounds is a price that no volatility gives, such as one below its value at expiry. Settlement prices of series that hardly trade are set by the exchange, so their volatility is the exchange’s too.',
    zh: '由本服務計算，非期交所公布數值。僅一般時段，採每日結算價，無則採收盤價。遠期價格取買權與賣權價差最小之履約價，依買賣權平價計算；折現率為中央銀行重貼現率（CentralBankRate 之 CBC），以日曆日／365 單利計息。delta、gamma 為遠期價格每變動一點，vega 為波動率每變動一個百分點，theta 為每一日曆日，單位同權利金（未乘契約乘數）。reason 說明數值為 null 的原因；outside_bounds 表示無任何波動率可得該價格，例如低於到期價值。成交稀少序列之結算價由期交所訂定，其隱含波動率亦然。',
  },
  also: {
    en: 'implied volatility, option greeks, delta, gamma, vega, theta',
    zh: '隱含波動率、希臘字母、選擇權風險值、隱波',
  },
  columns: {
    trade_date: column.tradeDate,
    option_id: column.optionId,
    contract_month: column.contractMonth,
    strike_price: column.strikePrice,
    call_put: column.callPut,
    expiry_date: nullable(date('Expiry date', '契約到期日')),
    days_to_expiry: nullable(integer('Calendar days to expiry', '距到期日曆日數', { unit: 'days' })),
    option_price: nullableDecimal(4, 'Settlement price, or the close', '結算價（無則為收盤價）', points),
    forward_price: nullableDecimal(4, 'Forward by put-call parity', '買賣權平價遠期價格', points),
    discount_rate: nullableDecimal(4, 'Discount rate a year', '年折現率', { unit: 'percent' }),
    implied_volatility: nullableDecimal(4, 'Implied volatility a year', '隱含波動率（年）', { unit: 'percent' }),
    delta: nullableDecimal(6, 'Delta', 'Delta（對遠期價格）'),
    gamma: nullableDecimal(10, 'Gamma', 'Gamma（對遠期價格）'),
    vega: nullableDecimal(6, 'Vega for one percentage point', 'Vega（每一百分點）', points),
    theta: nullableDecimal(6, 'Theta for one calendar day', 'Theta（每一日曆日）', points),
    reason: nullable(
      oneOf(
        ['no_price', 'no_expiry', 'no_days', 'no_rate', 'no_forward', 'outside_bounds'],
        'Why the figures are null',
        '數值為 null 的原因',
      ),
    ),
  },
  key: ['trade_date', 'option_id', 'contract_month', 'strike_price', 'call_put'],
  unit: 'points or TWD; percent',
  update: '16:45',
  complete: { every: 'trading_day', each: 'dataset' },
  sources: ['computed'],
  derived: {
    from: ['TaiwanOptionDaily', 'TaiwanDerivativesContracts', 'CentralBankRate'],
    inputs: {
      TaiwanOptionDaily: { id: 'option_id', from: 'trade_date', to: 'trade_date' },
      TaiwanDerivativesContracts: { id: 'option_id' },
      CentralBankRate: { id: '=CBC', to: 'trade_date', isNewest: true },
    },
    formula: {
      en: 'T = days_to_expiry / 365, D = 1 / (1 + discount_rate / 100 x T), F = K + (C - P) / D at the strike K with the least |C - P|. implied_volatility is the s at which Black’s price equals option_price: call = D (F N(d1) - K N(d2)), d1 = ln(F / K) / (s sqrt(T)) + s sqrt(T) / 2, d2 = d1 - s sqrt(T). Greeks are the derivatives of this price.',
      zh: 'T＝days_to_expiry ÷ 365，D＝1 ÷（1＋discount_rate ÷ 100 × T），F＝K＋（C－P）÷ D，K 取 |C－P| 最小者。implied_volatility 為使 Black 價格等於 option_price 之 s：買權＝D（F N(d1)－K N(d2)），d1＝ln(F/K) ÷ (s√T)＋s√T ÷ 2，d2＝d1－s√T。希臘字母為該價格之導數。',
    },
    rule: [
      'A row for each row of TaiwanOptionDaily with trading_session regular. option_price = settlement_price if above 0, else close if above 0. expiry_date = that of the row, else that of the contract in TaiwanDerivativesContracts; days_to_expiry = expiry_date - trade_date. discount_rate r = interest_rate of the newest row of CBC in CentralBankRate with effective_date on or before trade_date.',
      'T = days_to_expiry / 365; D = 1 / (1 + r / 100 x T). Among the strikes of a trade_date, product and contract_month with option_price of call C and put P, K is the one with the least |C - P|, the lowest of equals; forward_price F = K + (C - P) / D, 4 decimals, unknown where it is not above 0.',
      'With N and n the standard normal distribution and its density, s = implied_volatility / 100 solves option_price = D (F N(d1) - K N(d2)) for a call and D (K N(-d2) - F N(-d1)) for a put; null where the price less its value at expiry D max(0, F - K), or D max(0, K - F), is not between D F / 10^9 and D min(F, K), or s sqrt(T) were above 16.',
      'delta = D N(d1), for a put -D N(-d1); gamma = D n(d1) / (F s sqrt(T)); vega = D F n(d1) sqrt(T) / 100; theta = (-D F n(d1) s / (2 sqrt(T)) - ln(D) / T x price) / 365. The first reason that applies, in the order of its values.',
    ].join(' '),
  },
})
