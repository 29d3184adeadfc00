import type { Words } from './words.ts'

/** What is asked for, and of what. */
export const asking: Words = [
  ['次數|the number of times|number of times', { t: 'how_many_days' }],
  ['幾天|有幾天|多少天|天數|how many days|on how many days|number of days|the number of days', { t: 'how_many_days' }],
  [
    '還有幾個|還有多少個|還剩幾個|還剩多少個|還剩下幾個|剩下幾個|剩幾個|還剩|剩餘|剩下|are left|left in|left|remaining|remain',
    { t: 'remaining' },
  ],
  [
    'at what time|what time|at which time|幾點幾分|什麼時間點|哪個時間點|哪一個時間點|幾點鐘|time of day|at what time of day',
    { t: 'ask', what: 'clock' },
  ],
  ['裡面|裡|裡頭|當中|之中|中|among|amongst|out of', { t: 'inside' }],
  [
    '多少|幾|多少口|幾口|多少錢|幾元|幾塊|多高|多大|若干|怎麼樣|如何|多遠|how much|how much per share|how much a share|how many shares|how many shares of|how far|how high|how low|how big|how large|how long|what was|what is|what are|what were|by how much|what|how is|how',
    { t: 'ask', what: 'much' },
  ],
  ['列出|哪|哪些|哪幾|哪幾檔|有哪些|什麼|有誰|which|list|any', { t: 'ask', what: 'which' }],
  [
    '哪一種|哪一項|哪一類|哪一筆|哪一間|哪間|哪一位|哪一國|哪一期|哪一所|哪一檔|哪檔|哪一支|哪支|哪一家|哪家|哪個|哪一個|誰|哪一隻|which one|who|which single',
    { t: 'ask', what: 'one' },
  ],
  [
    'until when|到什麼時候|到哪天|到何時|到哪一天|的一天|那一天|哪一天|哪天|何時|什麼時候|什麼時間|哪一日|幾號|哪日|是哪一天|on which day|which day|on what day|what day|when|on what date|which date|what date|on which date|which trading day|on which trading day',
    { t: 'ask', what: 'when' },
  ],
  [
    '嗎|是否|有沒有|是不是|有無|呢|did any|is|are|did|does|do|was|were|has|have|are there any|is there any|were there any',
    { t: 'ask', what: 'whether' },
  ],
  [
    '幾人|多少人|有幾人|有多少人|幾戶|多少戶|幾位|how many people|幾檔|多少檔|幾家|多少家|幾支|多少支|家數|檔數|幾隻|有幾檔|有多少檔|有幾家|有多少家|有多少|有幾個|幾個|多少個|how many stocks|how many companies|幾次|多少次|how many times|how often|often|frequently|how many|number of|number of stocks|number of companies|the number of|count of|count',
    { t: 'how_many' },
  ],
  [
    '股|股票|個股|公司|標的|檔|家|支|隻|企業|上市櫃公司|證券|上市公司股票|名|檔股票|家公司|支股票|stock|share|company|companies|name|security|securities|equity|equities|issue|firm|listed company|listed companies|ticker|counter',
    { t: 'noun', of: 'stock' },
  ],
  [
    '類股|族群|類股指數|產業指數|類股族群|sector|sector index|sector indices|industry index|sector indexes',
    { t: 'noun', of: 'sector' },
  ],
  ['產業|產業別|行業|業別|industry|industries|industry group|sector classification', { t: 'noun', of: 'industry' }],
  ['天|日|天數|日子|交易日數|day|trading day|session|days', { t: 'noun', of: 'day' }],
  ['週別|week', { t: 'noun', of: 'week' }],
  ['月份|個月|月|哪個月|哪一個月|month', { t: 'noun', of: 'month' }],
  ['季|哪一季|quarter', { t: 'noun', of: 'quarter' }],
  ['年|哪一年|哪年|年份|year|which year|what year|in which year|in what year', { t: 'noun', of: 'year' }],
  ['幣別|外幣|貨幣|currency|currencies|foreign currency', { t: 'noun', of: 'currency' }],
  ['契約|合約|到期月份|contract|expiry|expiries', { t: 'noun', of: 'contract' }],
  ['各履約價|履約價別|by strike|per strike|each strike|by strike price|strike by strike', { t: 'noun', of: 'strike' }],
  [
    '市場別|市場|整體市場|全市場|整個市場|market wide|marketwide|market|across the market|across the whole market|across the entire market|entire market|the market as a whole|the market|the broad market|the taiwan market|the taiwan stock market|whole market|overall market',
    { t: 'noun', of: 'market' },
  ],
  ['表現如何|表現怎麼樣|表現得如何|how did|how has|how have', { t: 'ask', what: 'how' }],
]
