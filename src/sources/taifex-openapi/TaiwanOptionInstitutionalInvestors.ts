import { optionInstitutions } from '../taifex/TaiwanOptionInstitutionalInvestors.ts'
import { english } from '../taifex/terms.ts'
import { list, listRows, ofTheDay, taifexOpenApi } from './answer.ts'

const endpoint = 'MarketDataOfMajorInstitutionalTradersDetailsOfCallsAndPutsBytheDate'
const institutions = optionInstitutions(english)

export const callsAndPutsByDate = taifexOpenApi(institutions, {
  endpoint,
  span: 'latest',
  request: list(endpoint),
  parse: listRows(institutions, ofTheDay),
  verified: `taifex-openapi/${endpoint}.json`,
})
