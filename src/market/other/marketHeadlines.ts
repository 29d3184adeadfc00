import type { IndexPath } from '../indices.ts'
import { money, percent, type Story, upOrDown } from './headlines.ts'

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
    summary: `${name}開${money(index.open[t]!)}點，最高${money(index.high[t]!)}點，最低${money(index.low[t]!)}點，收${money(index.close[t]!)}點，${upOrDown(change)}${percent(change / index.close[t - 1]!)}；市場成交金額${Math.round(turnover / 1e8)}億元。`,
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
