import { columnsIn } from '../../typing.ts'
import type { State } from './state.ts'

const overview = 'TaiwanFutureOptionDailyTotalOverview'

/** What a future traded may be meant of the front month or of all its months, where none is named. */
export function addTotals({ outputs, gathered, about }: State): void {
  if (about.subject !== 'futures' || gathered.has('contract') || gathered.has('night') || gathered.has('actor')) return
  for (const { of } of [...outputs])
    if (of.kind === 'column' && of.dataset === 'TaiwanFuturesDaily' && /^(volume|open_interest)$/.test(of.column))
      outputs.push({ as: `total_${of.column}`, of: { kind: 'column', dataset: overview, column: of.column } })
}

/** A rate is two rates, what the bank buys and sells at; either may be meant where neither is said. */
export function addTwins({ outputs, gathered }: State): void {
  const said = gathered.items.some(({ sense, token }) => sense.t === 'columns' && /買|賣|buy|sell/i.test(token.text))
  if (said) return
  for (const output of [...outputs]) {
    const text = JSON.stringify(output.of)
    if (text.includes('"spot_sell"'))
      outputs.push({ ...output, as: `${output.as}_buy`, of: JSON.parse(text.replaceAll('"spot_sell"', '"spot_buy"')) })
  }
}

/** What else tells one row from another: the month of a bar, the contract of a future. */
export function addLabels({ outputs }: State, dataset: string): void {
  const label = { TaiwanStockMonthPrice: 'month', TaiwanStockWeekPrice: 'week', TaiwanFuturesDaily: 'contract_month' }[
    dataset
  ]
  const like = outputs.flatMap(({ of }) => columnsIn(of)).find((column) => column.dataset === dataset)
  if (label && like && !outputs.some(({ as }) => as === label))
    outputs.push({ as: label, of: { ...like, column: label } })
}
