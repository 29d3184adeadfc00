import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { callsPerHour } from '../src/access/plans.ts'
import { findPrograms } from '../test/support/programs.ts'
import { cleanEnv } from '../test/support/run.ts'
import { usersFor } from './pages/keys.ts'

/** Short runs of `npm run bench`, so that it works whenever somebody wants to measure; no time is asserted. */
const shortRun = (file: string) =>
  promisify(execFile)(process.execPath, [join(import.meta.dirname, file), '--short'], { env: cleanEnv() })

const figure = String.raw`[\d,.]+`

test('the bench of access ends well and prints its tables', async () => {
  const { stdout } = await shortRun('access.ts')
  assert.match(stdout, new RegExp(String.raw`^\| all of it, as a request does it \| ${figure} \| ${figure} \|$`, 'm'))
  assert.match(
    stdout,
    new RegExp(String.raw`^\| key check, a key that is looked up in SQLite \| ${figure} \| ${figure} \|$`, 'm'),
  )
})

test('the bench of bad payments ends well and prints its table', async () => {
  const { stdout } = await shortRun('pay.ts')
  for (const line of ['plain 402', 'bad signatures', String.raw`ratio \(target 2\)`])
    assert.match(stdout, new RegExp(String.raw`^\| ${line} \| ${figure} \|$`, 'm'))
})

test('the bench of pages ends well and prints its table', async (t) => {
  const { skip } = await findPrograms(['wrk'])
  if (skip !== null) return t.skip(skip)
  const { stdout, stderr } = await shortRun('pages.ts')
  const missing = stderr.match(/left out: .*/g) ?? []
  for (const form of ['identity', 'gzip']) {
    const line = new RegExp(String.raw`^\| one id, 250 rows \| ${form} \| (.+) \|$`, 'm').exec(stdout)?.[1]
    const [rows, bytes, service, constant, pages, nginx, first, postgres, sqlite, duckdb] = (
      line ?? assert.fail(stdout)
    ).split(' | ')
    assert.equal(rows, '250')
    // A server may answer so few requests in less CPU than the system can tell.
    for (const cell of [bytes, service, constant, pages, first, sqlite, duckdb])
      assert.match(cell!, new RegExp(`^(${figure}|∞)$`))
    // What is not installed is named, and its column stays empty.
    assert.equal([nginx, postgres].filter((cell) => cell === '-').length, missing.length, stderr)
  }
  assert.match(stdout, /the calls were made with the keys of \d+ users/)
})

test('the bench of streams ends well and prints its table', async () => {
  const { stdout } = await shortRun('streams.ts')
  for (const kind of ['JSON', 'CSV', 'NDJSON', 'Arrow', 'Parquet files'])
    assert.match(stdout, new RegExp(String.raw`as ${kind} (\| -?[\d,. ]+ ){7}\|$`, 'm'))
})

test('the bench of past instants ends well and prints its table', async () => {
  const { stdout } = await shortRun('asOf.ts')
  assert.match(stdout, new RegExp(String.raw`^\| TaiwanStockOverview \| [\d-]+ (\| ${figure} ){6}\|$`, 'm'))
})

test('the bench of a back-fill ends well and prints its table', async () => {
  const { stdout } = await shortRun('backfill.ts')
  const cells = /^\| 0.25 \| (.+) \|$/m.exec(stdout)?.[1]?.split(' | ') ?? assert.fail(stdout)
  for (const cell of cells) assert.match(cell, new RegExp(`^${figure}$`))
  assert.equal(cells.at(-2), '1', 'one version')
})

test('the bench of the journal ends well and prints its ratio', async () => {
  const { stdout } = await shortRun('journal.ts')
  assert.match(stdout, new RegExp(`^ratio ${figure}$`, 'm'))
})

test('the bench of the site ends well and prints its ratios', async () => {
  const { stdout } = await shortRun('web.ts')
  assert.match(stdout, new RegExp(`^median x ${figure}, p99 x ${figure}$`, 'm'))
})

test('what an event writes does not grow with the years that are stored', async () => {
  const { stdout } = await shortRun('growth.ts')
  const written = (event: string) =>
    [1, 2].map((years) => {
      const line = new RegExp(`^\\| ${event} \\| ${years} \\| (.+) \\|$`, 'm').exec(stdout)?.[1]
      const cells = (line ?? assert.fail(stdout)).split(' | ').map(Number)
      const [rows, , , , , , parts, , files, hidden, , copied] = cells as [number, ...number[]]
      // What stays as it is is a link to the file of the version before.
      assert.equal(copied, 0, event)
      return { rows, parts: parts!, files: files!, hidden: hidden! }
    })
  for (const event of ['day', 'delisting', 'correction']) {
    const [one, two] = written(event)
    assert.deepEqual([two!.rows, two!.parts, two!.files], [one!.rows, one!.parts, one!.files], event)
  }
  // No page is encoded again: the delisted rows of each part are counted.
  assert.ok(written('delisting').every(({ files, hidden }) => files <= 6 && hidden > 0))
})

test('the users of a bench share its calls so that none reaches its quota on a fast machine', () => {
  // A minute of load at 60,000 requests a second; one key alone is refused within the first second.
  assert.ok(usersFor(60) * callsPerHour('plus') > 60 * 60_000)
  assert.ok(usersFor(1) > 1)
})
