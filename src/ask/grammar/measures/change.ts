import { findComputed } from '../../computed.ts'
import type { Column, Measure, Window } from '../../representation.ts'
import type { Reading } from '../senses.ts'
import type { Time } from '../time/time.ts'
import { type Meant, percent } from './phrase.ts'
import { windowFor } from './window.ts'

/** Balances whose change since the day before is published beside them. */
const published: Readonly<Record<string, { change: string; previous: string }>> = {
  margin_purchase_balance: { change: 'margin_change', previous: 'margin_purchase_previous_balance' },
  short_sale_balance: { change: 'short_change', previous: 'short_sale_previous_balance' },
  sbl_short_sale_balance: { change: 'sbl_short_sale_change', previous: 'sbl_short_sale_previous_balance' },
  margin_purchase_balance_amount: {
    change: 'margin_amount_change',
    previous: 'margin_purchase_previous_balance_amount',
  },
}

/** The balances that changes since the day before are of. */
export const balancesOf = (readings: readonly Reading[]): Reading[] =>
  readings.flatMap((reading) => {
    const found = Object.entries(published).find(([, { change }]) => change === reading.column)
    return found ? [{ ...reading, column: found[0] }] : []
  })

/** How a measure moved: since the row before, or since a window began. */
export function changeOf(
  of: Meant,
  time: Time | undefined,
  asPercent: boolean,
): { measure: Measure; previous?: Measure } {
  const { measure } = of
  const window = time ? windowFor(time, of.dataset) : undefined
  const step = !window || ['latest', 'back', 'on'].includes(window.kind)
  if (step && measure.kind === 'column') {
    const known = published[measure.column]
    if (known && findComputed(measure.dataset, known.change)) {
      const change: Column = { ...measure, column: known.change }
      const previous: Column = { ...measure, column: known.previous }
      return { measure: asPercent ? percent(change, previous) : change, previous }
    }
  }
  const since: Window = step ? { kind: 'back', n: 1 } : window
  return { measure: { kind: 'change', of: measure, since, as: asPercent ? 'percent' : 'difference' } }
}
