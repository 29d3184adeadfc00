import { TaiwanFuturesSpread } from '../../catalogue/derivatives/TaiwanFuturesSpread.ts'
import { inOpenApi, type Named, onSite, type Reading, whole } from '../reading.ts'
import { titlesIn } from '../text.ts'
import { completeDay, taifexList } from './openApi.ts'
import { reportFile } from './response.ts'
import { isSpread } from './TaiwanFuturesDaily.ts'
import { quoteColumns, spreadMonths } from './vocabulary.ts'

const otherDataset = 'single contracts, which are TaiwanFuturesDaily'
const isSingle = (month: string): boolean => !isSpread(month)

const spreadReading = (named: Named): Reading => {
  const months = (read: (months: readonly [string, string]) => string) =>
    named('到期月份(週別)', 'ContractMonth(Week)', {
      read(text) {
        const both = spreadMonths(text)
        return both && read(both)
      },
    })
  return whole(
    TaiwanFuturesSpread,
    {
      trade_date: named('交易日期', 'Date'),
      ...quoteColumns(named),
      futures_id: named('契約', 'Contract'),
      contract_month: months((both) => both.join('/')),
      near_month: months(([near]) => near),
      far_month: months(([, far]) => far),
      close: named('收盤價', 'Last'),
      spread_to_spread_volume: named('成交量', 'Volume'),
      spread_to_single_volume: named('價差對單式委託成交量', 'Volume(ExecutionsAmongSpreadOrderAndSingleOrderOnly)'),
    },
    {
      ignore: titlesIn(`
        漲跌價 漲跌% 結算價 未沖銷契約數 是否因訊息面暫停交易 契約到期日 Change % SettlementPrice OpenInterest
        TradingHalt
      `),
      leave: [[otherDataset, ['到期月份(週別)', 'ContractMonth(Week)'], isSingle]],
    },
  )
}

/** The same list and file as TaiwanFuturesDaily: their rows whose month is two months. */
export const spreadReports = [
  taifexList(spreadReading(inOpenApi), 'DailyMarketReportFut', completeDay, { recorded: '.json.gz' }),
  reportFile(spreadReading(onSite), 'futDataDown', { longest: 31, since: '2007-10-08' }),
]
