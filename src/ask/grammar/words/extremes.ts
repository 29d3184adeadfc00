import type { Words } from './words.ts'

/** Averages as lines, highs and lows, limits. */
export const extremes: Words = [
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
  [
    '最高漲到|最高衝到|最高來到|最高達到|最高曾到|最高觸及|最高攻到|最高升到|how high did|how high has|how high have|the highest level reached by',
    { t: 'extreme', side: 'high', fresh: false },
  ],
  [
    '最低跌到|最低來到|最低下探|最低殺到|最低曾到|最低觸及|最低探到|最低降到|how low did|how low has|how low have',
    { t: 'extreme', side: 'low', fresh: false },
  ],
  [
    '收在最高價|收在最高|收最高|收在最高點|收在當日最高|收盤收在最高|closed at the high|closed at their high|closed at its high|closed at the high of the day|closed at the day high|closing at the high|closed on the high',
    { t: 'ends', at: 'high' },
  ],
  [
    '收在最低價|收在最低|收最低|收在最低點|收在當日最低|收盤收在最低|closed at the low|closed at their low|closed at its low|closed at the low of the day|closed at the day low|closing at the low|closed on the low',
    { t: 'ends', at: 'low' },
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

  [
    '乖離率|乖離|正乖離|負乖離|bias ratio|deviation from|percent away from|above or below|above/below|高於或低於|how far is|how far are|how far from',
    { t: 'away' },
  ],
  ['距離|離|距|distance from|distance|within|away from|遠離', { t: 'away' }],
  ['new|fresh|record', { t: 'fresh' }],
  ['公布|公告|宣布|announced|newly announced|發布', { t: 'announced' }],
  ['minus|減去|less', { t: 'minus' }],
  ['value|dollar value|in value|by value|amount|金額|in value terms|in money terms|in dollars', { t: 'money' }],
  ['成交了|成交|traded|trade|changed hands|were traded|was traded', { t: 'traded' }],
]
