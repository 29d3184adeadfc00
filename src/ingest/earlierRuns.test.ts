import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { type Live, startLive } from '../../test/support/live.ts'
import { catalogue } from '../catalogue/index.ts'
import { openIngest } from './context.ts'
import { failuresOf } from './gaps/failures.ts'
import { openGaps } from './gaps/gap.ts'
import { refresh } from './refresh.ts'

/* A machine that goes on from the version of another one, whose journal and archive it does not have. */

const names = ['TaiwanStockPrice', 'TaiwanStockPER']
const datasets = catalogue.filter(({ name }) => names.includes(name))
const root = mkdtempSync(join(tmpdir(), 'formosa-earlier-'))
let market: Live
before(async () => {
  market = await startLive(root, { only: names })
})
after(async () => {
  await market.stop()
  rmSync(root, { recursive: true, force: true })
})

/** Refreshes as another machine that has the version and its list of gaps. */
async function refreshElsewhere(name: string, instant: string, through: string) {
  market.turn(instant, through)
  const gaps = openGaps(join(market.home, 'live/gaps'))
  const context = openIngest({
    ...market.context,
    folder: join(root, name),
    failures: (version) => gaps(version)?.failures ?? [],
  })
  try {
    return await refresh(context)
  } finally {
    context.close()
  }
}

test('a machine that continues without the previous journal loses no day and revises no row', async () => {
  const days = await market.days('2026-10-30', '2026-11-13')
  const [first, last] = [days[0]!, days.at(-1)!]
  // The source of one dataset fails, and so does its twin.
  const removeFault = market.exchange.addFault({
    path: /peQryDate|tpex_mainboard_peratio_analysis/,
    fault: { kind: 'status', status: 500 },
  })
  const begun = await market.refreshAt(`${first}T23:50:00+08:00`, first)
  removeFault()
  const { failures } = await market.gaps(begun)
  assert.ok(
    failures.some(({ dataset, market: of, to }) => dataset === 'TaiwanStockPER' && of === 'TPEX' && to === first),
  )

  // More trading days later than are always fetched again.
  assert.ok(days.length > 10)
  const gone = await refreshElsewhere('second', `${last}T23:50:00+08:00`, last)
  const comparison = { datasets, from: first, to: last, unprinted: { TaiwanStockPrice: ['spread'] } }
  assert.deepEqual(await market.differences(comparison), [])
  for (const name of names) assert.equal(gone.report.datasets[name]!.changed, 0)
  assert.deepEqual(failuresOf(gone.failures), [])

  const { version } = (await market.lake.current())!.manifest
  const third = await refreshElsewhere('third', `${last}T23:55:00+08:00`, last)
  assert.deepEqual([third.report.version, (await market.lake.current())!.manifest.version], [version, version])
})
