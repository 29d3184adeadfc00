import { download, taifex, taifexDays } from './answer.ts'
import { farApart, referenceRates } from './referenceRates.ts'

/** Reference rates, to hold what the bank quoted against. */
export const dailyFxRateDown = taifex(referenceRates, {
  endpoint: 'dailyFXRateDown',
  role: 'witness',
  nearest: farApart,
  span: 'range',
  longest: 31,
  encoding: 'big5',
  request: (asked) => download('dailyFXRateDown', asked),
  parse: taifexDays(referenceRates),
})
