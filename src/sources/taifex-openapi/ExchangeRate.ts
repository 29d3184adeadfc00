import { referenceRates } from '../taifex/referenceRates.ts'
import { ofTheDay, taifexList } from './response.ts'

/** Reference rates of the last two months. */
export const dailyForeignExchangeRates = taifexList(referenceRates, 'DailyForeignExchangeRates', ofTheDay, {
  role: 'part',
  recorded: '.json',
})
