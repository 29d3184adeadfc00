import type { Dataset } from '../../../src/catalogue/dataset.ts'
import { TaiwanFutureOptionDailyTotalOverview } from '../../../src/catalogue/derivatives/TaiwanFutureOptionDailyTotalOverview.ts'
import { TaiwanFuturesBrokerDaily } from '../../../src/catalogue/derivatives/TaiwanFuturesBrokerDaily.ts'
import { TaiwanFuturesInstitutionalInvestors } from '../../../src/catalogue/derivatives/TaiwanFuturesInstitutionalInvestors.ts'
import { TaiwanFuturesLargeTraders } from '../../../src/catalogue/derivatives/TaiwanFuturesLargeTraders.ts'
import { TaiwanFuturesNightInstitutionalInvestors } from '../../../src/catalogue/derivatives/TaiwanFuturesNightInstitutionalInvestors.ts'
import { TaiwanOptionInstitutionalInvestors } from '../../../src/catalogue/derivatives/TaiwanOptionInstitutionalInvestors.ts'
import { TaiwanOptionsBrokerDaily } from '../../../src/catalogue/derivatives/TaiwanOptionsBrokerDaily.ts'
import { TaiwanOptionsLargeTraders } from '../../../src/catalogue/derivatives/TaiwanOptionsLargeTraders.ts'
import { TaiwanOptionsNightInstitutionalInvestors } from '../../../src/catalogue/derivatives/TaiwanOptionsNightInstitutionalInvestors.ts'
import type { Page } from '../page.ts'
import { keptRows } from '../select.ts'
import { printer } from '../sheet.ts'
import { chinese, english, file, list } from './dialect.ts'

/** Who trades and holds contracts. */

const who = `CASE institutional_investor WHEN 'dealer' THEN '自營商' WHEN 'investment_trust' THEN '投信'
  ELSE '外資及陸資' END AS who, `
const callPut = (call: string, put: string) => `CASE call_put WHEN 'call' THEN '${call}' ELSE '${put}' END AS side`

const trades = (long: string, short: string, net: readonly [string, string]) => `
  ${long}口數|TradingVolume(Long) long_deal_volume
  ${long}契約金額(千元)|TradingValue(Long)(Thousands) long_deal_amount/thousands
  ${short}口數|TradingVolume(Short) short_deal_volume
  ${short}契約金額(千元)|TradingValue(Short)(Thousands) short_deal_amount/thousands
  ${net[0]}|TradingVolume(Net) net_deal_volume
  ${net[1]}|TradingValue(Net)(Thousands) net_deal_amount/thousands`
const positions = (long: string, short: string, net: readonly [string, string]) => `
  ${long}口數|OpenInterest(Long) long_open_interest_volume
  ${long}契約金額(千元)|ContractValueofOpenInterest(Long)(Thousands) long_open_interest_amount/thousands
  ${short}口數|OpenInterest(Short) short_open_interest_volume
  ${short}契約金額(千元)|ContractValueofOpenInterest(Short)(Thousands) short_open_interest_amount/thousands
  ${net[0]}|OpenInterest(Net) net_open_interest_volume
  ${net[1]}|ContractValueofOpenInterest(Net)(Thousands) net_open_interest_amount/thousands`

const futuresTrades = trades('多方交易', '空方交易', ['多空交易口數淨額', '多空交易契約金額淨額(千元)'])
const futuresPositions = positions('多方未平倉', '空方未平倉', ['多空未平倉口數淨額', '多空未平倉契約金額淨額(千元)'])
const optionTrades = trades('買方交易', '賣方交易', ['交易口數買賣淨額', '交易契約金額買賣淨額(千元)'])
const optionPositions = positions('買方未平倉', '賣方未平倉', ['未平倉口數買賣淨額', '未平倉契約金額買賣淨額(千元)'])

const futuresHead = `
  日期|Date trade_date
  商品名稱|ContractCode futures_name
  身份別|Item who`
const optionHead = `
  日期|Date trade_date
  商品名稱|ContractCode option_name
  買賣權別|CallPut side
  身份別|Item who`

const [asked, newest] = ['BETWEEN :from AND :to', '= :through']
const futuresInstitutions = (table: string, days: string): string =>
  `SELECT ${who} * FROM ${table} WHERE trade_date ${days} ORDER BY trade_date, futures_id, who`
const optionInstitutions = (table: string, days: string): string =>
  `SELECT ${who} ${callPut('CALL', 'PUT')}, * FROM ${table} WHERE trade_date ${days}
   ORDER BY trade_date, option_id, side, who`

/** The largest traders and the institutions among them have a row each. */
const traders = (dataset: Dataset, id: string, name: string, more: string, days: string, all: string): string => {
  const half = (kind: number, of: string) => `
    SELECT trade_date, ${id}, ${name}, ${more} '${kind}' AS kind, ${['buy_top5', 'sell_top5', 'buy_top10', 'sell_top10']
      .map((side) => `${side}_${of}_open_interest AS ${side}`)
      .join(', ')}, market_open_interest, CASE contract_month WHEN 'all' THEN '${all}' WHEN 'week' THEN '666666'
      ELSE contract_month END AS month FROM (${keptRows(dataset, days)})`
  return `SELECT *, CASE WHEN ${id} LIKE '__F' OR (${id} LIKE '__O' AND ${id} <> 'TXO') THEN ${id}[1:2] ELSE ${id} END AS stem
    FROM (${half(0, 'trader')} UNION ALL ${half(1, 'specific')}) ORDER BY trade_date, ${id}, month, kind`
}
const traderLines = (name: string, more: string) => `
  日期|Date trade_date
  商品(契約)|Contract stem
  商品名稱(契約名稱)|ContractName ${name}${more}
  到期月份(週別)|SettlementMonth month
  交易人類別|TypeOfTraders kind
  前五大交易人買方|Top5Buy buy_top5/plain
  前五大交易人賣方|Top5Sell sell_top5/plain
  前十大交易人買方|Top10Buy buy_top10/plain
  前十大交易人賣方|Top10Sell sell_top10/plain
  全市場未沖銷部位數|OIOfMarket market_open_interest/plain`
const futuresTraders = (days: string, all: string) =>
  traders(TaiwanFuturesLargeTraders, 'futures_id', 'futures_name', '', days, all)
const optionTraders = (days: string, all: string) =>
  traders(TaiwanOptionsLargeTraders, 'option_id', 'option_name', `${callPut('買權', '賣權')},`, days, all)
const [futuresTraderLines, optionTraderLines] = [
  traderLines('futures_name', ''),
  traderLines('option_name', '\n  買賣權|CallPut side'),
]

/** Brokers are told by the codes of clearing, a month of days so far. */
const clearing = `CASE id WHEN 'TX' THEN 'TXF' WHEN 'MTX' THEN 'MXF' WHEN 'TE' THEN 'EXF' WHEN 'TF' THEN 'FXF'
  WHEN 'STO' THEN 'STC' WHEN 'ETO' THEN 'ETC' ELSE id END AS code`
const brokers = (dataset: Dataset, id: string) =>
  printer(
    dataset,
    '',
    `SELECT *, ${clearing} FROM (SELECT *, ${id} AS id FROM (
       ${keptRows(dataset, `BETWEEN date_trunc('month', :through) AND :through`)})) ORDER BY broker_id, trade_date, id`,
    `FCMCode broker_id
     FCMName broker_name
     Date trade_date
     Contract code
     Volume volume`,
  )

const ratioRows = (days: string): string => `
  SELECT *, put_call_volume_ratio * 100 AS volumes, put_call_oi_ratio * 100 AS interests
  FROM TaiwanFutureOptionDailyTotalOverview WHERE product_id = 'TXO' AND trade_date ${days} ORDER BY trade_date`
const ratioLines = `
  日期|Date trade_date
  賣權成交量|PutVolume put_volume
  買權成交量|CallVolume call_volume
  買賣權成交量比率%|PutCallVolumeRatio% volumes/two
  賣權未平倉量|PutOI put_open_interest
  買權未平倉量|CallOI call_open_interest
  買賣權未平倉量比率%|PutCallOIRatio% interests/two`

const byTheDate = (what: string) => `MarketDataOfMajorInstitutionalTradersDetailsOf${what}BytheDate`

export const positionPages: readonly Page[] = [
  file(
    'futContractsDateDown',
    printer(
      TaiwanFuturesInstitutionalInvestors,
      '',
      futuresInstitutions('TaiwanFuturesInstitutionalInvestors', asked),
      chinese(futuresHead + futuresTrades + futuresPositions),
    ),
  ),
  list(
    byTheDate('FuturesContracts'),
    printer(
      TaiwanFuturesInstitutionalInvestors,
      '',
      futuresInstitutions('TaiwanFuturesInstitutionalInvestors', newest),
      english(futuresHead + futuresTrades + futuresPositions),
    ),
  ),
  file(
    'callsAndPutsDateDown',
    printer(
      TaiwanOptionInstitutionalInvestors,
      '',
      optionInstitutions('TaiwanOptionInstitutionalInvestors', asked),
      chinese(optionHead + optionTrades + optionPositions),
    ),
  ),
  list(
    byTheDate('CallsAndPuts'),
    printer(
      TaiwanOptionInstitutionalInvestors,
      '',
      optionInstitutions('TaiwanOptionInstitutionalInvestors', newest),
      english(optionHead + optionTrades + optionPositions),
    ),
  ),
  file(
    'futContractsDateAhDown',
    printer(
      TaiwanFuturesNightInstitutionalInvestors,
      '',
      futuresInstitutions('TaiwanFuturesNightInstitutionalInvestors', asked),
      chinese(futuresHead + futuresTrades),
    ),
  ),
  file(
    'callsAndPutsDateAhDown',
    printer(
      TaiwanOptionsNightInstitutionalInvestors,
      '',
      optionInstitutions('TaiwanOptionsNightInstitutionalInvestors', asked),
      chinese(optionHead + optionTrades),
    ),
  ),
  file(
    'largeTraderFutDown',
    printer(TaiwanFuturesLargeTraders, '', futuresTraders(asked, '999999'), chinese(futuresTraderLines)),
  ),
  list(
    'OpenInterestOfLargeTradersFutures',
    printer(TaiwanFuturesLargeTraders, '', futuresTraders(newest, '999912'), english(futuresTraderLines)),
  ),
  file(
    'largeTraderOptDown',
    printer(TaiwanOptionsLargeTraders, '', optionTraders(asked, '999999'), chinese(optionTraderLines)),
  ),
  list(
    'OpenInterestOfLargeTradersOptions',
    printer(TaiwanOptionsLargeTraders, '', optionTraders(newest, '999912'), english(optionTraderLines)),
  ),
  list('Daily_FUT', brokers(TaiwanFuturesBrokerDaily, 'futures_id')),
  list('Daily_OPT', brokers(TaiwanOptionsBrokerDaily, 'option_id')),
  file('pcRatioDown', printer(TaiwanFutureOptionDailyTotalOverview, '', ratioRows(asked), chinese(ratioLines))),
  list('PutCallRatio', printer(TaiwanFutureOptionDailyTotalOverview, '', ratioRows(newest), english(ratioLines))),
]
