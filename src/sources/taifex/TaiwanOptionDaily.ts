import { TaiwanOptionDaily } from '../../catalogue/derivatives/TaiwanOptionDaily.ts'
import type { ColumnOptions } from '../cells.ts'
import { type Reading, whole } from '../reading.ts'
import { completeDays } from './complete.ts'
import { withOldColumns } from './oldColumns.ts'
import { taifexDays, taifexFile } from './response.ts'
import { callPut, chinese, contractColumns, contractMonth, type Named, percent } from './vocabulary.ts'

const expiryPrinted = { since: '2025-12-08' } as const

/** `late` are the options of columns that a publisher added later. */
export const optionReading = (named: Named, late: ColumnOptions = {}): Reading =>
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

const options = optionReading(chinese)

/** Every series of every product; a week of them is some megabytes. */
export const optDataDown = taifexFile(options, 'optDataDown', {
  form: { down_type: '1', commodity_id: 'all', commodity_id2: '' },
  longest: 7,
  since: '2001-12-24',
  recording: 'taifex/optDataDown_all_20230130.csv',
  parse: taifexDays(options, completeDays, withOldColumns),
})
