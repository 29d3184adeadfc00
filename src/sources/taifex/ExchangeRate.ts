import { download, taifex, taifexDays } from './answer.ts'
import { referenceRates } from './referenceRates.ts'

/** Reference rates of any days. */
export const dailyFxRateDown = taifex(referenceRates, {
  endpoint: 'dailyFXRateDown',
  role: 'part',
  span: 'range',
  longest: 31,
  encoding: 'big5',
  request: (asked) => download('dailyFXRateDown', asked),
  parse: taifexDays(referenceRates),
})
