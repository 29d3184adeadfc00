import assert from 'node:assert/strict'
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { buildHome } from '../../test/support/buildHome.ts'
import { builtAt, builtThrough } from '../../test/support/fixture.ts'
import { formosaHere } from '../../test/support/inProcess.ts'
import { formosa } from '../../test/support/run.ts'
import { catalogue } from '../catalogue/index.ts'
import { openEngine } from '../lake/engine.ts'
import { openLake, type Version } from '../lake/lake.ts'
import { verify } from '../lake/verify.ts'

/** How many times a refresh is killed; `npm run torture` asks for many. */
const kills = Number(process.env.TORTURE ?? 1)

/** A daily set, a whole one, a snapshot, a rolling window, and three that are computed from others. */
const only = [
  'TaiwanStockPrice',
  'TaiwanStockOverview',
  'TaiwanStockTradingDate',
  'TaiwanStockDividendResult',
  'TaiwanFuturesBrokerDaily',
  'TaiwanFuturesLargeTraders',
  'TaiwanStockPriceAdj',
  'TaiwanStockWeekPrice',
  'TaiwanStock10Year',
]

const root = mkdtempSync(join(tmpdir(), 'formosa-crash-'))
after(() => rmSync(root, { recursive: true, force: true }))

const home = (name: string) => join(root, name)
const settings = (name: string, now: string) => ({ FORMOSA_HOME: home(name), FORMOSA_NOW: now, LOG_LEVEL: 'info' })
const later = '2026-11-16T18:00:00+08:00'
const current = async (name: string): Promise<Version> => {
  const lake = { root: join(home(name), 'demo/lake'), origin: 'demo', datasets: catalogue, memory: '512MB' } as const
  return (await openLake({ ...lake, now: () => new Date(later) }).current())!
}
const versionOf = async (name: string): Promise<string> => (await current(name)).manifest.version
async function assertWhole(name: string): Promise<void> {
  const engine = await openEngine({ memory: '512MB', scratch: join(root, 'spill') })
  try {
    assert.deepEqual(await verify(await current(name), catalogue, engine), [])
  } finally {
    engine.close()
  }
}

const stepsIn = (err: string): number => err.split('"msg":"Refreshing"').length - 1

test(`a refresh killed at ${kills} random moments leaves a whole version and completes to the same bytes`, async () => {
  const span = { from: '2026-10-26', movesFrom: '2026-07-01' }
  await buildHome(home('base'), { at: builtAt, through: builtThrough, only, ...span })
  const base = await versionOf('base')

  cpSync(home('base'), home('calm'), { recursive: true, verbatimSymlinks: true })
  const calmRun = await formosa(['refresh'], settings('calm', later))
  assert.equal(calmRun.code, 0, calmRun.err)
  const calm = await versionOf('calm')
  assert.notEqual(calm, base)

  const reset = () => {
    rmSync(home('storm'), { recursive: true, force: true })
    cpSync(home('base'), home('storm'), { recursive: true, verbatimSymlinks: true })
  }
  reset()
  let killed = 0
  for (let n = 0; killed < kills; n++) {
    assert.ok(n < kills * 3 + 12, 'the kills come too late to hit a refresh')
    // A moment after one of the steps it reports: a fixed delay would often miss on a busy machine.
    const step = Math.ceil(Math.random() * (stepsIn(calmRun.err) - 1))
    const run = await formosa(['refresh'], settings('storm', later), {
      killWhen: (err) => stepsIn(err) >= step,
      killAfterMs: Math.random() * 100,
    })
    if (run.signal === 'SIGKILL') killed++
    await assertWhole('storm')
    const version = await versionOf('storm')
    assert.ok(version === base || version === calm, `version ${version} is neither the old nor the new one`)
    if (version === calm) reset()
    else if (killed % 10 === 0 && killed < kills) {
      assert.equal((await formosa(['refresh'], settings('storm', later))).code, 0)
      assert.equal(await versionOf('storm'), calm)
      assert.deepEqual(readdirSync(join(home('storm'), 'demo/lake/versions')).length, 2)
      reset()
    }
  }
})

test('two refreshes at once after a killed one: the second waits, and both end with the same version', async () => {
  const runs = await Promise.all([
    formosa(['refresh'], settings('storm', later)),
    formosa(['refresh'], settings('storm', later)),
  ])
  assert.deepEqual(
    runs.map(({ code }) => code),
    [0, 0],
  )
  assert.ok(runs.some(({ err }) => /waiting for it to finish|Nothing is due/.test(err)))
  assert.equal(await versionOf('storm'), await versionOf('calm'))
  assert.equal(readdirSync(join(home('storm'), 'demo/lake/versions')).length, 2)
  const check = await formosaHere(['verify'], settings('storm', later))
  assert.equal(check.code, 0, check.out)
})
