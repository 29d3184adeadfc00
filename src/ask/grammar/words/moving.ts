import type { Words } from './words.ts'

/** Up, down, and how fast since when. */
export const moving: Words = [
  [
    '漲|紅|升值|升值了|上漲|走高|收紅|收漲|翻紅|漲了|走揚|收高|升|上升|上揚|大漲|漲價|走強|strengthen|strengthened|rise|rose|risen|rising|gain|gained|gaining|advance|advanced|climb|climbed|up|went up|go up|gone up|closed up|close up|closed higher|close higher|appreciate|appreciated|rally|rallied|finished higher|ended higher',
    { t: 'composite', composite: 'return', direction: 'up' },
  ],
  [
    '跌|黑|貶值|貶值了|下跌|走低|收黑|收跌|翻黑|跌了|收低|下挫|重挫|走弱|大跌|回落|weaken|weakened|fall|fell|fallen|falling|lose|lost|losing|decline|declined|drop|dropped|down|went down|go down|gone down|closed down|close down|closed lower|close lower|slide|slid|depreciate|depreciated|sink|sank|finished lower|ended lower',
    { t: 'composite', composite: 'return', direction: 'down' },
  ],
  [
    '漲跌|漲跌幅|漲跌百分比|報酬率|報酬|績效|投資報酬率|投報率|價格變化|漲跌幅度|表現|股價表現|回報率|return|returned|have returned|performance|price return|percent change|percentage change|% change|pct change|price performance|performers|perform|performed|performing|percentage return|rate of return|price change in percent',
    { t: 'composite', composite: 'return' },
  ],
  [
    'did better|do better|performed better|fared better|did best|performed best|表現較好|表現比較好|表現好|表現較佳|表現佳|漲幅|漲勢|升幅|gainer|gain|gains|winner|advancer|outperformer',
    { t: 'composite', composite: 'return', direction: 'up' },
  ],
  [
    'did worse|do worse|performed worse|fared worse|表現較差|表現比較差|跌幅|跌勢|loser|loss|losses|decliner|underperformer|laggard',
    { t: 'composite', composite: 'return', direction: 'down' },
  ],
  [
    '增加|上升|提高|擴大|攀升|變多|增|走升|increase|increased|increasing|went up|improve|improved|improving|expand|expanded|higher|rising|build up|add|added',
    { t: 'move', direction: 'up' },
  ],
  [
    '成長|增長|成長幅度|成長率|grow|grew|grown|growth|growing|growth rate',
    { t: 'move', direction: 'up', growth: true },
  ],
  ['衰退|衰退幅度|shrink|shrank|shrunk|shrinking|contraction', { t: 'move', direction: 'down', growth: true }],
  [
    '萎縮|減少|下降|降低|縮減|變少|減|縮小|降|下滑|走降|下滑幅度|decrease|decreased|reduce|reduced|decreasing|worsen|worsened|deteriorate|deteriorated|reduction|lower|cut',
    { t: 'move', direction: 'down' },
  ],
  [
    '暴增|大增|激增|暴衝|急增|飆升|倍增|爆增|猛增|surge|surged|soar|soared|jump|jumped|spike|spiked|skyrocket|skyrocketed|surging|balloon|ballooned',
    { t: 'move', direction: 'up', surge: true, percent: true },
  ],
  [
    '暴減|大減|銳減|驟減|急減|暴跌|plunge|plunged|plummet|plummeted|collapse|collapsed|tumble|tumbled|slump|slumped|crash|crashed',
    { t: 'move', direction: 'down', surge: true, percent: true },
  ],
  [
    'gap between|the gap between|difference between|the difference between|gap between them|difference|落差|差距|差異|增加還是減少|增或減|增加或減少|上升還是下降|差多少|差|差額|相差|increase or decrease|up or down|rise or fall|變化|變動|增減|異動|變化量|增減幅|變化幅度|增減量|增減數|增減率|變動幅度|change|changed|moved|delta|movement|move',
    { t: 'move', direction: 'any' },
  ],
  [
    '由負轉正|由負翻正|負轉正|轉正|翻正|轉為正|轉為正數|由黑翻紅|turned positive|turn positive|turning positive|went positive|moved into positive territory|from negative to positive|flipped positive',
    { t: 'turn', to: 'up', of: null },
  ],
  [
    '由正轉負|由正翻負|正轉負|轉負|翻負|轉為負|由紅翻黑|turned negative|turn negative|turning negative|went negative|from positive to negative|flipped negative',
    { t: 'turn', to: 'down', of: null },
  ],
  [
    '由賣轉買|賣轉買|由賣超轉買超|由賣超轉為買超|賣超轉買超|轉賣為買|轉為買超|轉買超|轉買|翻買|由賣翻買|turned net buyer|turned net buyers|turned to net buying|turned into net buyers|became net buyers|switched to net buying|switched from net selling to net buying|turned from net sellers to net buyers|turned from net selling to net buying|flipped to net buying|went from net selling to net buying|turned buyer|turned buyers',
    { t: 'turn', to: 'up', of: 'flow' },
  ],
  [
    '由買轉賣|買轉賣|由買超轉賣超|由買超轉為賣超|買超轉賣超|轉買為賣|轉為賣超|轉賣超|轉賣|翻賣|由買翻賣|turned net seller|turned net sellers|turned to net selling|turned into net sellers|became net sellers|switched to net selling|switched from net buying to net selling|turned from net buyers to net sellers|turned from net buying to net selling|flipped to net selling|went from net buying to net selling|turned seller|turned sellers',
    { t: 'turn', to: 'down', of: 'flow' },
  ],
  [
    '由虧轉盈|轉虧為盈|虧轉盈|轉盈|由虧損轉為獲利|swung to profit|swung to a profit|swing to profit|returned to profit|return to profit|turned profitable|turned a profit|back to profit|swung from loss to profit|swung from a loss to a profit',
    { t: 'turn', to: 'up', of: 'profit' },
  ],
  [
    '由盈轉虧|轉盈為虧|盈轉虧|轉虧|由獲利轉為虧損|swung to loss|swung to a loss|swing to a loss|fell into loss|fell into the red|turned loss-making|turned unprofitable|swung from profit to loss|swung from a profit to a loss',
    { t: 'turn', to: 'down', of: 'profit' },
  ],
  ['增幅|增加幅度|上升幅度', { t: 'move', direction: 'up', percent: true }],
  ['減幅|減少幅度|下降幅度', { t: 'move', direction: 'down', percent: true }],
  [
    '百分比變化|變動率|增減百分比|percent change in|percentage change in',
    { t: 'move', direction: 'any', percent: true },
  ],

  [
    '年增率|年增|年成長率|年成長|年增幅|與去年同期|和去年同期|跟去年同期|去年同期|yoy|year over year|year on year|annual growth|compared with a year ago|from a year earlier|from a year ago|年對年|較去年同期|跟去年同期比|和去年同期比|與去年同期比|與去年同期相比|跟去年同期相比|比去年同期|去年同期比|compared with the same quarter last year|compared to the same quarter last year|from the same quarter last year|versus the same quarter last year|compared with the same month last year|from the same month last year|versus a year ago|同比|yoy growth|year-over-year growth|year-on-year growth|yoy change',
    { t: 'growth', unit: 'year' },
  ],
  ['年減|年減率|年衰退|年減幅', { t: 'growth', unit: 'year', direction: 'down' }],
  ['月減|月減率|月衰退', { t: 'growth', unit: 'month', direction: 'down' }],
  ['季減|季減率|季衰退', { t: 'growth', unit: 'quarter', direction: 'down' }],
  [
    '季增率|季增|季成長率|季成長|qoq|quarter over quarter|quarter on quarter|qoq growth|季對季|較上季',
    { t: 'growth', unit: 'quarter' },
  ],
  [
    '月增率|月增|月成長率|月成長|mom|month over month|month on month|mom growth|環比|較上月',
    { t: 'growth', unit: 'month' },
  ],
  [
    '相對|相對於|from yesterday|from the previous day|from the day before|versus yesterday|than yesterday|較昨日|較昨天|比昨天|比昨日|較前一日|較前一交易日|day over day|day on day|比|較|相較|相較於|比起|compared with|compared to|than|versus the|from the|vs the',
    { t: 'than' },
  ],
]
