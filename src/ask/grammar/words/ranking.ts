import type { Words } from './words.ts'

/** What is first, last, and in which order. */
export const ranking: Words = [
  ['居冠|冠軍|第一名|第一|排名第一|排第一|number one|no. 1', { t: 'rank', n: 1, end: 'top' }],
  ['前幾名|前幾大|排行|排名|排行榜|名次|ranking|ranked|leaderboard|rank', { t: 'rank', n: null }],
  [
    '最常|furthest|farthest|最大值|最高值|最高|最大|最多|最深|最強|最旺|最猛|最兇|最長|最久|最貴|最重|最熱門|最活躍|最豐|最好|最佳|highest|largest|biggest|greatest|most|maximum|max|strongest|longest|heaviest|best|richest|widest|busiest|top|steepest|most active|most actively|fattest|deepest|hottest|most expensive|priciest|leading',
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
  ['排前面|排在前面|放前面|排最前面|排在最前面|排上面', { t: 'filler' }],
  ['sorted by|ordered by|order by|sort by|sorted|排序依|依照|依', { t: 'sorted', descending: null }],
  [
    '從小排到大|由小到大|從低到高|由低到高|從低排到高|從少到多|由少到多|遞增排序|升冪|由小排到大|從小到大|小到大|低到高|ascending|in ascending order|lowest first|smallest first|cheapest first|from low to high|from lowest to highest|from smallest to largest|low to high|sorted ascending',
    { t: 'sorted', descending: false },
  ],
]
