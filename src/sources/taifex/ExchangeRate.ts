import { referenceRates } from './referenceRates.ts'
import { download, taifex, taifexDays } from './response.ts'

/** Reference rates of any days. */
export const dailyFxRateDown = taifex(referenceRates, {
  endpoint: 'dailyFXRateDown',
  role: 'part',
  span: 'range',
  longest: 31,
  encoding: 'big5',
  request: (request) => download('dailyFXRateDown', request),
  parse: taifexDays(referenceRates),
})
