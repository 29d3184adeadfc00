import { TaiwanFuturesDaily } from '../../catalogue/derivatives/TaiwanFuturesDaily.ts'
import { type Reading, whole } from '../reading.ts'
import { completeDays } from './complete.ts'
import { withOldColumns } from './oldColumns.ts'
import { taifexDays, taifexFile } from './response.ts'
import { chinese, contractColumns, contractMonth, type Named, percent } from './vocabulary.ts'

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

const futures = futuresReading(chinese)

/** Every contract of every product, up to a month of days. */
export const futDataDown = taifexFile(futures, 'futDataDown', {
  form: { down_type: '1', commodity_id: 'all', commodity_id2: '' },
  longest: 31,
  since: '1998-07-21',
  recording: 'taifex/futDataDown_all_20230130.csv',
  parse: taifexDays(futures, completeDays, withOldColumns),
})
