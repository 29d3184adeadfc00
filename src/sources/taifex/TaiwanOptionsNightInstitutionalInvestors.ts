import { TaiwanOptionsNightInstitutionalInvestors } from '../../catalogue/derivatives/TaiwanOptionsNightInstitutionalInvestors.ts'
import { whole } from '../reading.ts'
import { tradesAddUp } from './institutions.ts'
import { taifexFile } from './response.ts'
import { optionTrades } from './TaiwanOptionInstitutionalInvestors.ts'
import { chinese } from './vocabulary.ts'

const institutions = whole(TaiwanOptionsNightInstitutionalInvestors, optionTrades(chinese), { identities: tradesAddUp })

/** The night that ended on the day, as the exchange labels it. */
export const callsAndPutsDateAhDown = taifexFile(institutions, 'callsAndPutsDateAhDown', {
  form: { commodityId: '' },
  longest: 31,
  since: '2021-10-12',
})
