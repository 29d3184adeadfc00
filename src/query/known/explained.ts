import { TaiwanStockPrice } from '../../catalogue/technical/TaiwanStockPrice.ts'
import { dateOf, dayOf } from '../../days.ts'
import { type ExplainedAction, explainAction } from '../../derive/explained.ts'
import { ledgerOf } from '../../derive/ledger.ts'
import type { FileReader } from '../../pages/file.ts'
import type { OpenPages } from '../../pages/open.ts'
import { actionsOf, adjustedOf } from './adjusted.ts'
import { inputsAt, newestFirst } from './inputs.ts'

/** Rows of an input that are read at once. */
const atOnce = 64

/** The corporate actions of a stock that were known at an instant, newest first, and the day before which one was missing. */
export function explainedAt(reader: FileReader, pages: OpenPages, id: string, instant: number) {
  const inputs = inputsAt(reader, pages, instant, atOnce)
  const priceFrom = (from: number | null): number | null => {
    const [first] = inputs.rows(TaiwanStockPrice, id, { from, to: null, ascending: true })
    return first ? dayOf(first.row.trade_date as string) : null
  }
  const known = actionsOf(inputs, id, Number.POSITIVE_INFINITY, newestFirst)
  const actions = known.map((one) => ({ ...one, trade_date: priceFrom(one.event_date) }))
  const firstPrice = priceFrom(null) ?? Number.POSITIVE_INFINITY
  const entries = ledgerOf(actions).map((entry, i): ExplainedAction => explainAction(entry, known[i]!.row, firstPrice))
  const { oldest } = adjustedOf(inputs, id, false)
  return { entries: entries.reverse(), unknownBefore: Number.isFinite(oldest) ? dateOf(oldest) : null }
}
