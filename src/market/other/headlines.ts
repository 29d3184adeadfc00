import type { Action } from '../actions.ts'
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

export const money = (cents: number): string => String(cents / 100)
export const percent = (ratio: number): string => `${(Math.abs(ratio) * 100).toFixed(2)}%`
export const upOrDown = (change: number): string => (change > 0 ? '上漲' : change < 0 ? '下跌' : '持平')

const about = ({ name, id }: Security): string => `${name}(${id})`

type Text = Pick<Story, 'slug' | 'title' | 'summary'> & Partial<Pick<Story, 'category' | 'isEarly'>>

const storyOf = (security: Security, day: number, { category = 'news', isEarly = false, ...text }: Text): Story => ({
  id: security.id,
  provider: boards[marketAt(security, day)],
  category,
  isEarly,
  ...text,
})

export const limitStory = ({ security, close, limitUp }: Path, t: number, day: number): Story => {
  const isUp = close[t] === limitUp[t]
  const word = isUp ? '漲停' : '跌停'
  return storyOf(security, day, {
    slug: isUp ? 'limit-up' : 'limit-down',
    title: `${about(security)}收${word}價${money(close[t]!)}元`,
    summary: `${about(security)}今日以${word}價${money(close[t]!)}元作收。`,
  })
}

const actionWords = { reduction: '減資', split: '分割', par: '變更面額' } as const

export const actionStory = ({ security }: Path, action: Action, day: number): Story => {
  const reference = `開盤競價基準${money(action.openingReference)}元`
  if (action.kind !== 'distribution') {
    const word = actionWords[action.kind]
    return storyOf(security, day, {
      slug: 'resumption',
      title: `${about(security)}${word}後今日恢復交易，${reference}`,
      summary: `${about(security)}完成${word}換發，停止買賣前收盤價${money(action.closeBefore)}元，恢復買賣${reference}。`,
      category: 'announcement',
      isEarly: true,
    })
  }
  const isShares = action.stockRatio > 0 || action.rightsRatio > 0
  const word = action.cash > 0 ? (isShares ? '除權息' : '除息') : '除權'
  const paid = action.cash > 0 ? `，每股配發現金${action.cash / 1e6}元` : ''
  return storyOf(security, day, {
    slug: 'ex',
    title: `${about(security)}今日${word}，${reference}`,
    summary: `${about(security)}今日${word}${paid}，除權息前收盤價${money(action.closeBefore)}元，${reference}。`,
    category: 'announcement',
    isEarly: true,
  })
}

export const haltStory = ({ security }: Path, day: number, isResumption: boolean): Story => {
  const word = isResumption ? '恢復交易' : '暫停交易'
  return storyOf(security, day, {
    slug: isResumption ? 'resume' : 'halt',
    title: `${about(security)}今日起${word}`,
    summary: `${isResumption ? '因重大訊息已公布' : '因有重大訊息待公布'}，${about(security)}今日起${word}。`,
    category: 'announcement',
    isEarly: true,
  })
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

export const dispositionStory = ({ security }: Path, day: number, sessions: number, isFirst: boolean): Story =>
  storyOf(security, day, {
    slug: 'disposition',
    title: `${about(security)}列為處置有價證券，次一營業日起處置${sessions}個營業日`,
    summary: `${about(security)}達注意交易資訊標準，次一營業日起${isFirst ? '第一次' : '再次'}處置，共${sessions}個營業日。`,
    category: 'announcement',
  })

const yearDays = 245

/** The most telling thing about a security's day: a high, a streak, a rush, or just where it closed. */
export function daysStory(path: Path, t: number, day: number): Story {
  const { security, first, status, close, reference, volume, actions } = path
  const change = close[t]! / reference[t]! - 1
  const price = `收盤價${money(close[t]!)}元`
  const story = (slug: string, rest: string) =>
    storyOf(security, day, {
      slug,
      title: `${about(security)}${rest}`,
      summary: `${about(security)}今日${price}，${upOrDown(change)}${percent(change)}，成交${Math.round(volume[t]! / 1000)}張。`,
    })
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
  return story('price', change === 0 ? `${price}，持平` : `${price}，${upOrDown(change)}${percent(change)}`)
}
