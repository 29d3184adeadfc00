import { TaiwanFuturesNightInstitutionalInvestors } from '../../catalogue/derivatives/TaiwanFuturesNightInstitutionalInvestors.ts'
import { whole } from '../reading.ts'
import { tradesAddUp } from './institutions.ts'
import { taifexFile } from './response.ts'
import { futuresTrades } from './TaiwanFuturesInstitutionalInvestors.ts'
import { chinese } from './vocabulary.ts'

const institutions = whole(TaiwanFuturesNightInstitutionalInvestors, futuresTrades(chinese), {
  identities: tradesAddUp,
})

/** The night that ended on the day, as the exchange labels it. */
export const futContractsDateAhDown = taifexFile(institutions, 'futContractsDateAhDown', {
  form: { commodityId: '' },
  longest: 31,
  since: '2021-10-12',
})
