import { farApart, referenceRates } from '../taifex/referenceRates.ts'
import { list, listRows, ofTheDay, taifexOpenApi } from './answer.ts'

/** Reference rates of the last two months, to hold what the bank quoted against. */
export const dailyForeignExchangeRates = taifexOpenApi(referenceRates, {
  endpoint: 'DailyForeignExchangeRates',
  role: 'witness',
  nearest: farApart,
  span: 'latest',
  request: list('DailyForeignExchangeRates'),
  parse: listRows(referenceRates, ofTheDay),
  verified: 'taifex-openapi/DailyForeignExchangeRates.json',
})
