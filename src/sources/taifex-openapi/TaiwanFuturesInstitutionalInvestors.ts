import { futuresInstitutions } from '../taifex/TaiwanFuturesInstitutionalInvestors.ts'
import { english } from '../taifex/vocabulary.ts'
import { ofTheDay, taifexList } from './response.ts'

const endpoint = 'MarketDataOfMajorInstitutionalTradersDetailsOfFuturesContractsBytheDate'
const institutions = futuresInstitutions(english)

export const futuresContractsByDate = taifexList(institutions, endpoint, ofTheDay, { recorded: '.json' })
