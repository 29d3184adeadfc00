import type { Row } from '../outcome.ts'
import type { Named } from './vocabulary.ts'

/** Trades and positions of institutions by the titles of the exchange: futures by side, options by buyer and seller. */

type Words = { readonly long: string; readonly short: string; readonly net: readonly [volume: string, amount: string] }
type Titles = { readonly trades: Words; readonly positions: Words }

export const futuresTitles: Titles = {
  trades: { long: '多方交易', short: '空方交易', net: ['多空交易口數淨額', '多空交易契約金額淨額(千元)'] },
  positions: { long: '多方未平倉', short: '空方未平倉', net: ['多空未平倉口數淨額', '多空未平倉契約金額淨額(千元)'] },
}
export const optionTitles: Titles = {
  trades: { long: '買方交易', short: '賣方交易', net: ['交易口數買賣淨額', '交易契約金額買賣淨額(千元)'] },
  positions: { long: '買方未平倉', short: '賣方未平倉', net: ['未平倉口數買賣淨額', '未平倉契約金額買賣淨額(千元)'] },
}

const thousands = { times: 1000 } as const
const volumeOf = (side: string): string => `${side}口數`
const amountOf = (side: string): string => `${side}契約金額(千元)`

export const tradeColumns = (named: Named, { trades: { long, short, net } }: Titles) => ({
  long_deal_volume: named(volumeOf(long), 'TradingVolume(Long)'),
  long_deal_amount: named(amountOf(long), 'TradingValue(Long)(Thousands)', thousands),
  short_deal_volume: named(volumeOf(short), 'TradingVolume(Short)'),
  short_deal_amount: named(amountOf(short), 'TradingValue(Short)(Thousands)', thousands),
  net_deal_volume: named(net[0], 'TradingVolume(Net)'),
  net_deal_amount: named(net[1], 'TradingValue(Net)(Thousands)', thousands),
})

export const positionColumns = (named: Named, { positions: { long, short, net } }: Titles) => ({
  long_open_interest_volume: named(volumeOf(long), 'OpenInterest(Long)'),
  long_open_interest_amount: named(amountOf(long), 'ContractValueofOpenInterest(Long)(Thousands)', thousands),
  short_open_interest_volume: named(volumeOf(short), 'OpenInterest(Short)'),
  short_open_interest_amount: named(amountOf(short), 'ContractValueofOpenInterest(Short)(Thousands)', thousands),
  net_open_interest_volume: named(net[0], 'OpenInterest(Net)'),
  net_open_interest_amount: named(net[1], 'ContractValueofOpenInterest(Net)(Thousands)', thousands),
})

const isNet = (kind: 'deal' | 'open_interest') => (row: Row) =>
  (row[`long_${kind}_volume`] as number) - (row[`short_${kind}_volume`] as number) === row[`net_${kind}_volume`]

/** Amounts are rounded to thousands one by one, so only the contracts add up exactly. */
export const tradesAddUp = { 'net trading is bought less sold': isNet('deal') } as const
export const positionsAddUp = { 'net position is long less short': isNet('open_interest') } as const
