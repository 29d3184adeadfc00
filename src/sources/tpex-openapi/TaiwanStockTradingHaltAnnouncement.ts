import { haltReading } from '../exchange/halts.ts'
import type { FeedRequest } from '../feed.ts'
import { tpexOpenApi } from './response.ts'

const inTheYear = (request: FeedRequest): FeedRequest => {
  const year = request.to.slice(0, 4)
  return { ...request, from: `${year}-01-01`, to: `${year}-12-31` }
}

const titles = {
  id: 'SecuritiesCompanyCode',
  name: 'CompanyName',
  type: null,
  haltDate: 'DateOfSuspendedTrading',
  haltTime: 'TimeOfSuspendedTrading',
  resumptionDate: 'DateOfResumedTrading',
  resumptionTime: 'TimeOfResumedTrading',
  ignore: ['Date', 'Serial'],
}

/** Halts and resumptions of this year, each in a row of its own. */
export const spendiHistory = tpexOpenApi.events(haltReading(titles, inTheYear), '/tpex_spendi_history', {
  recorded: '.json',
})
