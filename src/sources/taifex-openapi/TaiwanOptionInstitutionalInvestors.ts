import { optionInstitutions } from '../taifex/TaiwanOptionInstitutionalInvestors.ts'
import { english } from '../taifex/vocabulary.ts'
import { ofTheDay, taifexList } from './response.ts'

const endpoint = 'MarketDataOfMajorInstitutionalTradersDetailsOfCallsAndPutsBytheDate'
const institutions = optionInstitutions(english)

export const callsAndPutsByDate = taifexList(institutions, endpoint, ofTheDay, { recorded: '.json' })
