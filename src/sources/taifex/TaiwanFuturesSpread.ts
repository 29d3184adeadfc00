import { TaiwanFuturesSpread } from '../../catalogue/derivatives/TaiwanFuturesSpread.ts'
import { type Reading, whole } from '../reading.ts'
import { titlesIn } from '../text.ts'
import { completeDays } from './complete.ts'
import { withOldColumns } from './oldColumns.ts'
import { taifexDays, taifexFile } from './response.ts'
import { isSpread } from './TaiwanFuturesDaily.ts'
import { chinese, type Named, quoteColumns, spreadMonths } from './vocabulary.ts'

const otherDataset = 'single contracts, which are TaiwanFuturesDaily'
const isSingle = (month: string): boolean => !isSpread(month)

export const spreadReading = (named: Named): Reading => {
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

const spreads = spreadReading(chinese)

/** The same file as TaiwanFuturesDaily: its rows whose month is two months. */
export const futDataDown = taifexFile(spreads, 'futDataDown', {
  form: { down_type: '1', commodity_id: 'all', commodity_id2: '' },
  longest: 31,
  since: '2007-10-08',
  recording: 'taifex/futDataDown_all_20230130.csv',
  parse: taifexDays(spreads, completeDays, withOldColumns),
})
