import { TaiwanFuturesDaily } from '../../catalogue/derivatives/TaiwanFuturesDaily.ts'
import { inOpenApi, type Named, onSite, type Reading, whole } from '../reading.ts'
import { completeDay, taifexList } from './openApi.ts'
import { reportFile } from './response.ts'
import { contractColumns, contractMonth, percent } from './vocabulary.ts'

export const isSpread = (month: string): boolean => month.includes('/')
const otherDataset = 'calendar spreads, which are TaiwanFuturesSpread'

export const futuresReading = (named: Named): Reading =>
  whole(
    TaiwanFuturesDaily,
    {
      trade_date: named('交易日期', 'Date'),
      ...contractColumns(named),
      futures_id: named('契約', 'Contract'),
      contract_month: named('到期月份(週別)', 'ContractMonth(Week)', { read: contractMonth }),
      close: named('收盤價', 'Last'),
      spread: named('漲跌價', 'Change'),
      spread_percent: named('漲跌%', '%', percent),
    },
    {
      ignore: ['價差對單式委託成交量', 'Volume(ExecutionsAmongSpreadOrderAndSingleOrderOnly)', '契約到期日'],
      leave: [[otherDataset, ['到期月份(週別)', 'ContractMonth(Week)'], isSpread]],
    },
  )

export const futuresReports = [
  taifexList(futuresReading(inOpenApi), 'DailyMarketReportFut', completeDay, { recorded: '.json.gz' }),
  // Every contract of every product, up to a month of days.
  reportFile(futuresReading(onSite), 'futDataDown', { longest: 31, since: '1998-07-21' }),
]
