import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { Belief } from '../src/ask/reader/beam.ts'
import { guessWith } from '../src/ask/reader/guess.ts'
import { createReadings, marginOf } from '../src/ask/reader/readings.ts'
import { unusedIn } from '../src/ask/reader/unused.ts'
import { type Gold, readGold } from '../src/ask/score/gold.ts'
import { matches, type Table } from '../src/ask/score/matches.ts'
import { openMarket } from './open.ts'

/** Asks a model the questions of a file and compares its rows with the gold: without a gate, then by probability. */
const { values } = parseArgs({
  options: {
    home: { type: 'string', default: 'data' },
    model: { type: 'string' },
    questions: { type: 'string' },
    gold: { type: 'string' },
    width: { type: 'string', default: '4' },
    show: { type: 'boolean', default: false },
    out: { type: 'string' },
  },
})
const { facts, select } = await openMarket(values.home)
const guess = guessWith(values.model!.split(','), false)
const find = createReadings(async (question) => guess(question), facts)
const stocks = new Set(facts.securities.filter(({ type }) => type === 'stock').map(({ id }) => id))
const lines = (file: string) => readFileSync(file, 'utf8').trimEnd().split('\n')
const plain = { order: null, limit: null, stocks: false }
const golds: Map<string, readonly Gold[]> = values.gold!.endsWith('.sql')
  ? readGold(readFileSync(values.gold!, 'utf8'))
  : new Map(
      lines(values.gold!).map((line) => {
        const { id, sql, alt_sql } = JSON.parse(line)
        return [id, [sql, ...alt_sql].map((one: string) => ({ sql: one, ...plain }))]
      }),
    )
type Result = {
  id: string
  isAnswerable: boolean
  isRight: boolean
  probability: number
  unused: number
  refusal: number
  second: number
  isRightLater: boolean
  category: string
  length: number
  isFaulty: boolean
  belief: Belief
  explained: readonly number[]
  margin: number
  meaning: readonly string[]
}
const results: Result[] = []
const spent: number[] = []
for (const line of lines(values.questions!)) {
  const { id, question, expects, category, intent } = JSON.parse(line)
  const began = performance.now()
  const { readings, refusals, encoded, fault } = await find(question, Number(values.width))
  const refusal = [...refusals.values()].reduce((sum, one) => sum + one, 0)
  spent.push(performance.now() - began)
  const isAnswerable = expects === 'rows'
  const rightAt = async (at: number): Promise<boolean> => {
    const reading = readings[at]
    if (!reading || !isAnswerable) return false
    try {
      const table = (await select(reading.sql)) as Table
      for (const gold of golds.get(id) ?? []) {
        const wanted = (await select(gold.sql)) as Table
        if (matches(gold, wanted, table)) return true
        const at = wanted.columns.indexOf('stock_id')
        const rows = wanted.rows.filter((row) => stocks.has(String(row[at])))
        if (gold.stocks && at >= 0 && matches(gold, { ...wanted, rows }, table)) return true
      }
    } catch {}
    return false
  }
  const isRight = await rightAt(0)
  const isRightLater = isRight || (await rightAt(1)) || (await rightAt(2))
  const best = readings[0]
  results.push({
    id,
    isAnswerable,
    isRight,
    isRightLater,
    probability: best?.probability ?? 0,
    second: readings[1]?.probability ?? 0,
    unused: best ? unusedIn(encoded, best.words).length : 0,
    length: encoded.words.length,
    refusal,
    category,
    isFaulty: fault !== null,
    belief: best?.belief ?? { whole: [0], weakest: 0, lowest: 0 },
    explained: best?.explained ?? [],
    margin: marginOf(readings),
    meaning: best?.words ?? [],
  })
  if (values.show && isAnswerable && !isRight)
    process.stdout.write(
      `${id} ${(best?.probability ?? 0).toFixed(2)} r${refusal.toFixed(2)} ${isRightLater ? 'LATER ' : ''}${question}\n     ${encoded.words.join(' ').slice(0, 150)}\n     want: ${intent}\n     got:  ${best?.words.join(' ')}\n`,
    )
}
const sets = Map.groupBy(results, ({ id }) => id[0]!)
for (const [set, own] of [...sets, ['all', results] as const]) {
  const answerable = own.filter((one) => one.isAnswerable)
  const row = (threshold: number): string => {
    const answered = own.filter(
      ({ probability, refusal, unused }) => probability >= threshold && probability > refusal && unused === 0,
    )
    const right = answered.filter(({ isRight }) => isRight).length
    const wrong = answered.filter((one) => one.isAnswerable && !one.isRight).length
    return `${threshold}: ${right} right, ${wrong} wrong, ${answered.filter((one) => !one.isAnswerable).length} of ${own.length - answerable.length} refusals answered`
  }
  process.stdout.write(
    `${set}: ${answerable.filter(({ isRight }) => isRight).length} of ${answerable.length} right without a gate, ${answerable.filter(({ isRightLater }) => isRightLater).length} among the first three\n   ${[0, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7].map(row).join('\n   ')}\n`,
  )
}
if (values.out) writeFileSync(values.out, results.map((one) => JSON.stringify(one)).join('\n'))
spent.sort((a, b) => a - b)
process.stdout.write(
  `reading: median ${spent[spent.length >> 1]!.toFixed(0)} ms, 95th percentile ${spent[Math.floor(spent.length * 0.95)]!.toFixed(0)} ms\n`,
)
process.exit(0)
