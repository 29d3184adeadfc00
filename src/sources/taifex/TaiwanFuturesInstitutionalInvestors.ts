import { TaiwanFuturesInstitutionalInvestors } from '../../catalogue/derivatives/TaiwanFuturesInstitutionalInvestors.ts'
import { type Reading, whole } from '../reading.ts'
import { futuresTitles, positionColumns, positionsAddUp, tradeColumns, tradesAddUp } from './institutions.ts'
import { futuresNamed } from './products.ts'
import { taifexFile } from './response.ts'
import { chinese, investor, type Named } from './vocabulary.ts'

/** The columns that the day and the night have alike. */
export const futuresTrades = (named: Named) => ({
  trade_date: named('日期', 'Date'),
  futures_id: named('商品名稱', 'ContractCode', { read: futuresNamed }),
  futures_name: named('商品名稱', 'ContractCode'),
  institutional_investor: named('身份別', 'Item', { read: investor }),
  ...tradeColumns(named, futuresTitles),
})

export const futuresInstitutions = (named: Named): Reading =>
  whole(
    TaiwanFuturesInstitutionalInvestors,
    { ...futuresTrades(named), ...positionColumns(named, futuresTitles) },
    { identities: { ...tradesAddUp, ...positionsAddUp } },
  )

const institutions = futuresInstitutions(chinese)

/** Every product; days older than three years are not given away. */
export const futContractsDateDown = taifexFile(institutions, 'futContractsDateDown', {
  form: { commodityId: '' },
  longest: 31,
  recording: 'taifex/futContractsDateDown_TXF_20230130.csv',
})
