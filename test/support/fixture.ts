import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withLock } from '../../src/lake/lock.ts'
import { fixturePrefix, removeUnused } from './unusedFixtures.ts'

/** The evening the fixture's newest day is published, and that day. */
export const builtAt = '2026-11-13T18:30:00+08:00'
export const builtThrough = '2026-11-13'

const source = join(import.meta.dirname, '../../src')

/** Where a run of all tests tells each of its files the name of its code. */
const codeVariable = 'FORMOSA_TEST_CODE'

/**
 * A name for the code that makes the fixture, so that changed code makes another one. It is read once a run; a copy of
 * the code that a test has changed has a name of its own.
 */
export function codeName(): string {
  const [knownName, of] = process.env[codeVariable]?.split(' of ') ?? []
  if (knownName !== undefined && of === source) return knownName
  const hash = createHash('sha256')
  for (const file of globSync('{catalogue,lake,derive,market,pages,ingest/gaps}/**/*.{ts,tsv}', { cwd: source }).sort())
    if (!file.endsWith('.test.ts')) hash.update(file).update(readFileSync(join(source, file)))
  const name = hash.digest('hex').slice(0, 16)
  process.env[codeVariable] = `${name} of ${source}`
  return name
}

/** Datasets of the few that are enough where a test builds, grows or repairs a market: a day of all takes half a minute. */
const fewDatasets = [
  'TaiwanStockPrice',
  'TaiwanStockPER',
  'TaiwanStockMarginPurchaseShortSale',
  'TaiwanStockOverview',
  'TaiwanStockTradingDate',
  'GoldPrice',
] as const

/** The markets of tests: a year with a new year inside, of all datasets or of the few; and ten weeks of the few. */
const markets = {
  all: {},
  few: { only: fewDatasets },
  brief: { only: fewDatasets, from: '2026-09-01', movesFrom: '2026-08-03' },
} as const

/**
 * A home folder with a small market and its pages. Made once for all tests of a machine and never written to: tests
 * that change something take a copy.
 */
async function fixtureHome(market: keyof typeof markets): Promise<string> {
  const current = join(tmpdir(), `${fixturePrefix}${codeName()}`)
  const home = market === 'all' ? current : `${current}-${market}`
  mkdirSync(tmpdir(), { recursive: true })
  await withLock(`${home}.lock`, { patienceMs: 1_800_000 }, async () => {
    if (existsSync(home)) return utimesSync(home, new Date(), new Date())
    const { buildHome } = await import('./buildHome.ts')
    const scratch = `${home}.new`
    rmSync(scratch, { recursive: true, force: true })
    await buildHome(scratch, { at: builtAt, through: builtThrough, ...markets[market] })
    renameSync(scratch, home)
    removeUnused(tmpdir(), current)
  })
  return home
}

/**
 * A copy of the fixture that a test may grow. Files are linked, since nothing ever writes to a published one: a test
 * that damages a file must put another in its place.
 */
export async function copyOfFixture(folder: string): Promise<string> {
  execFileSync('cp', ['-al', await fixtureHome('all'), folder])
  return folder
}

/** A copy of the fixture's lake alone, a tenth of its files, for tests that serve no pages. */
export async function copyOfLake(folder: string): Promise<string> {
  mkdirSync(join(folder, 'demo'), { recursive: true })
  execFileSync('cp', ['-al', join(await fixtureHome('all'), 'demo/lake'), join(folder, 'demo/lake')])
  return folder
}

/** The same of the market of the few datasets. */
export async function copyOfFew(folder: string): Promise<string> {
  execFileSync('cp', ['-al', await fixtureHome('few'), folder])
  return folder
}

/** The same of ten weeks of it, for tests that send all of its files to an object store, or read a few rows. */
export async function copyOfBrief(folder: string): Promise<string> {
  execFileSync('cp', ['-al', await fixtureHome('brief'), folder])
  return folder
}

/** The few with the users, keys and secret of another home: two services never share a home itself. */
export async function copySharingAccounts(folder: string, home: string): Promise<string> {
  await copyOfFew(folder)
  for (const name of ['control.sqlite', 'secret'])
    if (existsSync(join(home, name))) symlinkSync(join(home, name), join(folder, name))
  return folder
}
