import { TaiwanFuturesNightInstitutionalInvestors } from '../../catalogue/derivatives/TaiwanFuturesNightInstitutionalInvestors.ts'
import { whole } from '../reading.ts'
import { futuresTitles, tradeColumns, tradesAddUp } from './institutions.ts'
import { futuresNamed } from './products.ts'
import { taifexFile } from './response.ts'
import { chinese, investor } from './vocabulary.ts'

const institutions = whole(
  TaiwanFuturesNightInstitutionalInvestors,
  {
    trade_date: '日期',
    futures_id: chinese('商品名稱', '', { read: futuresNamed }),
    futures_name: '商品名稱',
    institutional_investor: chinese('身份別', '', { read: investor }),
    ...tradeColumns(chinese, futuresTitles),
  },
  { identities: tradesAddUp },
)

/** The night that ended on the day, as the exchange labels it. */
export const futContractsDateAhDown = taifexFile(institutions, 'futContractsDateAhDown', {
  form: { commodityId: '' },
  longest: 31,
  since: '2021-10-12',
})
