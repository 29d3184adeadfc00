import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { find } from '../src/catalogue/index.ts'
import { openPages } from '../src/pages/open.ts'
import { currentPages } from '../src/pages/publish.ts'
import { answer, plan } from '../src/query/answer.ts'
import { createLibrary, type Library } from '../src/query/library.ts'
import { type RawParameters, readParameters } from '../src/query/parameters.ts'
import { allSteps } from '../test/support/allSteps.ts'
import { copyOfFixture } from '../test/support/fixture.ts'

/**
 * What a page of filtered rows costs against a page of as many rows of the same dataset, both as plain JSON: the first
 * request of a library, and the least of several more. The share is that of the matching rows among those compared.
 *
 *   node bench/filters.ts [--home FOLDER] [--short]
 */
const { values } = parseArgs({ options: { home: { type: 'string' }, short: { type: 'boolean', default: false } } })
const scratch = mkdtempSync(join(tmpdir(), 'formosa-bench-'))
const home = values.home ?? (await copyOfFixture(join(scratch, 'home')))
const rounds = values.short ? 2 : 20
const cursorKeys = [randomBytes(32)] as const
const lend = (size: number) => ({ bytes: Buffer.allocUnsafeSlow(size), release: () => {} })

const root = join(home, 'demo/pages')
const made = (await currentPages(root))!

function open(): Library {
  const library = createLibrary(root)
  library.replace(openPages(made))
  return library
}

function time(library: Library, name: string, raw: RawParameters) {
  const dataset = find(name)!
  const begun = performance.now()
  const parsed = readParameters(dataset, raw, [])
  const planned = plan(library, cursorKeys, dataset, parsed)
  const { bytes } = allSteps(answer(library, cursorKeys, dataset, 'plus', planned, lend, false))
  return { ms: performance.now() - begun, count: JSON.parse(bytes.toString()).count as number }
}

/** The least time of some requests, and that of the first one of a library whose code is warm. */
function measure(name: string, raw: RawParameters) {
  time(open(), name, raw)
  const firsts = Array.from({ length: Math.ceil(rounds / 4) }, () => time(open(), name, raw).ms)
  const library = open()
  const { count } = time(library, name, raw)
  return {
    first: Math.min(...firsts),
    warm: Math.min(...Array.from({ length: rounds }, () => time(library, name, raw).ms)),
    count,
  }
}

const requests: readonly (readonly [string, RawParameters, RawParameters])[] = [
  ['TaiwanOptionDaily', {}, { call_put: 'call' }],
  ['TaiwanOptionDaily', {}, { call_put: 'call', trading_session: 'regular' }],
  ['TaiwanOptionDaily', {}, { min_strike_price: '20000' }],
  ['TaiwanOptionDaily', { stock_id: 'TXO' }, { option_id: 'TXO', trading_session: 'regular' }],
  ['TaiwanOptionDaily', {}, { strike_price: '27000' }],
  ['TaiwanStockHoldingSharesPer', {}, { min_level: '9' }],
  ['TaiwanStockHoldingSharesPer', { stock_id: '2330' }, { stock_id: '2330', level: '15' }],
  ['TaiwanStockHoldingSharesPer', {}, { level: '15' }],
  ['TaiwanStockPER', {}, { market: 'TWSE' }],
  ['TaiwanStockFinancialStatement', {}, { type: 'EPS' }],
  ['TaiwanStockDividend', {}, { date: 'cash_ex_date', start_date: '2026-01-01' }],
  ['TaiwanStockPrice', {}, { latest: '1' }],
]

console.log('| request | rows | first ms, without and with the filter | ratio | warm ms | ratio |')
console.log('|---|--:|--:|--:|--:|--:|')
for (const [name, plain, filter] of requests.filter(([one]) => one in made.list.datasets))
  for (const limit of ['100', '1000']) {
    const filtered = measure(name, { ...filter, limit })
    const whole = measure(name, { ...plain, limit: String(Math.max(1, filtered.count)) })
    const cells = (a: number, b: number) => `${a.toFixed(2)}, ${b.toFixed(2)} | ${(b / a).toFixed(1)}`
    const what = Object.entries(filter)
      .map(([key, value]) => `${key}=${value}`)
      .join(' ')
    console.log(
      `| ${name} ${what} | ${filtered.count} | ${cells(whole.first, filtered.first)} | ${cells(whole.warm, filtered.warm)} |`,
    )
  }
rmSync(scratch, { recursive: true, force: true })
