import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { isAnswered, type Judged, judged, mayBeAnswered } from '../src/ask/reader/answered.ts'
import { evidenceOf } from '../src/ask/reader/evidence.ts'
import type { Gate } from '../src/ask/reader/gate.ts'
import { guessWith } from '../src/ask/reader/guess.ts'
import { createReadings, type Reading } from '../src/ask/reader/readings.ts'
import type { Run } from '../src/ask/relation.ts'
import { type Gold, readGold } from '../test/support/score/gold.ts'
import { matches, type Table } from '../test/support/score/matches.ts'
import type { Question } from '../test/support/score/score.ts'
import { openKept } from './kept.ts'
import { openMarket } from './open.ts'

/** Asks a model the questions of a file and compares its rows with the gold: without a gate, then by probability. */
const { values } = parseArgs({
  options: {
    home: { type: 'string', default: 'data' },
    model: { type: 'string' },
    questions: { type: 'string' },
    /** Golds as `src/ask/gold/published.sql` has them, of questions that stand without. */
    gold: { type: 'string' },
    width: { type: 'string', default: '4' },
    show: { type: 'boolean', default: false },
    out: { type: 'string' },
    /** A file that keeps guesses and rows from one run to the next; it must be of one market and of these models. */
    kept: { type: 'string' },
  },
})
const market = await openMarket(values.home)
const { facts } = market
const kept = openKept(values.kept)
const select = (sql: string) => kept('rows', sql.replace(/^(?:--.*\n)+/, ''), () => market.select(sql))
const guess = guessWith(values.model!.split(','), false)
const find = createReadings((question) => kept('guess', JSON.stringify(question), async () => guess(question)), facts)
const stocks = new Set(facts.securities.filter(({ type }) => type === 'stock').map(({ id }) => id))
/** A question of a set; those of strangers (`blind/`) stand with their gold SQL. */
type Line = Question & { readonly intent: string; sql?: string; alt_sql?: readonly string[]; ordered?: boolean }
const lines: Line[] = readFileSync(values.questions!, 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line))
const plain = { order: null, limit: null, stocks: false }
/** A gold that ends with an order and a limit, with the place of each row, so that what ties at the limit is known. */
function withPlaces(sql: string, isOrdered: boolean): Gold[] {
  const [whole, by, most] = /\border by ((?:(?!\border by\b)[^;])+?)(?:\s+limit (\d+))?\s*;?\s*$/i.exec(sql) ?? []
  if (!whole || (!most && !isOrdered) || /\bfrom\b|\boffset\b/i.test(by!)) return []
  const rest = sql.slice(0, -whole.length)
  // What follows the first key parts ties alone.
  const key = /^(?:[^,()]|\((?:[^()]|\([^()]*\))*\))+/.exec(by!)![0]
  const isByNumber = /^\d+\b/.test(key)
  const gold = {
    order: { column: 'place', descending: false },
    limit: most ? Number(most) : null,
    stocks: false,
    place: isOrdered ? 'in order' : 'any order',
  } as const
  const rank = `rank() OVER (ORDER BY ${isByNumber ? `#${key}` : key}) AS place`
  const keep = most ? ` WHERE place <= ${most}` : ''
  // The order may be of columns of the answer, by name or by number, or of what the answer does not tell.
  const names = `SELECT * FROM (SELECT *, ${rank} FROM (${rest}))${keep}`
  const { from } = [...rest.matchAll(/\(|\)|\bfrom\b/gi)].reduce(
    (state, { 0: token, index }) => ({
      depth: state.depth + (token === '(' ? 1 : token === ')' ? -1 : 0),
      from: state.depth === 0 && /from/i.test(token) ? index : state.from,
    }),
    { depth: 0, from: -1 },
  )
  const inside = `SELECT * FROM (${rest.slice(0, from)}, ${rank} ${rest.slice(from)})${keep}`
  return [names, ...(isByNumber || from < 0 ? [] : [inside])].map((one) => ({ sql: one, ...gold }))
}
const golds: ReadonlyMap<string, readonly Gold[]> = values.gold
  ? readGold(readFileSync(values.gold, 'utf8'))
  : new Map(
      lines.map(({ id, sql, alt_sql = [], ordered = false }) => {
        const own = sql === undefined ? [] : [sql, ...alt_sql]
        const placed = own.flatMap((one) => withPlaces(one, ordered))
        return [id, [...(ordered && placed.length > 0 ? [] : own.map((one) => ({ sql: one, ...plain }))), ...placed]]
      }),
    )
/** What calibrate.ts fits the gate to. */
type Result = Judged & {
  id: string
  isAnswerable: boolean
  isRight: boolean
  isRightFirst: boolean
  isRightLater: boolean
  category: string
  /** What the reading leaves out of the question, or has beyond it. */
  lapses: readonly string[]
}
const run: Run = (sql) => select(sql).catch(() => null)
const results: Result[] = []
const spent: number[] = []
for (const { id, question, expects, category, intent } of lines) {
  const began = performance.now()
  const found = await find(question, Number(values.width))
  const { readings, encoded } = found
  spent.push(performance.now() - began)
  const isAnswerable = expects === 'rows'
  const isRightReading = async (reading: Reading | undefined): Promise<boolean> => {
    if (!reading || !isAnswerable) return false
    try {
      const table = (await select(reading.sql)) as Table
      for (const gold of golds.get(id) ?? []) {
        const wanted = (await select(gold.sql).catch(() => null)) as Table | null
        // A gold with places is one of two ways to write it; the other cannot be run.
        if (!wanted) continue
        if (matches(gold, wanted, table)) return true
        const at = wanted.columns.indexOf('stock_id')
        const rows = wanted.rows.filter((row) => stocks.has(String(row[at])))
        if (gold.stocks && at >= 0 && matches(gold, { ...wanted, rows }, table)) return true
      }
    } catch {}
    return false
  }
  const { answer: best, evidence } =
    readings.length > 0 ? await evidenceOf(found, run) : { answer: undefined, evidence: null }
  const isRight = await isRightReading(best)
  const isRightFirst = await isRightReading(readings[0])
  const isRightLater =
    isRight || isRightFirst || (await isRightReading(readings[1])) || (await isRightReading(readings[2]))
  results.push({
    id,
    isAnswerable,
    isRight,
    isRightFirst,
    isRightLater,
    category,
    ...(best && evidence ? judged(question, found, best, evidence) : { isWhole: false, isSure: false, evidence: null }),
    lapses: best?.lapses ?? [],
  })
  if (values.show && isAnswerable && !isRight)
    process.stdout.write(
      `${id} ${(best?.probability ?? 0).toFixed(2)} r${found.refusal.toFixed(2)} ${isRightLater ? 'LATER ' : ''}${question}\n     ${encoded.words.join(' ').slice(0, 150)}\n     want: ${intent}\n     got:  ${best?.words.join(' ')}\n`,
    )
}
const sets = Map.groupBy(results, ({ id }) => /^[^\d]+/.exec(id)![0])
/** The gate as it is released. */
const gate: Gate = JSON.parse(readFileSync(new URL('../src/ask/reader/gate.json', import.meta.url), 'utf8'))
for (const [set, own] of [...sets, ['all', results] as const]) {
  const answerable = own.filter((one) => one.isAnswerable)
  const row = (threshold: number): string => {
    const answered = own.filter((one) => mayBeAnswered(one) && one.evidence!.probabilities[0]! >= threshold)
    const right = answered.filter(({ isRight }) => isRight).length
    const wrong = answered.filter((one) => one.isAnswerable && !one.isRight).length
    return `${threshold}: ${right} right, ${wrong} wrong, ${answered.filter((one) => !one.isAnswerable).length} of ${own.length - answerable.length} refusals answered`
  }
  const passed = own.filter((one) => isAnswered(one, gate))
  process.stdout.write(
    `${set} through the gate: ${passed.filter(({ isRight }) => isRight).length} right, ${passed.filter((one) => one.isAnswerable && !one.isRight).length} wrong of ${answerable.length}; ${passed.filter((one) => !one.isAnswerable).length} of ${own.length - answerable.length} refusals answered\n`,
  )
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
