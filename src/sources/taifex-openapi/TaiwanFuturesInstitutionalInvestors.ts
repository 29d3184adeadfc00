import { futuresInstitutions } from '../taifex/TaiwanFuturesInstitutionalInvestors.ts'
import { english } from '../taifex/vocabulary.ts'
import { list, listRows, ofTheDay, taifexOpenApi } from './response.ts'

const endpoint = 'MarketDataOfMajorInstitutionalTradersDetailsOfFuturesContractsBytheDate'
const institutions = futuresInstitutions(english)

export const futuresContractsByDate = taifexOpenApi(institutions, {
  endpoint,
  span: 'latest',
  request: list(endpoint),
  parse: listRows(institutions, ofTheDay),
  recording: `taifex-openapi/${endpoint}.json`,
})
