import { referenceRates } from './referenceRates.ts'
import { taifexFile } from './response.ts'

/** Reference rates of any days. */
export const dailyFxRateDown = taifexFile(referenceRates, 'dailyFXRateDown', {
  role: 'part',
  choice: 'beside',
  longest: 31,
})
