import { referenceRates } from '../taifex/referenceRates.ts'
import { list, listRows, ofTheDay, taifexOpenApi } from './response.ts'

/** Reference rates of the last two months. */
export const dailyForeignExchangeRates = taifexOpenApi(referenceRates, {
  endpoint: 'DailyForeignExchangeRates',
  role: 'part',
  span: 'latest',
  request: list('DailyForeignExchangeRates'),
  parse: listRows(referenceRates, ofTheDay),
  verified: 'taifex-openapi/DailyForeignExchangeRates.json',
})
