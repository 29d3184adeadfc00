import type { Words } from './words.ts'

/** How one thing is held against another, and how statements are joined. */
export const relating: Words = [
  [
    '佔大盤比重|占大盤比重|佔大盤|佔市場|佔整體市場|佔全市場|佔大盤比例|佔大盤的比重|佔上市比重|佔整體比重|占整體|share of the market|share of the whole market|of total market|as a share of the market|as a share of the whole market|share of total market|as a percentage of the market|share of the taiex|as a share of total market turnover|share of market turnover|of the total market|share of total market turnover|as a share of the total market',
    { t: 'whole_market' },
  ],
  ['百分位|分位|分位數|位階|歷史區間|區間|percentile|range|historical range|own range', { t: 'percentile' }],
  ['倒掛|有沒有倒掛|inverted|inversion|invert', { t: 'inverted' }],
  [
    '相對昨收|相對於前一日收盤|相對前收|relative to the prior close|relative to the previous close|relative to prior close|relative to previous close|as a percentage of the previous close|as a percentage of the prior close|versus the prior close',
    { t: 'in', scale: 'percent' },
  ],
  [
    '得多|得比較多|比較多|較多|得最多|更多|more|the more|得比較兇|比較高|較高|更高|higher|the higher|比較大|較大|larger|bigger|greater|比較貴|more expensive',
    { t: 'most', descending: true },
  ],
  ['高|強|比較強|較強', { t: 'most', descending: true }],
  ['低|弱|比較弱|較弱', { t: 'most', descending: false }],
  [
    '得少|得比較少|比較少|較少|更少|比較低|較低|更低|lower|the lower|比較小|較小|smaller|cheaper|比較便宜',
    { t: 'most', descending: false },
  ],
  [
    '除以|divided by|佔|占|佔比|占比|比重|比例|比率|佔比重|所佔比重|占比重|as a share of|as a percentage of|as a percent of|as % of|as a proportion of|share of|percentage of|proportion of|percent of|relative to|as a fraction of',
    { t: 'share' },
  ],
  [
    '打敗|贏過|勝過|跑贏|優於|超越|領先|強於|贏|beat|beats|beating|beaten|outperform|outperformed|outperforming|outpaced|better than|did better than|ahead of',
    { t: 'beat' },
  ],
  [
    '輸給|落後|跑輸|弱於|不如|遜於|underperform|underperformed|underperforming|lagged|lag|lagging|worse than|did worse than|trailed|behind',
    { t: 'beat', lost: true },
  ],
  ['比較|相比|對比|vs|versus|compare|compared|comparison|compared with|compared to|against|pk', { t: 'versus' }],
  ['、|，|,|;|；|和|跟|與|及|以及|還有|加上|并|&|and|along with|together with|plus|as well as|還要|也', { t: 'join' }],
  [
    '而且|並且|而|且|又|同時也|此外|然後|但|但是|卻|and also|but|while|with|having|whose|that have|who have|that also|yet|but also|in addition',
    { t: 'join', strong: true },
  ],
  ['that|which also|and that', { t: 'join', strong: true }],
  ['despite|even though|although|儘管|即使|雖然', { t: 'join', strong: true }],
  ['或|或者|或是|or|either', { t: 'or' }],
  [
    "以外|之外|除外|以外的|之外的|不算|不計|不|沒有|沒|未|非|無|不是|不含|不包含|不包括|排除|扣除|剔除|扣掉|除了|not|no|non|without|never|excluding|exclude|except|except for|other than|outside|outside of|outside the|ex|nor|isn't|aren't|didn't|don't|hasn't|neither|that are not|not counting|leaving out",
    { t: 'not' },
  ],
  [
    '翻倍|翻一倍|翻了一倍|翻了一番|翻倍以上|至少翻倍|成長一倍以上|doubled|doubling|at least doubled|more than doubled|has doubled|have doubled',
    { t: 'doubled', percent: 100 },
  ],
  [
    '翻三倍|變三倍|變成三倍|增為三倍|tripled|at least tripled|more than tripled|trebled',
    { t: 'doubled', percent: 200 },
  ],
  ['腰斬|砍半|減半|掉一半|跌一半|halved|at least halved|more than halved|fell by half', { t: 'doubled', percent: -50 }],
  ['兩倍|2倍|二倍|一倍以上的兩倍|twice|double|two times|2x', { t: 'times', value: 2 }],
  ['三倍|triple|three times|3x', { t: 'times', value: 3 }],
  ['一半|半數|half|half of', { t: 'times', value: 0.5 }],
  ['正|為正|正數|正值|是正的|positive', { t: 'sign', positive: true }],
  ['負|為負|負數|負值|是負的|negative', { t: 'sign', positive: false }],
]
