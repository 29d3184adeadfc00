import { referenceRates } from '../taifex/referenceRates.ts'
import { ofTheDay, taifexList } from './response.ts'

/** Reference rates of the last two months, which no bank quotes. */
export const dailyForeignExchangeRates = taifexList(referenceRates, 'DailyForeignExchangeRates', ofTheDay, {
  role: 'part',
  choice: 'beside',
  recorded: '.json',
})
