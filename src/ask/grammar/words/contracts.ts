import type { Words } from './words.ts'

/** Contracts, rights and sessions; adjusted and yearly figures. */
export const contracts: Words = [
  [
    '近月|近月合約|近月份|當月合約|近月契約|近月期貨|front month|front month contract|nearby|near month|nearest month|nearby month|front contract|spot month',
    { t: 'contract', pick: 'front' },
  ],
  [
    '次月合約|次月契約|次近月|遠月|second month|next month contract|back month|second nearby',
    { t: 'contract', pick: 'second' },
  ],
  [
    '最近到期|最近到期的|最近一個到期|nearest expiry|nearest expiration|nearest expiring|front expiry|closest expiry|soonest expiry|nearest to expiry',
    { t: 'contract', pick: 'nearest' },
  ],
  ['月契約|月合約|月選|monthly contract|monthly expiry|monthly expiries', { t: 'contract', pick: 'monthly' }],
  ['週契約|週合約|週選|weekly contract|weekly option', { t: 'contract', pick: 'weekly' }],
  [
    '各月份|各月份合約|各月份契約|各個月份|各到期月份|各契約月份|各合約月份|各合約|各契約|每個合約|每個契約|by contract month|per contract month|for each contract month|each contract month|by expiry|by expiry month|by delivery month|per expiry|by contract|per contract|each contract|for each contract|contract by contract|by maturity',
    { t: 'expiries', how: 'each' },
  ],
  [
    '所有月份|全部月份|各月份合計|各月份加總|所有月份合計|全月份|所有合約|全部合約|所有契約|全部契約|所有到期月份|all months|all contract months|all the contract months|across all months|across all contract months|all contracts|across all contracts|all expiries|across all expiries|every contract month|all months combined|all contracts combined|all expirations',
    { t: 'expiries', how: 'all' },
  ],
  ['各月份', { t: 'daily', unit: 'month' }],
  ['所有月份|全部月份|all months', { t: 'noun', of: 'month' }],
  [
    '所有合約|全部合約|各合約|各契約|所有契約|全部契約|all contracts|by contract|per contract',
    { t: 'noun', of: 'contract' },
  ],
  ['多方|買方|多頭|多頭方|buy side|long side|long', { t: 'side', side: 'long' }],
  ['空方|賣方|空頭|空頭方|sell side|short side|short', { t: 'side', side: 'short' }],
  [
    '日盤|日盤時段|一般時段|一般交易時段|day session|regular session|regular trading session|regular trading hours|daytime session',
    { t: 'day_session' },
  ],
  ['即時|即時的|real time|realtime|live|real time quote|live quote', { t: 'live' }],
  ['買權|認購|call|call option', { t: 'right', side: 'call' }],
  ['賣權|認售|put|put option', { t: 'right', side: 'put' }],
  ['昨晚夜盤|昨夜夜盤|昨晚|昨夜|last night|昨晚的夜盤', { t: 'night' }],
  ['夜盤|盤後|盤後交易|night session|after hours|after-hours session|night|overnight session', { t: 'night' }],
  [
    '還原|還原股價|含息|還原權值|還原權息|還原後|除權息還原|含股息|還原價|adjusted|dividend adjusted|adjusted price|including dividends|total return|with dividends reinvested|dividends included|dividend-adjusted|adjusted for dividends|adjusted close|adjusted closing price|還原收盤價',
    { t: 'adjusted' },
  ],
  ['年度|全年|整年|年報|full year|annual|whole year|fiscal year|full-year', { t: 'annual' }],
]
