import { columnsOf, type Dataset } from '../../catalogue/dataset.ts'
import { dateOf } from '../../days.ts'
import type { Tables } from '../../derive/derivation.ts'
import { unitsSql, wideDecimalSql } from '../../derive/rounding.ts'
import { readRows } from '../../derive/rows.ts'
import { dayNumberSql } from '../../derive/sql.ts'
import type { Field } from '../../fields.ts'
import { quote } from '../../lake/schema.ts'

/**
 * Months of a published series on a straight line: the publisher interpolated them without saying so. The rows are
 * loaded as published, and the report warns.
 * Four equal steps are enough: in 44 years of the 30 series of business indicators, measured figures have at most two,
 * interpolated ones five. Scores are whole numbers of few values, reach four by chance, and are not checked.
 */
const fewest = 4

/** Steps of fewer units than this, such as a rate's, are equal by chance. */
const coarse = 100

/** A step of this many units may differ by one, from rounding. */
const longSteps = 1000

const isSeries = ({ category, date }: Dataset): boolean => category === 'other' && date === 'report_month'

type Month = { readonly month: string; readonly value: number }

const isSameStep = (step: number, before: number): boolean =>
  Math.abs(step - before) <= (Math.abs(step) >= longSteps ? 1 : 0)

const monthsBetween = (from: string, to: string): number =>
  (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(to.slice(5, 7)) - Number(from.slice(5, 7))

type Run = { readonly from: string; readonly to: string; readonly steps: number; readonly step: number }

/** The longest runs of equal steps between consecutive months. */
function runsIn(months: readonly Month[]): Run[] {
  const runs: Run[] = []
  let [steps, step] = [0, 0]
  const close = (at: number) => {
    if (steps >= fewest) runs.push({ from: months[at - steps]!.month, to: months[at]!.month, steps, step })
    steps = 0
  }
  for (let at = 1; at < months.length; at++) {
    const [before, month] = [months[at - 1]!, months[at]!]
    const next = month.value - before.value
    const follows = monthsBetween(before.month, month.month) === 1
    if (!follows || steps === 0 || !isSameStep(next, step)) {
      close(at - 1)
      steps = follows && Math.abs(next) >= coarse ? 1 : 0
      step = next
    } else steps++
  }
  close(months.length - 1)
  return runs
}

const shown = (units: number, scale: number): string => (units / 10 ** scale).toFixed(scale)

const sentence = (series: string, { from, to, steps, step }: Run, scale: number): string =>
  `${series} changes by ${shown(step, scale)} in each of ${steps} months, from ${from.slice(0, 7)} to ${to.slice(0, 7)}: it looks interpolated, not measured`

/** Warnings about straight runs in the dataset as it will be once `good` is loaded. */
export async function straightRuns(tables: Tables, dataset: Dataset, good: string): Promise<string[]> {
  if (!isSeries(dataset)) return []
  const others = dataset.key.filter((name) => name !== dataset.date)
  const key = dataset.key.map(quote).join(', ')
  const measured = columnsOf(dataset).filter(
    (column): column is [string, Field & { scale: number }] => column[1].kind === 'decimal',
  )
  const found: string[] = []
  for (const [name, { scale }] of measured) {
    const columns = `${key}, ${quote(name)}`
    const values = await readRows<{ series: string; day: number; value: number }>(
      tables,
      `WITH good AS (${good}), rows AS (SELECT ${columns} FROM good
         UNION ALL SELECT ${columns} FROM ${quote(dataset.name)} ANTI JOIN good USING (${key}))
       SELECT concat_ws(' ', ${[...others.map(quote), "''"].join(', ')}) AS series,
         ${dayNumberSql(quote(dataset.date))} AS day,
         CAST(${unitsSql(wideDecimalSql(quote(name), scale), scale)} AS DOUBLE) AS value
       FROM rows WHERE ${quote(name)} IS NOT NULL ORDER BY 1, 2`,
    )
    for (const [of, days] of Map.groupBy(values, ({ series }) => series.trim())) {
      const months = days.map(({ day, value }) => ({ month: dateOf(day), value }))
      for (const run of runsIn(months)) found.push(sentence(of === '' ? name : `${name} of ${of}`, run, scale))
    }
  }
  return found
}
