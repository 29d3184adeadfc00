import { find } from '../../catalogue/index.ts'
import type { Column, Representation } from '../representation.ts'
import { freeName } from './withColumnsOf.ts'

/** Columns that say the same in a number and in a word, by dataset: a question for one wants both. */
const pairs: Readonly<Record<string, readonly string[]>> = {
  TaiwanFearAndGreedIndex: ['fear_greed_score', 'fear_greed_label'],
  TaiwanMonthlyEconomicIndicator: ['monitoring_score', 'monitoring_light'],
}
const fiscalPeriod = ['fiscal_year', 'fiscal_quarter']

/** What is told beside the values of a meaning, whether it is told already or not. */
function companionsOf({ dataset, select, shape }: Representation): Column[] {
  const own = select.flatMap(({ of }) => (of.kind === 'column' && of.dataset === dataset ? [of] : []))
  const pair = pairs[dataset] ?? []
  const told = own.find(({ column }) => pair.includes(column))
  const beside = told && shape !== 'groups' ? pair.map((column): Column => ({ kind: 'column', dataset, column })) : []
  // The last day of a quarter alone does not name the fiscal quarter.
  const [value] = 'fiscal_quarter' in find(dataset)!.columns && shape === 'series' ? own : []
  if (value) beside.push(...fiscalPeriod.map((column) => ({ ...value, column })))
  // An average of the close says little without the close.
  if (shape === 'entities')
    for (const { of } of select)
      if ((of.kind === 'average' || of.kind === 'indicator') && of.of?.kind === 'column') beside.push(of.of)
  return beside
}

/** A meaning that tells with each value what belongs beside it. */
export function withCompanions(representation: Representation): Representation {
  const select = [...representation.select]
  for (const of of companionsOf(representation)) {
    const isTold = select.some((output) => JSON.stringify(output.of) === JSON.stringify(of))
    if (!isTold) select.push({ as: freeName(of.column, select), of })
  }
  return select.length === representation.select.length ? representation : { ...representation, select }
}
