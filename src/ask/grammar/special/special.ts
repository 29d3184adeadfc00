import type { Representation } from '../../representation.ts'
import type { Gathered } from '../gather.ts'
import { answerBonds } from './bonds.ts'
import { answerBreadth } from './breadth.ts'
import { answerCalendar } from './calendar.ts'
import { answerDays } from './days.ts'
import { answerDerivative } from './derivatives/derivatives.ts'
import { answerDifference } from './difference.ts'
import { answerDividend } from './dividends/dividends.ts'
import { answerEvent } from './events.ts'
import { answerGroups } from './groups.ts'
import { answerIntraday } from './intraday.ts'
import { answerListing } from './listing.ts'
import { answerOverview } from './overview.ts'
import { answerPair } from './pairs.ts'
import { answerPeriods } from './periods.ts'
import { answerCurrency, answerCurve } from './rates.ts'
import { answerShare } from './shares.ts'
import { answerTable } from './tables.ts'
import { answerWarrants } from './warrants.ts'

const ways = [
  answerDerivative,
  answerIntraday,
  answerBreadth,
  answerCurve,
  answerPair,
  answerWarrants,
  answerShare,
  answerDifference,
  answerDays,
  answerDividend,
  answerEvent,
  answerBonds,
  answerCalendar,
  answerPeriods,
  answerGroups,
  answerOverview,
  answerListing,
  answerCurrency,
  answerTable,
]

/** Questions with a shape of their own; null where the general way is right. */
export function special(gathered: Gathered): Representation | null {
  for (const way of ways) {
    const found = way(gathered)
    if (found) return found
  }
  return null
}
