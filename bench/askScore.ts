import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { loadFacts } from '../src/ask/facts.ts'
import { openGuess } from '../src/ask/reader/guess.ts'
import { createReader, embeddedEngine } from '../src/ask/reader/reader.ts'
import { catalogue } from '../src/catalogue/index.ts'
import { formatTable } from '../src/cli/output.ts'
import { openLake } from '../src/lake/lake.ts'
import { openReader } from '../src/lake/reader.ts'
import { readGold } from '../test/support/score/gold.ts'
import type { Table } from '../test/support/score/matches.ts'
import { type Answer, judge, printable, type Question, report } from '../test/support/score/score.ts'

/**
 * Scores answers by the rows of their gold SQL: of the embedded engine over the lake in --home, or of a running service
 * with --url and --key, whose lake --home must be. Prints accuracy, precision, wrong and declined shares.
 */
const root = join(import.meta.dirname, '..')
const { values } = parseArgs({
  options: {
    home: { type: 'string', default: join(root, 'data') },
    questions: { type: 'string', default: join(root, '../shared/ask/dev-questions.jsonl') },
    gold: { type: 'string', default: join(root, 'src/ask/gold/published.sql') },
    url: { type: 'string' },
    key: { type: 'string', default: '' },
    failures: { type: 'boolean', default: false },
  },
})

const fail = (sentence: string): never => {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}
if (!existsSync(values.questions)) fail(`There is no question file at ${values.questions}; name one with --questions.`)
const questions: Question[] = readFileSync(values.questions, 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line))

const lake = openLake({
  root: join(values.home, 'demo/lake'),
  origin: 'demo',
  datasets: catalogue,
  now: () => new Date(),
  memory: '1GB',
})
const version =
  (await lake.current()) ?? fail(`There is no market in ${values.home}: build one with "formosa market build".`)
const reader = await openReader(version, catalogue, {
  memory: '1GB',
  scratch: join(values.home, 'demo/lake/tmp-score'),
})
const facts = await loadFacts(reader.select)
const models = openGuess()
const { translate } = createReader(facts, models?.guess ?? null)
const spent: number[] = []

const embedded = async (question: string): Promise<Answer> => {
  const began = performance.now()
  const outcome = await translate(question, (sql) => reader.select(sql).catch(() => null))
  spent.push(performance.now() - began)
  if (outcome.kind === 'declined') return { kind: 'declined', code: outcome.code, why: outcome.detail }
  return { kind: 'rows', sql: outcome.sql, table: await reader.select(outcome.sql) }
}

const running = async (question: string): Promise<Answer> => {
  const began = performance.now()
  const response = await fetch(`${values.url}/v1/ask`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${values.key}` },
    body: JSON.stringify({ question, max_rows: 1000 }),
  })
  const body = (await response.json()) as {
    code?: string
    detail?: string
    sql: string
    data: Record<string, unknown>[]
  }
  spent.push(performance.now() - began)
  if (response.status === 422) return { kind: 'declined', code: body.code ?? '', why: body.detail ?? '' }
  if (!response.ok) throw new Error(`${response.status} for ${question}: ${body.detail}`)
  const columns = Object.keys(body.data[0] ?? {})
  const table: Table = { columns, rows: body.data.map((row) => columns.map((name) => row[name])) }
  return { kind: 'rows', sql: body.sql, table }
}

const stocks = new Set(facts.securities.filter(({ type }) => type === 'stock').map(({ id }) => id))
const verdicts = await judge(questions, {
  ask: values.url ? running : embedded,
  select: reader.select,
  golds: readGold(readFileSync(values.gold, 'utf8')),
  stocks,
})
reader.close()
await models?.close()

for (const { question, outcome, note } of verdicts)
  if (outcome !== 'correct' || values.failures)
    process.stdout.write(`${outcome} ${question.id} ${question.question}\n  ${note.replaceAll('\n', '\n  ')}\n`)
const { columns, rows } = printable(report(verdicts))
process.stdout.write(formatTable(columns, rows))
const sorted = spent.toSorted((a, b) => a - b)
const at = (share: number): string =>
  (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1)
process.stdout.write(`${values.url ?? embeddedEngine}: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms\n`)
