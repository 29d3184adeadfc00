import { optionInstitutions } from '../taifex/TaiwanOptionInstitutionalInvestors.ts'
import { english } from '../taifex/vocabulary.ts'
import { list, listRows, ofTheDay, taifexOpenApi } from './response.ts'

const endpoint = 'MarketDataOfMajorInstitutionalTradersDetailsOfCallsAndPutsBytheDate'
const institutions = optionInstitutions(english)

export const callsAndPutsByDate = taifexOpenApi(institutions, {
  endpoint,
  span: 'latest',
  request: list(endpoint),
  parse: listRows(institutions, ofTheDay),
  recording: `taifex-openapi/${endpoint}.json`,
})
