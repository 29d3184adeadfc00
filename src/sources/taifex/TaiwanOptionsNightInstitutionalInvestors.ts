import { TaiwanOptionsNightInstitutionalInvestors } from '../../catalogue/derivatives/TaiwanOptionsNightInstitutionalInvestors.ts'
import { whole } from '../reading.ts'
import { optionTitles, tradeColumns, tradesAddUp } from './institutions.ts'
import { optionNamed } from './products.ts'
import { taifexFile } from './response.ts'
import { callPut, chinese, investor } from './vocabulary.ts'

const institutions = whole(
  TaiwanOptionsNightInstitutionalInvestors,
  {
    trade_date: '日期',
    option_id: chinese('商品名稱', '', { read: optionNamed }),
    option_name: '商品名稱',
    call_put: chinese('買賣權別', '', { read: callPut }),
    institutional_investor: chinese('身份別', '', { read: investor }),
    ...tradeColumns(chinese, optionTitles),
  },
  { identities: tradesAddUp },
)

/** The night that ended on the day, as the exchange labels it. */
export const callsAndPutsDateAhDown = taifexFile(institutions, 'callsAndPutsDateAhDown', {
  form: { commodityId: '' },
  longest: 31,
  since: '2021-10-12',
})
