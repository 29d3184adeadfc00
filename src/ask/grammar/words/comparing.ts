import type { Words } from './words.ts'

/** How an amount is held against another. */
export const comparing: Words = [
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
]
