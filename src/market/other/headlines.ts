import type { Action } from '../actions.ts'
import type { IndexPath } from '../indices.ts'
import { type Market, marketAt, type Security } from '../listing.ts'
import { type Path, traded } from '../path.ts'

/** A headline and its subject, before it has a time and an address. */
export type Story = {
  /** Tells the stories about one security on one day apart. */
  readonly slug: string
  readonly id: string
  readonly title: string
  readonly summary: string
  readonly provider: 'mops' | 'twse' | 'tpex'
  readonly category: 'announcement' | 'news'
  /** Before the opening or after the close. */
  readonly isEarly: boolean
}

const boards: Readonly<Record<Market, 'twse' | 'tpex'>> = { TWSE: 'twse', TPEX: 'tpex', ESB: 'tpex' }

const money = (cents: number): string => String(cents / 100)
const percent = (ratio: number): string => `${(Math.abs(ratio) * 100).toFixed(2)}%`
const upOrDown = (change: number): string => (change > 0 ? '上漲' : change < 0 ? '下跌' : '持平')

const about = ({ name, id }: Security): string => `${name}(${id})`

type Text = readonly [slug: string, title: string, summary: string]

/** A story about a security, titled with its name, by the exchange it is listed on. */
const storyOf = (
  security: Security,
  day: number,
  [slug, title, summary]: Text,
  category: Story['category'] = 'news',
  isEarly = false,
): Story => {
  const provider = boards[marketAt(security, day)]
  const name = about(security)
  return { slug, id: security.id, title: `${name}${title}`, summary: `${name}${summary}`, provider, category, isEarly }
}

/** An announcement that is made before the opening. */
const noticeOf = (security: Security, day: number, text: Text): Story =>
  storyOf(security, day, text, 'announcement', true)

export const limitStory = ({ security, close, limitUp }: Path, t: number, day: number): Story => {
  const [slug, word] = close[t] === limitUp[t] ? ['limit-up', '漲停'] : ['limit-down', '跌停']
  const price = `${word}價${money(close[t]!)}元`
  return storyOf(security, day, [slug!, `收${price}`, `今日以${price}作收。`])
}

const actionWords = { reduction: '減資', split: '分割', par: '變更面額' } as const

export const actionStory = ({ security }: Path, action: Action, day: number): Story => {
  const reference = `開盤競價基準${money(action.openingReference)}元`
  const before = `前收盤價${money(action.closeBefore)}元`
  if (action.kind !== 'distribution') {
    const word = actionWords[action.kind]
    const summary = `完成${word}換發，停止買賣${before}，恢復買賣${reference}。`
    return noticeOf(security, day, ['resumption', `${word}後今日恢復交易，${reference}`, summary])
  }
  const isShares = action.stockRatio > 0 || action.rightsRatio > 0
  const word = action.cash > 0 ? (isShares ? '除權息' : '除息') : '除權'
  const paid = action.cash > 0 ? `，每股配發現金${action.cash / 1e6}元` : ''
  const summary = `今日${word}${paid}，除權息${before}，${reference}。`
  return noticeOf(security, day, ['ex', `今日${word}，${reference}`, summary])
}

export const haltStory = ({ security }: Path, day: number, isResumption: boolean): Story => {
  const word = isResumption ? '恢復交易' : '暫停交易'
  const reason = isResumption ? '因重大訊息已公布，' : '因有重大訊息待公布，'
  const story = noticeOf(security, day, [isResumption ? 'resume' : 'halt', `今日起${word}`, `今日起${word}。`])
  return { ...story, summary: `${reason}${story.summary}` }
}

/** Revenue in thousands and its change on the year before in hundredths of a percent, as their own dataset has them. */
export const revenueStory = (security: Security, date: string, revenue: number, yoy: number): Story => {
  const [year, month] = date.split('-').map(Number)
  const period = `${year! - 1911}年${month}月份`
  const change = yoy === 0 ? '與去年同期持平' : `年${yoy > 0 ? '增' : '減'}${percent(yoy / 10_000)}`
  return {
    slug: 'revenue',
    id: security.id,
    title: `${security.name}：公告本公司${period}營業收入，${change}`,
    summary: `${about(security)}${period}營業收入${revenue.toLocaleString('en-US')}千元，${change}。`,
    provider: 'mops',
    category: 'announcement',
    isEarly: false,
  }
}

export const dispositionStory = ({ security }: Path, day: number, sessions: number, isFirst: boolean): Story => {
  const title = `列為處置有價證券，次一營業日起處置${sessions}個營業日`
  const summary = `達注意交易資訊標準，次一營業日起${isFirst ? '第一次' : '再次'}處置，共${sessions}個營業日。`
  return storyOf(security, day, ['disposition', title, summary], 'announcement')
}

const yearDays = 245

/** The most telling thing about a security's day: a high, a streak, a rush, or just where it closed. */
export function daysStory(path: Path, t: number, day: number): Story {
  const { security, first, status, close, reference, volume, actions } = path
  const change = close[t]! / reference[t]! - 1
  const price = `收盤價${money(close[t]!)}元`
  const moved = `${upOrDown(change)}${percent(change)}`
  const summary = `今日${price}，${moved}，成交${Math.round(volume[t]! / 1000)}張。`
  const story = (slug: string, title: string) => storyOf(security, day, [slug, title, summary])
  let streak = 0
  const isSame = (s: number) => s >= first && status[s] === traded && (close[s]! - reference[s]!) * change > 0
  while (isSame(t - streak)) streak++
  if (streak >= 4) return story('streak', `連續${streak}個交易日${upOrDown(change)}，${price}`)
  let usual = 0
  for (let s = Math.max(first, t - 20); s < t; s++) usual += volume[s]! / 20
  if (t - first >= 20 && volume[t]! >= 3 * usual)
    return story('volume', `成交量為20日均量${(volume[t]! / usual).toFixed(1)}倍，${price}`)
  // Prices on both sides of a change in the number of shares cannot be compared.
  const isComparable = actions.every(({ kind, at }) => kind === 'distribution' || at < t - yearDays || at > t)
  if (isComparable && t - first >= yearDays && close.subarray(t - yearDays, t).every((before) => before <= close[t]!))
    return story('high', `${price}，創一年來新高`)
  return story('price', change === 0 ? `${price}，持平` : `${price}，${moved}`)
}

/** How the whole market ended; `turnover` in TWD. */
export const marketStory = (index: IndexPath, t: number, turnover: number): Story => {
  const change = index.close[t]! - index.close[t - 1]!
  const isMain = index.market === 'TWSE'
  const name = isMain ? '加權指數' : '櫃買指數'
  const move = change === 0 ? '持平' : `${upOrDown(change)}${money(Math.abs(change))}點`
  return {
    slug: 'close',
    id: 'MARKET',
    title: `${name}${move}，收${money(index.close[t]!)}點`,
    summary: `${name}開${money(index.open[t]!)}點，最高${money(index.rangeOf(t).high)}點，最低${money(index.rangeOf(t).low)}點，收${money(index.close[t]!)}點，${upOrDown(change)}${percent(change / index.close[t - 1]!)}；市場成交金額${Math.round(turnover / 1e8)}億元。`,
    provider: isMain ? 'twse' : 'tpex',
    category: 'news',
    isEarly: false,
  }
}

export const sectorStory = ({ name, close }: IndexPath, t: number): Story => {
  const change = close[t]! / close[t - 1]! - 1
  return {
    slug: 'sector',
    id: 'MARKET',
    title: `${name}${upOrDown(change)}${percent(change)}，${change > 0 ? '居上市類股漲幅之首' : '為上市類股中最抗跌'}`,
    summary: `${name}收${money(close[t]!)}點，較前一交易日${upOrDown(change)}${percent(change)}，為上市類股中表現最強者。`,
    provider: 'twse',
    category: 'news',
    isEarly: false,
  }
}
