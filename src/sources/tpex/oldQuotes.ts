import type { OldLayout } from './response.ts'

/** Quotes when they came without titles, from the list with averages and from the one without. */

const words = (text: string): readonly string[] => text.split(' ')

const first = '代號 名稱 收盤 漲跌 開盤 最高 最低'
const traded = '成交股數 成交金額(元) 成交筆數'
/** The sizes behind the last bid and ask came that day: from then on as many cells are other cells. */
const sizes = '2020-04-30'
const [before, since] = [{ to: '2020-04-29' }, { from: sizes }]
const bids = '最後買價 最後賣價'
const bidsAndSizes = '最後買價 最後買量(千股) 最後賣價 最後賣量(千股)'

/** With the average and the reference price of the next day. */
export const longQuotes: readonly OldLayout[] = [
  { ...before, titles: words(`${first} 均價 ${traded} ${bids} 發行股數 次日參考價 次日漲停價 次日跌停價`) },
  { ...since, titles: words(`${first} 均價 ${traded} ${bidsAndSizes} 發行股數 次日參考價 次日漲停價 次日跌停價`) },
]

/** Both lists. */
export const oldQuotes: readonly OldLayout[] = [
  ...longQuotes,
  { ...before, titles: words(`${first} ${traded} ${bids} 發行股數 次日漲停價 次日跌停價`) },
  { ...since, titles: words(`${first} ${traded} ${bidsAndSizes} 發行股數 次日漲停價 次日跌停價`) },
]
