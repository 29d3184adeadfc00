import { TaiwanOptionInstitutionalInvestors } from '../../catalogue/derivatives/TaiwanOptionInstitutionalInvestors.ts'
import { type Reading, whole } from '../reading.ts'
import { optionTitles, positionColumns, positionsAddUp, tradeColumns, tradesAddUp } from './institutions.ts'
import { optionNamed } from './products.ts'
import { taifexFile } from './response.ts'
import { callPut, chinese, investor, type Named } from './vocabulary.ts'

/** The columns that the day and the night have alike. */
export const optionTrades = (named: Named) => ({
  trade_date: named('日期', 'Date'),
  option_id: named('商品名稱', 'ContractCode', { read: optionNamed }),
  option_name: named('商品名稱', 'ContractCode'),
  call_put: named('買賣權別', 'CallPut', { read: callPut }),
  institutional_investor: named('身份別', 'Item', { read: investor }),
  ...tradeColumns(named, optionTitles),
})

export const optionInstitutions = (named: Named): Reading =>
  whole(
    TaiwanOptionInstitutionalInvestors,
    { ...optionTrades(named), ...positionColumns(named, optionTitles) },
    { identities: { ...tradesAddUp, ...positionsAddUp } },
  )

const institutions = optionInstitutions(chinese)

/** Every product; days older than three years are not given away. */
export const callsAndPutsDateDown = taifexFile(institutions, 'callsAndPutsDateDown', {
  form: { commodityId: '' },
  longest: 31,
  recording: 'taifex/callsAndPutsDateDown_TXO_20230130.csv',
})
