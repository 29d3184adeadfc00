import type { Sense } from './senses.ts'

/** The words that are not in the registry, as they name no data: how things are compared, ranked, folded and asked. */
export const words: readonly (readonly [string, Sense])[] = [
  // Comparing
  [
    '大於|超過|高於|多於|逾|破|突破|勝過|大過|>|＞|over|above|more than|greater than|exceeding|exceeds|exceed|exceeded|higher than|larger than|bigger than|in excess of|upwards of|north of|beyond|surpass|surpassed|surpassing',
    { t: 'compare', op: '>' },
  ],
  [
    '大於等於|不低於|不少於|至少|達到|達|不小於|起碼|滿|>=|≥|at least|no less than|not less than|minimum of|a minimum of|greater than or equal to',
    { t: 'compare', op: '>=' },
  ],
  [
    '小於|低於|不到|少於|不足|未滿|未達|低過|<|＜|under|below|less than|fewer than|lower than|smaller than|beneath|cheaper than',
    { t: 'compare', op: '<' },
  ],
  [
    '小於等於|不超過|至多|最多不超過|不高於|不大於|<=|≤|at most|no more than|not more than|up to|maximum of|a maximum of|not exceeding',
    { t: 'compare', op: '<=' },
  ],
  [
    '以上|或以上|之上|及以上|起|or more|or higher|or above|or greater|and above|or better|and up|plus',
    { t: 'compare', op: '>=', suffix: true },
  ],
  [
    '以下|或以下|之下|以內|及以下|or less|or lower|or below|or fewer|and below|or under',
    { t: 'compare', op: '<=', suffix: true },
  ],
  ['等於|剛好|恰好|正好|=|equal to|equals|exactly|equal', { t: 'compare', op: '=' }],

  // Ranking
  ['居冠|冠軍|第一名|第一|排名第一|排第一|number one|no. 1', { t: 'rank', n: 1, end: 'top' }],
  ['前幾名|前幾大|排行|排名|排行榜|名次|ranking|ranked|leaderboard|rank', { t: 'rank', n: null }],
  [
    '最大值|最高值|最高|最大|最多|最深|最強|最旺|最猛|最兇|最長|最久|最貴|最重|最熱門|最活躍|最豐|最好|最佳|highest|largest|biggest|greatest|most|the most|maximum|max|strongest|longest|heaviest|best|richest|widest|busiest|top|steepest|most active|most actively|fattest|deepest|hottest|most expensive|priciest|leading',
    { t: 'most', descending: true },
  ],
  [
    '最弱|最短|最便宜|最輕|最慘|最差|最早|墊底|倒數|weakest|shortest|lightest|worst|cheapest|bottom|narrowest|tightest|earliest',
    { t: 'most', descending: false },
  ],
  ['最快|fastest|quickest', { t: 'most', descending: false, speed: true }],
  [
    '最小值|最低值|最低|最小|最少|lowest|smallest|least|fewest|minimum|min',
    { t: 'most', descending: false, least: true },
  ],
  [
    '從大排到小|由大到小|從高到低|由高到低|從高排到低|從多到少|由多到少|遞減排序|降冪|由大排到小|從大到小|大到小|高到低|descending|in descending order|highest first|largest first|biggest first|from high to low|from highest to lowest|from largest to smallest|high to low|sorted descending|most expensive first',
    { t: 'sorted', descending: true },
  ],
  ['sorted by|ordered by|order by|sort by|sorted|排序依|依照|依', { t: 'sorted', descending: null }],
  [
    '從小排到大|由小到大|從低到高|由低到高|從低排到高|從少到多|由少到多|遞增排序|升冪|由小排到大|從小到大|小到大|低到高|ascending|in ascending order|lowest first|smallest first|cheapest first|from low to high|from lowest to highest|from smallest to largest|low to high|sorted ascending',
    { t: 'sorted', descending: false },
  ],

  // Folding
  [
    '平均|均值|平均值|日均|每日平均|平均每日|mean|average|averaged|avg|on average|average daily|daily average',
    { t: 'fold', fn: 'avg' },
  ],
  [
    '合計|總計|總共|共|總和|累計|加總|總|總量|總額|累積|一共|加起來|total|sum|sum of|in total|altogether|combined|cumulative total|aggregate|in all|overall|cumulatively|cumulative',
    { t: 'fold', fn: 'sum' },
  ],
  ['中位數|median', { t: 'fold', fn: 'median' }],
  ['標準差|standard deviation|stdev|std', { t: 'fold', fn: 'stddev' }],
  [
    '運行總計|逐月累計|running total|cumulative total|the cumulative total|with the cumulative total|running sum',
    { t: 'running' },
  ],

  // Moving
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
    '減少|下降|降低|縮減|變少|減|縮小|降|下滑|走降|下滑幅度|decrease|decreased|reduce|reduced|decreasing|worsen|worsened|deteriorate|deteriorated|reduction|lower|cut',
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
    '增加還是減少|增或減|增加或減少|上升還是下降|差多少|差|差額|相差|increase or decrease|up or down|rise or fall|變化|變動|增減|異動|變化量|增減幅|變化幅度|增減量|增減數|增減率|變動幅度|change|changed|moved|delta|movement|move',
    { t: 'move', direction: 'any' },
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

  // Lines and extremes
  [
    '站上|站穩|突破|漲破|升破|break above|broke above|broke through|moved above|rise above|rose above|climbed above',
    { t: 'above', direction: 'up', crossing: false },
  ],
  [
    '跌破|失守|摜破|跌落|跌至|break below|broke below|moved below|fall below|fell below|dropped below|drop below|slipped below|sank below',
    { t: 'above', direction: 'down', crossing: false },
  ],
  [
    '在上面|在上方|之上|上方|on top of|trading above|closed above|close above|closing above|closed over',
    { t: 'above', direction: 'up', crossing: false },
  ],
  [
    '在下面|在下方|之下|下方|還在下面|trading below|closed below|close below|closing below|closed under',
    { t: 'above', direction: 'down', crossing: false },
  ],
  [
    '站回|重返|收復|reclaimed|reclaim|back above|moved back above|cross above|crossed above|crosses above|crossing above|cross over|crossed over|向上穿越|上穿|由下往上突破|由下往上穿越|由下而上穿越|向上突破|往上突破|往上穿越|穿越',
    { t: 'above', direction: 'up', crossing: true },
  ],
  [
    'cross below|crossed below|crosses below|crossing below|cross under|crossed under|向下穿越|往下穿越|下穿|由上往下跌破|向下跌破|向下摜破|往下跌破',
    { t: 'above', direction: 'down', crossing: true },
  ],
  [
    '創新高|創高|新高|創下新高|刷新高點|創高點|new high|record high|fresh high|hit a high|hit a new high|set a new high|make a new high|made a new high|at a high',
    { t: 'extreme', side: 'high', fresh: true },
  ],
  [
    '創新低|創低|新低|創下新低|破底|new low|record low|fresh low|hit a low|hit a new low|set a new low|make a new low|made a new low|at a low',
    { t: 'extreme', side: 'low', fresh: true },
  ],
  ['創|創下|hit|set|reached|reach|hitting|setting|made|making|posted', { t: 'filler' }],
  [
    'top price|高點|最高點|最高價|最高股價|high|peak|highest price|highest level',
    { t: 'extreme', side: 'high', fresh: false },
  ],
  ['低點|最低點|最低價|最低股價|low|trough|lowest price|lowest level', { t: 'extreme', side: 'low', fresh: false }],
  [
    '距離高點|離高點|從高點回落|自高點回落|自高點拉回|距高點|離最高點|距離最高點|below its high|below high|off its high|from its high|under its high|below the high|off the high',
    { t: 'gap', from: 'high' },
  ],
  [
    '距離低點|離低點|從低點反彈|自低點反彈|距低點|離最低點|above its low|off its low|from its low|above the low|off the low',
    { t: 'gap', from: 'low' },
  ],
  [
    '均線多頭排列|多頭排列|多排|bullish alignment|bullish moving average alignment|bullish ma alignment|moving averages in bullish order|stacked bullishly|bullish ma stack',
    { t: 'aligned', direction: 'up' },
  ],
  [
    '均線空頭排列|空頭排列|空排|bearish alignment|bearish moving average alignment|bearish ma alignment|stacked bearishly',
    { t: 'aligned', direction: 'down' },
  ],
  ['黃金交叉|golden cross|golden crossover|bullish crossover', { t: 'golden', direction: 'up' }],
  ['死亡交叉|死叉|death cross|dead cross|bearish crossover', { t: 'golden', direction: 'down' }],
  [
    '漲停|漲停板|漲停鎖住|鎖漲停|亮燈漲停|攻上漲停|limit up|at limit up|the daily limit up|hit limit up|upper limit|up limit|limit up price|daily upper limit|daily limit|limit ups',
    { t: 'limit', side: 'up' },
  ],
  [
    '跌停|跌停板|跌停鎖住|鎖跌停|摔跌停|limit down|at limit down|hit limit down|lower limit|down limit|daily lower limit|limit downs',
    { t: 'limit', side: 'down' },
  ],
  ['月線|20日線|月均線', { t: 'line', n: 20 }],
  ['季線|60日線|季均線', { t: 'line', n: 60 }],
  ['半年線|120日線', { t: 'line', n: 120 }],
  ['年線|240日線|年均線', { t: 'line', n: 240 }],
  ['週線|周線|五日線', { t: 'line', n: 5 }],
  ['雙週線|十日線', { t: 'line', n: 10 }],

  ['距離|離|距|distance from|distance|within|away from|遠離', { t: 'away' }],
  ['new|fresh|record', { t: 'fresh' }],
  ['公布|公告|宣布|announced|newly announced|發布', { t: 'announced' }],
  ['minus|減去|less', { t: 'minus' }],
  ['value|dollar value|in value|by value|amount|金額|in value terms|in money terms|in dollars', { t: 'money' }],
  ['成交了|成交|traded|trade|changed hands|were traded|was traded', { t: 'traded' }],

  // Runs
  [
    '連續|持續|連|接連|一連|連著|consecutive|straight|in a row|running|successive|back to back|consecutively|on end|in succession',
    { t: 'streak' },
  ],
  [
    '每天都|每日都|天天|每天|都|每一天都|皆|均|every day|each day|every session|each session|each and every day|every single day|every trading day|each trading day|on every one of',
    { t: 'every' },
  ],
  ['同時|同步|一起|都有|both|simultaneously|at the same time|as well|alike', { t: 'both' }],
  [
    'each of|on each of|for each of|單日|一日|one day|single day|1 day|each single day|每日|逐日|每天|每天的|every day|each day|every session|each session|each trading day|各日|每一天|歷次|daily|by day|day by day|per day|history|historical|走勢|歷史走勢|trend|每個交易日',
    { t: 'daily', unit: 'day' },
  ],
  ['逐週|每週|週別|每周|weekly|by week|week by week|per week|each week|every week', { t: 'daily', unit: 'week' }],
  [
    '逐月|每一個月|每月|月別|各月|每個月|monthly|by month|month by month|per month|each month|every month',
    { t: 'daily', unit: 'month' },
  ],
  [
    '逐季|每一季|每個季度|每季|各季|單季|quarterly|by quarter|quarter by quarter|per quarter|each quarter|every quarter',
    { t: 'daily', unit: 'quarter' },
  ],
  [
    '逐年|每一年|每年|各年|年度別|annual|yearly|by year|year by year|per year|each year|annually|every year',
    { t: 'daily', unit: 'year' },
  ],
  ['各|每個|每一個|各個|每|each|per|by|every|for each|broken down by|grouped by|across', { t: 'each' }],

  // Investors and what they do
  [
    '外資|外資及陸資|外資法人|外人|foreign|foreign investor|foreigner|foreign institution|foreign institutional investor|qfii|fini|foreign fund',
    { t: 'actor', who: 'foreign' },
  ],
  ['投信|投信法人|investment trust|trust|domestic fund|local fund|mutual fund|sitc', { t: 'actor', who: 'trust' }],
  ['自營商|自營|dealer|securities dealer|proprietary dealer', { t: 'actor', who: 'dealer' }],
  [
    '自營商自行買賣|自營商自行|自行買賣|dealer proprietary|dealers own account|proprietary trading',
    { t: 'actor', who: 'dealer_self' },
  ],
  [
    '自營商避險|避險|避險部位|自營商避險部位|自營商避險專戶|dealer hedging|dealer for hedging|dealers for hedging|hedging account',
    { t: 'actor', who: 'dealer_hedging' },
  ],
  [
    '三大法人|法人|三大法人合計|institution|institutional|institutional investor|all institutional investors|three major institutional investors|total institutional|the three institutional investors|all institutions|all three institutional investors',
    { t: 'actor', who: 'all' },
  ],
  [
    '買超|淨買超|淨買|淨買進|買超張數|買超股數|買超金額|net buy|net bought|net buying|net purchase|net purchases|net buyer|net inflow|net inflows|net bought shares',
    { t: 'flow', side: 'buy', net: true },
  ],
  [
    '賣超|淨賣超|淨賣|淨賣出|賣超張數|賣超股數|賣超金額|net sell|net sold|net selling|net sale|net sales of|net seller|net outflow|net outflows|dump|dumped',
    { t: 'flow', side: 'sell', net: true },
  ],
  [
    '買賣超|買賣超張數|買賣超股數|買賣超金額|進出|淨額|買賣淨額|買賣|動向|籌碼|淨買賣|net flow|net buy or sell|net buying or selling|net buy/sell|net buys/sells|net buying/selling|buy/sell|net buy / sell|net trading|net position change|flows|flow|net trade|net',
    { t: 'flow', side: 'either', net: true },
  ],
  [
    'buy or sell|buying or selling|bought or sold|買還是賣|買超還是賣超|買或賣',
    { t: 'flow', side: 'either', net: true },
  ],
  ['買|buy|bought|buying|accumulate|accumulated|loading up on|加碼', { t: 'flow', side: 'buy', net: null }],
  [
    '買進|買入|買進股數|買進張數|買進金額|purchase|purchased|gross buying|gross purchases',
    { t: 'flow', side: 'buy', net: false },
  ],
  ['賣|sell|sold|selling|unload|unloaded|offload|offloaded|減碼|倒貨', { t: 'flow', side: 'sell', net: null }],
  ['賣出|賣出股數|賣出張數|賣出金額|gross selling|gross sales', { t: 'flow', side: 'sell', net: false }],

  // Relating
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
    '佔|占|佔比|占比|比重|比例|比率|佔比重|所佔比重|占比重|as a share of|as a percentage of|as a percent of|as % of|as a proportion of|share of|percentage of|proportion of|percent of|relative to|as a fraction of',
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
  ['或|或者|或是|or|either', { t: 'or' }],
  [
    "不|沒有|沒|未|非|無|not|no|without|never|excluding|except|nor|isn't|aren't|didn't|don't|hasn't|neither",
    { t: 'not' },
  ],
  ['翻倍|翻一倍|翻了一倍|翻了一番|doubled|doubling', { t: 'doubled' }],
  ['兩倍|2倍|二倍|一倍以上的兩倍|twice|double|two times|2x', { t: 'times', value: 2 }],
  ['三倍|triple|three times|3x', { t: 'times', value: 3 }],
  ['一半|半數|half|half of', { t: 'times', value: 0.5 }],
  ['正|為正|正數|正值|是正的|positive', { t: 'sign', positive: true }],
  ['負|為負|負數|負值|是負的|negative', { t: 'sign', positive: false }],

  // Told in
  ['張|單位張|幾張|多少張|張數|以張計|換算成張|in lots|how many lots|lots', { t: 'in', scale: 'lots' }],
  ['多少億|幾億|億元|以億計|億', { t: 'in', scale: 'hundred_million' }],
  ['多少萬|幾萬|萬元', { t: 'in', scale: 'ten_thousand' }],
  ['幾點|多少點|how many points|in points|points', { t: 'in', scale: 'points' }],
  ['幾千', { t: 'in', scale: 'thousand' }],
  ['多少兆|幾兆', { t: 'in', scale: 'trillion' }],
  ['in millions|in million|in nt$ million|in twd million|millions', { t: 'in', scale: 'million' }],
  ['in billions|in billion|in nt$ billion|in twd billion|billions|how many billion', { t: 'in', scale: 'billion' }],
  [
    '幾%|多少%|百分之幾|百分比|幾趴|多少趴|幾個百分點|in percent|in percentage|in %|percentage|percent|%|by what percent|by what percentage|in percentage terms|how many percent',
    { t: 'in', scale: 'percent' },
  ],

  // Derivatives
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
  ['買權|認購|call|call option', { t: 'right', side: 'call' }],
  ['賣權|認售|put|put option', { t: 'right', side: 'put' }],
  ['夜盤|盤後|盤後交易|night session|after hours|after-hours session|night|overnight session', { t: 'night' }],
  [
    '還原|還原股價|含息|還原權值|還原權息|還原後|除權息還原|含股息|還原價|adjusted|dividend adjusted|adjusted price|including dividends|total return|with dividends reinvested|dividends included|dividend-adjusted|adjusted for dividends|adjusted close|adjusted closing price|還原收盤價',
    { t: 'adjusted' },
  ],
  ['年度|全年|整年|年報|full year|annual|whole year|fiscal year|full-year', { t: 'annual' }],

  // Parts of the market
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

  // Asking
  ['幾天|有幾天|多少天|天數|how many days|on how many days|number of days|the number of days', { t: 'how_many_days' }],
  ['裡面|裡|裡頭|當中|之中|中|among|amongst|out of', { t: 'inside' }],
  [
    '多少|幾|多少口|幾口|多少錢|幾元|幾塊|多高|多大|若干|怎麼樣|如何|多遠|how much|how many shares|how many shares of|how far|how high|how low|how big|how large|how long|what was|what is|what are|what were|by how much|what|how is|how',
    { t: 'ask', what: 'much' },
  ],
  ['列出|哪|哪些|哪幾|哪幾檔|有哪些|什麼|有誰|which|list|any', { t: 'ask', what: 'which' }],
  ['哪一檔|哪檔|哪一支|哪支|哪一家|哪家|哪個|哪一個|誰|哪一隻|which one|who|which single', { t: 'ask', what: 'one' }],
  [
    '的一天|那一天|哪一天|哪天|何時|什麼時候|什麼時間|哪一日|幾號|哪日|是哪一天|on which day|which day|on what day|what day|when|on what date|which date|what date|on which date|which trading day|on which trading day',
    { t: 'ask', what: 'when' },
  ],
  [
    '嗎|是否|有沒有|是不是|有無|呢|did any|is|are|did|does|do|was|were|has|have|are there any|is there any|were there any',
    { t: 'ask', what: 'whether' },
  ],
  [
    '幾檔|多少檔|幾家|多少家|幾支|多少支|家數|檔數|幾隻|有幾檔|有多少檔|有幾家|有多少家|有多少|有幾個|幾個|多少個|how many stocks|how many companies|幾次|多少次|how many times|how many|number of|number of stocks|number of companies|the number of|count of|count',
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
