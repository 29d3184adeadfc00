import { TaiwanFuturesInstitutionalInvestors } from '../../catalogue/derivatives/TaiwanFuturesInstitutionalInvestors.ts'
import { TaiwanFuturesNightInstitutionalInvestors } from '../../catalogue/derivatives/TaiwanFuturesNightInstitutionalInvestors.ts'
import { TaiwanOptionInstitutionalInvestors } from '../../catalogue/derivatives/TaiwanOptionInstitutionalInvestors.ts'
import { TaiwanOptionsNightInstitutionalInvestors } from '../../catalogue/derivatives/TaiwanOptionsNightInstitutionalInvestors.ts'
import type { Row } from '../outcome.ts'
import { inOpenApi, type Named, onSite, whole } from '../reading.ts'
import { ofTheDay, taifexList } from './openApi.ts'
import { futuresNamed, optionNamed } from './products.ts'
import { taifexFile } from './response.ts'
import { callPut, investor } from './vocabulary.ts'

/** Trades and positions of institutions by the titles of the exchange: futures by side, options by buyer and seller. */

type Words = { readonly long: string; readonly short: string; readonly net: readonly [volume: string, amount: string] }
type Titles = { readonly trades: Words; readonly positions: Words }

const futuresTitles: Titles = {
  trades: { long: '多方交易', short: '空方交易', net: ['多空交易口數淨額', '多空交易契約金額淨額(千元)'] },
  positions: { long: '多方未平倉', short: '空方未平倉', net: ['多空未平倉口數淨額', '多空未平倉契約金額淨額(千元)'] },
}
const optionTitles: Titles = {
  trades: { long: '買方交易', short: '賣方交易', net: ['交易口數買賣淨額', '交易契約金額買賣淨額(千元)'] },
  positions: { long: '買方未平倉', short: '賣方未平倉', net: ['未平倉口數買賣淨額', '未平倉契約金額買賣淨額(千元)'] },
}

const thousands = { times: 1000 } as const
const volumeOf = (side: string): string => `${side}口數`
const amountOf = (side: string): string => `${side}契約金額(千元)`

const tradeColumns = (named: Named, { trades: { long, short, net } }: Titles) => ({
  long_deal_volume: named(volumeOf(long), 'TradingVolume(Long)'),
  long_deal_amount: named(amountOf(long), 'TradingValue(Long)(Thousands)', thousands),
  short_deal_volume: named(volumeOf(short), 'TradingVolume(Short)'),
  short_deal_amount: named(amountOf(short), 'TradingValue(Short)(Thousands)', thousands),
  net_deal_volume: named(net[0], 'TradingVolume(Net)'),
  net_deal_amount: named(net[1], 'TradingValue(Net)(Thousands)', thousands),
})

const positionColumns = (named: Named, { positions: { long, short, net } }: Titles) => ({
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
const tradesAddUp = { 'net trading is bought less sold': isNet('deal') } as const
const positionsAddUp = { 'net position is long less short': isNet('open_interest') } as const

/** The columns that the day and the night have alike. */
const futuresTrades = (named: Named) => ({
  trade_date: named('日期', 'Date'),
  futures_id: named('商品名稱', 'ContractCode', { read: futuresNamed }),
  futures_name: named('商品名稱', 'ContractCode'),
  institutional_investor: named('身份別', 'Item', { read: investor }),
  ...tradeColumns(named, futuresTitles),
})

const optionTrades = (named: Named) => ({
  trade_date: named('日期', 'Date'),
  option_id: named('商品名稱', 'ContractCode', { read: optionNamed }),
  option_name: named('商品名稱', 'ContractCode'),
  call_put: named('買賣權別', 'CallPut', { read: callPut }),
  institutional_investor: named('身份別', 'Item', { read: investor }),
  ...tradeColumns(named, optionTitles),
})

const ofTheDayAndNight = { identities: { ...tradesAddUp, ...positionsAddUp } }
const futures = (named: Named) =>
  whole(
    TaiwanFuturesInstitutionalInvestors,
    { ...futuresTrades(named), ...positionColumns(named, futuresTitles) },
    ofTheDayAndNight,
  )
const options = (named: Named) =>
  whole(
    TaiwanOptionInstitutionalInvestors,
    { ...optionTrades(named), ...positionColumns(named, optionTitles) },
    ofTheDayAndNight,
  )
const futuresNight = whole(TaiwanFuturesNightInstitutionalInvestors, futuresTrades(onSite), { identities: tradesAddUp })
const optionsNight = whole(TaiwanOptionsNightInstitutionalInvestors, optionTrades(onSite), { identities: tradesAddUp })

const list = 'MarketDataOfMajorInstitutionalTradersDetailsOf'
/** Every product; days older than three years are not given away. */
const ofDays = { form: { commodityId: '' }, longest: 31 }
/** The night that ended on the day, as the exchange labels it. */
const ofNights = { ...ofDays, since: '2021-10-12' }

export const institutions = [
  taifexList(futures(inOpenApi), `${list}FuturesContractsBytheDate`, ofTheDay, { recorded: '.json' }),
  taifexList(options(inOpenApi), `${list}CallsAndPutsBytheDate`, ofTheDay, { recorded: '.json' }),
  taifexFile(futures(onSite), 'futContractsDateDown', {
    ...ofDays,
    recording: 'taifex/futContractsDateDown_TXF_20230130.csv',
  }),
  taifexFile(options(onSite), 'callsAndPutsDateDown', {
    ...ofDays,
    recording: 'taifex/callsAndPutsDateDown_TXO_20230130.csv',
  }),
  taifexFile(futuresNight, 'futContractsDateAhDown', ofNights),
  taifexFile(optionsNight, 'callsAndPutsDateAhDown', ofNights),
]
