import type { Words } from './words.ts'

/** Parts of the market. */
export const parts: Words = [
  [
    'listed market|the listed market|上市市場|上市|上市股票|上市公司|上市股|集中市場|集中市場股票|twse|twse listed|twse stock|listed on the twse|listed on twse|on the twse|on the twse market|in the twse market|on twse|twse company|twse companies|twse market|on the taiwan stock exchange|listed on the taiwan stock exchange|taiwan stock exchange|main board',
    { t: 'part', market: 'TWSE' },
  ],
  [
    'on the otc market|in the otc market|on the tpex market|in the tpex market|上櫃市場|上櫃|上櫃股票|上櫃公司|上櫃股|櫃買市場|otc|otc stock|otc market|tpex listed|tpex stock|on the tpex|on tpex|listed on tpex|listed on the tpex|on the otc|listed on the otc|listed otc|tpex company|tpex companies|tpex market|over the counter',
    { t: 'part', market: 'TPEX' },
  ],
  ['興櫃|興櫃股票|興櫃公司|emerging board|emerging stock|emerging stock board|esb', { t: 'part', market: 'ESB' }],
  ['etf|指數股票型基金|exchange traded fund', { t: 'part', type: 'etf' }],
  ['etn', { t: 'part', type: 'etn' }],
  ['tdr|存託憑證|台灣存託憑證', { t: 'part', type: 'tdr' }],
  ['特別股|preferred|preferred share|preferred stock', { t: 'part', type: 'preferred' }],
  ['reit|不動產投資信託', { t: 'part', type: 'reit' }],
  ['普通股|ordinary share|common stock', { t: 'part', type: 'stock' }],
  ['美股|美國股票|美國股市|美國|us|u.s.|american|us stock|us equity|us market|wall street', { t: 'abroad' }],
]
