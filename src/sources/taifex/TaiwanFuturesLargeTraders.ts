import { TaiwanFuturesLargeTraders } from '../../catalogue/derivatives/TaiwanFuturesLargeTraders.ts'
import type { Reading } from '../reading.ts'
import { largeTraders, traderContract } from './largeTraders.ts'
import { ofStem } from './products.ts'
import { taifexFile } from './response.ts'
import { chinese, type Named } from './vocabulary.ts'

export const futuresTraders = (named: Named): Reading =>
  largeTraders(
    TaiwanFuturesLargeTraders,
    {
      trade_date: named('日期', 'Date'),
      futures_id: named('商品(契約)', 'Contract', { read: ofStem('F') }),
      futures_name: named('商品名稱(契約名稱)', 'ContractName'),
      contract_month: named('到期月份(週別)', 'SettlementMonth', { read: traderContract }),
    },
    named,
  )

const traders = futuresTraders(chinese)

export const largeTraderFutDown = taifexFile(traders, 'largeTraderFutDown', { longest: 7 })
