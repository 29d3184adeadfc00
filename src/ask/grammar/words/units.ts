import type { Words } from './words.ts'

/** What an answer is told in. */
export const units: Words = [
  ['張|單位張|幾張|多少張|張數|以張計|換算成張|in lots|how many lots|lots', { t: 'in', scale: 'lots' }],
  ['多少億|幾億|億元|以億計|億', { t: 'in', scale: 'hundred_million' }],
  ['多少萬|幾萬|萬元', { t: 'in', scale: 'ten_thousand' }],
  ['幾點|多少點|how many points|in points|points', { t: 'in', scale: 'points' }],
  [
    'in nt dollars|in nt dollar|in dollars|in dollar terms|in twd|in nt$|in taiwan dollars|in absolute terms|以金額計|以元計|以價差計|in nt dollar terms',
    { t: 'in', scale: 'points' },
  ],
  ['in shares|in number of shares|以股數計|以股計|換算成股數', { t: 'in', scale: 'shares' }],
  ['幾千', { t: 'in', scale: 'thousand' }],
  [
    '多少兆|幾兆|in trillions|in trillion|in nt$ trillion|in twd trillion|trillions|how many trillion',
    { t: 'in', scale: 'trillion' },
  ],
  ['in millions|in million|in nt$ million|in twd million|millions', { t: 'in', scale: 'million' }],
  ['in billions|in billion|in nt$ billion|in twd billion|billions|how many billion', { t: 'in', scale: 'billion' }],
  [
    '幾%|多少%|百分之幾|百分比|幾趴|多少趴|幾個百分點|in percent|in percentage|in %|percentage|percent|%|by what percent|by what percentage|in percentage terms|how many percent',
    { t: 'in', scale: 'percent' },
  ],
]
