import { find } from '../../../catalogue/index.ts'
import { frequencyOf } from '../../calendar.ts'
import type { Window } from '../../representation.ts'
import type { Time } from '../time/time.ts'

/** Days of the calendar where the dataset does not follow the Taiwan market. */
const abroad = new Set([
  'USStockPrice',
  'GoldPrice',
  'CrudeOilPrices',
  'USBondYield',
  'ExchangeRate',
  'CentralBankRate',
])

/** Numbers of days that stand for weeks, months and years of the calendar. */
const calendarDays = new Set([7, 14, 30, 60, 90, 180, 365])

/** The window a time means for a dataset. */
export function windowFor(time: Time, dataset: string): Window {
  const { window, loose } = time
  if (loose && window.kind === 'last' && abroad.has(dataset) && calendarDays.has(window.n))
    return { ...window, unit: 'day' }
  const frequency = frequencyOf(find(dataset)!)
  if (window.kind === 'last' && window.n === 1 && window.unit === frequency && frequency !== 'day')
    return { kind: 'latest' }
  // The month or quarter that closed last is the newest one there are figures of.
  if (window.kind === 'previous' && (window.n ?? 1) === 1 && window.unit === frequency && frequency !== 'week')
    return { kind: 'latest' }
  return window
}
