import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { find } from '../src/catalogue/index.ts'
import { addDays, addMonths, dateOf, dayOf } from '../src/days.ts'
import { openPages } from '../src/pages/open.ts'
import { currentPages } from '../src/pages/publish.ts'
import { answer, plan } from '../src/query/answer.ts'
import { createLibrary, type Library } from '../src/query/library.ts'
import { type RawParameters, readParameters } from '../src/query/parameters.ts'
import { copyOfFew } from '../test/support/fixture.ts'

/**
 * What rows as of an instant cost against the same request for the present that ends on that day: the first request of a
 * process, and the least of several more.
 *
 *   node bench/asOf.ts [--home FOLDER] [--short]
 */
const { values } = parseArgs({ options: { home: { type: 'string' }, short: { type: 'boolean', default: false } } })
const scratch = mkdtempSync(join(tmpdir(), 'formosa-bench-'))
const home = values.home ?? (await copyOfFew(join(scratch, 'home')))
const rounds = values.short ? 2 : 20
const cursorKeys = [randomBytes(32)] as const
const lend = (size: number) => ({ bytes: Buffer.allocUnsafeSlow(size), release: () => {} })

const root = join(home, 'demo/pages')
const made = (await currentPages(root))!
const { through } = made.list.manifest

function open(): Library {
  const library = createLibrary(root)
  library.replace(openPages(made))
  return library
}

function time(library: Library, name: string, raw: RawParameters): number {
  const dataset = find(name)!
  const begun = performance.now()
  const parsed = readParameters(dataset, raw, [])
  const steps = answer(library, cursorKeys, dataset, 'plus', plan(library, cursorKeys, dataset, parsed), lend, true)
  while (!steps.next().done);
  return performance.now() - begun
}

const requests: readonly (readonly [string, RawParameters])[] = [
  ['TaiwanStockPrice', { stock_id: '2330', limit: '1000' }],
  ['TaiwanStockPrice', { limit: '1000' }],
  ['TaiwanStockInstitutionalInvestorsBuySell', { stock_id: '2330,2317,1101', limit: '1000' }],
  ['TaiwanStockMonthRevenue', { stock_id: '2330', limit: '100' }],
  ['TaiwanStockFinancialStatement', { stock_id: '2330', limit: '1000' }],
  ['TaiwanStockOverview', { limit: '1000' }],
]
const past = [addDays(through, -1), dateOf(addMonths(dayOf(through), -8)), dateOf(addMonths(dayOf(through), -60))]

console.log(`| request | as of | first ms | as of an instant | ratio | warm ms | as of an instant | ratio |`)
console.log('|---|---|--:|--:|--:|--:|--:|--:|')
for (const [name, raw] of requests.filter(([one]) => one in made.list.known))
  for (const asOf of past) {
    const isOfDays = find(name)!.key.includes('trade_date')
    const plain = isOfDays ? { ...raw, end_date: asOf } : raw
    const measure = (given: RawParameters) => {
      const library = open()
      // The code is warm, the files are not.
      time(library, 'TaiwanStockPER', { stock_id: '2330', limit: '5', as_of: asOf })
      const first = time(library, name, given)
      return { first, warm: Math.min(...Array.from({ length: rounds }, () => time(library, name, given))) }
    }
    measure(plain)
    const [now, then] = [measure(plain), measure({ ...raw, as_of: asOf })]
    const cells = (a: number, b: number) => `${a.toFixed(2)} | ${b.toFixed(2)} | ${(b / a).toFixed(1)}`
    const what = `${name}${raw.stock_id ? `, ${raw.stock_id}` : ''}`
    console.log(`| ${what} | ${asOf} | ${cells(now.first, then.first)} | ${cells(now.warm, then.warm)} |`)
  }
rmSync(scratch, { recursive: true, force: true })
