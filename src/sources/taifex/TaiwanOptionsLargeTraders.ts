import { TaiwanOptionsLargeTraders } from '../../catalogue/derivatives/TaiwanOptionsLargeTraders.ts'
import type { Reading } from '../reading.ts'
import { largeTraders, traderContract } from './largeTraders.ts'
import { ofStem } from './products.ts'
import { taifexFile } from './response.ts'
import { callPut, chinese, type Named } from './vocabulary.ts'

export const optionTraders = (named: Named): Reading =>
  largeTraders(
    TaiwanOptionsLargeTraders,
    {
      trade_date: named('日期', 'Date'),
      option_id: named('商品(契約)', 'Contract', { read: ofStem('O') }),
      option_name: named('商品名稱(契約名稱)', 'ContractName'),
      call_put: named('買賣權', 'CallPut', { read: callPut }),
      contract_month: named('到期月份(週別)', 'SettlementMonth', { read: traderContract }),
    },
    named,
  )

const traders = optionTraders(chinese)

export const largeTraderOptDown = taifexFile(traders, 'largeTraderOptDown', {
  longest: 7,
  recording: 'taifex/largeTraderOptDown_20230130.csv',
})
