import { TaiwanOptionDaily } from '../../catalogue/derivatives/TaiwanOptionDaily.ts'
import type { ColumnOptions } from '../cells.ts'
import { inOpenApi, type Named, onSite, type Reading, whole } from '../reading.ts'
import { completeDay, taifexList } from './openApi.ts'
import { reportFile } from './response.ts'
import { callPut, contractColumns, contractMonth, percent } from './vocabulary.ts'

const expiryPrinted = { since: '2025-12-08' } as const

/** `late` are the options of columns that a publisher added later. */
const optionReading = (named: Named, late: ColumnOptions = {}): Reading =>
  whole(
    TaiwanOptionDaily,
    {
      trade_date: named('交易日期', 'Date'),
      ...contractColumns(named),
      option_id: named('契約', 'Contract'),
      contract_month: named('到期月份(週別)', 'ContractMonth(Week)', { read: contractMonth }),
      strike_price: named('履約價', 'StrikePrice'),
      call_put: named('買賣權', 'CallPut', { read: callPut }),
      close: named('收盤價', 'Close'),
      spread: named('漲跌價', 'Change', late),
      spread_percent: named('漲跌%', '%', { ...percent, ...late }),
      expiry_date: named('契約到期日', 'ContractExpirationDate', { ...expiryPrinted, ...late }),
    },
    { ignore: ['價差對單式委託成交量'] },
  )

/** The list has had no change and no expiry so far; they are read once they come. */
const notSoFar = { since: '9999-12-31' } as const

export const optionList = optionReading(inOpenApi, notSoFar)

export const optionReports = [
  // Seen as a list and as a file on the same day.
  taifexList(optionList, 'DailyMarketReportOpt', completeDay),
  // Every series of every product; a week of them is some megabytes.
  reportFile(optionReading(onSite), 'optDataDown', { longest: 7, since: '2001-12-24' }),
]
