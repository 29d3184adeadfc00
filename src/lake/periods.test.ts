import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { runs as runsOf } from '../../test/support/runs.ts'
import { addDays } from '../days.ts'
import { type DayRows, divide } from './periods.ts'

const oneDay = (day: string, rows: number): DayRows => ({ first: day, last: day, rows })
const sorted = (days: readonly DayRows[]) => days.toSorted((a, b) => (a.first < b.first ? -1 : 1))
/** The periods with their number of rows. */
const named = (days: readonly DayRows[], through: string): [string, number][] => {
  const { periods, across } = divide(days, through)
  assert.deepEqual(across, [])
  return periods.map(({ name, runs }) => [name, runs.reduce((sum, { rows }) => sum + rows, 0)])
}

/** First and last day of a period, told by its name without the code under test. */
function boundsOf(name: string, through: string): [string, string] {
  const [year, month, part] = name.split('-')
  if (name === 'history') return ['0000-01-01', `${Number(through.slice(0, 4)) - 1}-12-31`]
  if (!month) return [`${year}-01-01`, `${year}-12-31`]
  const end = new Date(Date.UTC(Number(year), Number(month), 0)).toISOString().slice(0, 10)
  if (!part) return [`${name}-01`, end]
  const thirds: Record<string, [string, string]> = {
    a: [`${year}-${month}-01`, `${year}-${month}-10`],
    b: [`${year}-${month}-11`, `${year}-${month}-20`],
    c: [`${year}-${month}-21`, end],
  }
  return thirds[part] ?? [name, name]
}

const through = fc.integer({ min: 0, max: 1_200 }).map((n) => addDays('2023-01-01', n))
const rows = fc.oneof(
  fc.integer({ min: 1, max: 300 }),
  fc.integer({ min: 1, max: 30_000 }),
  fc.integer({ min: 1, max: 3_000_000 }),
)
const days = fc
  .uniqueArray(fc.tuple(fc.integer({ min: 0, max: 1_460 }), rows), { selector: ([day]) => day, maxLength: 60 })
  .map((found) => sorted(found.map(([day, count]) => oneDay(addDays('2022-06-01', day), count))))

test('each day lies in one period, inside its bounds, and the periods are in order', () => {
  fc.assert(
    fc.property(days, through, (days, through) => {
      const { periods } = divide(days, through)
      assert.deepEqual(
        periods.flatMap(({ runs }) => runs),
        days,
      )
      for (const { name, runs } of periods) {
        const [from, to] = boundsOf(name, through)
        for (const { first } of runs) assert.ok(from <= first && first <= to, `${first} in ${name}`)
      }
      assert.equal(new Set(periods.map(({ name }) => name)).size, periods.length)
    }),
    runsOf(300),
  )
})

test('a period has at most the rows of its kind, and none could lie with its neighbours', () => {
  fc.assert(
    fc.property(days, through, (days, through) => {
      const found = named(days, through)
      const sum = (within: string, end: string) =>
        days.filter(({ first }) => within <= first && first <= end).reduce((total, { rows }) => total + rows, 0)
      const mostIn = (name: string, [, to]: [string, string]) =>
        name === 'history' ? 100_000 : to < through ? 5_000_000 : 20_000
      for (const [name, count] of found) {
        const bounds = boundsOf(name, through)
        const isDay = name.length === 10
        if (!isDay) assert.ok(count <= mostIn(name, bounds), `${count} rows in ${name}`)
        if (name === 'history') continue
        // The period above it had too many rows.
        const above = isDay
          ? `${name.slice(0, 8)}${name.slice(8) <= '10' ? 'a' : name.slice(8) <= '20' ? 'b' : 'c'}`
          : name.length === 9
            ? name.slice(0, 7)
            : name.slice(0, 4)
        const whole = above === name ? (bounds[1] < `${through.slice(0, 4)}-01-01` ? 'history' : null) : above
        if (whole === null) continue
        const [from, to] = boundsOf(whole, through)
        assert.ok(sum(from, to) > mostIn(whole, [from, to]), `${name} could lie in ${whole}`)
      }
    }),
    runsOf(300),
  )
})

test('periods that are given as the runs of an earlier division are divided like their days', () => {
  fc.assert(
    fc.property(days, through, fc.integer({ min: 0, max: 400 }), (days, through, later) => {
      const next = addDays(through, later)
      const { periods } = divide(days, through)
      let runs: (DayRows & { readonly days: readonly DayRows[] })[] = periods.map(({ runs }) => ({
        first: runs[0]!.first,
        last: runs.at(-1)!.last,
        rows: runs.reduce((sum, { rows }) => sum + rows, 0),
        days: runs,
      }))
      for (let found = divide(runs, next); ; found = divide(runs, next)) {
        if (found.across.length === 0) break
        runs = runs.flatMap((run) =>
          found.across.includes(run) ? run.days.map((day) => ({ ...day, days: [] })) : [run],
        )
      }
      assert.deepEqual(named(runs, next), named(days, next))
    }),
    runsOf(300),
  )
})

test('a new day changes the periods that hold it, and closes those before it', () => {
  fc.assert(
    fc.property(days, through, rows, (days, through, count) => {
      const next = addDays(through, 1)
      const stored = days.filter(({ first }) => first <= through)
      const before = new Map(named(stored, through))
      const after = new Map(named([...stored, oneDay(next, count)], next))
      const isSameYear = next.slice(0, 4) === through.slice(0, 4)
      for (const [name, held] of before) {
        if (after.get(name) === held) continue
        const [from, to] = boundsOf(name, through)
        const turned = boundsOf(through.slice(0, isSameYear ? 7 : 4), through)
        const isOpen = to >= through
        const isOfTurned = !isSameYear && (name === 'history' || (turned[0] <= from && to <= turned[1]))
        const isOfMonth = through.slice(0, 7) !== next.slice(0, 7) && turned[0] <= from && to <= turned[1]
        const isOfThird = name.length === 10 && name.slice(0, 7) === through.slice(0, 7)
        assert.ok(isOpen || isOfTurned || isOfMonth || isOfThird, `${name} before ${next}`)
      }
    }),
    runsOf(300),
  )
})

test('the open year of a giant stands in months, thirds and days, and its closed years in months', () => {
  const daily = (from: string, to: string, rows: number): DayRows[] => {
    const found: DayRows[] = []
    for (let day = from; day <= to; day = addDays(day, 1)) found.push(oneDay(day, rows))
    return found
  }
  const stored = daily('2025-11-15', '2026-02-13', 100_000)
  assert.deepEqual(named(stored, '2026-02-13'), [
    ['2025', 4_700_000],
    ['2026-01', 3_100_000],
    ['2026-02-a', 1_000_000],
    ['2026-02-11', 100_000],
    ['2026-02-12', 100_000],
    ['2026-02-13', 100_000],
  ])
  assert.deepEqual(named([...daily('2025-10-01', '2025-11-14', 180_000), ...stored], '2026-02-13').slice(0, 5), [
    ['2025-10-a', 1_800_000],
    ['2025-10-b', 1_800_000],
    ['2025-10-c', 1_980_000],
    ['2025-11', 4_120_000],
    ['2025-12', 3_100_000],
  ])
  assert.deepEqual(named(daily('2025-12-30', '2026-02-13', 400), '2026-02-13'), [
    ['history', 800],
    ['2026', 17_600],
  ])
  // Rows of days to come are open too.
  assert.deepEqual(named([oneDay('2026-02-13', 5_000), oneDay('2027-03-01', 20_001)], '2026-02-13'), [
    ['2026', 5_000],
    ['2027-03-01', 20_001],
  ])
})
