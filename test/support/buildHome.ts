import { join } from 'node:path'
import { catalogue } from '../../src/catalogue/index.ts'
import { publishLedger } from '../../src/derive/ledgerFile.ts'
import { publishGaps } from '../../src/ingest/gaps/publish.ts'
import { openLake } from '../../src/lake/lake.ts'
import { buildMarket } from '../../src/market/build.ts'
import { defaultOptions } from '../../src/market/world.ts'
import { publishPages } from '../../src/pages/publish.ts'

type HomeOptions = {
  /** The evening of the build, and the newest day it publishes. */
  readonly at: string
  readonly through: string
  /** Datasets without their long histories; all of them, with these, where left out. */
  readonly only?: readonly string[]
  readonly from?: string
  /** The first day that is simulated, where not all datasets are built: every refresh simulates from there. */
  readonly movesFrom?: string
}

/** Builds a home folder with the small market. */
export async function buildHome(
  home: string,
  { at, through, only, from = '2025-12-01', movesFrom = '2025-01-02' }: HomeOptions,
): Promise<void> {
  const now = () => new Date(at)
  const shared = { datasets: catalogue, memory: '1GB', now }
  const lake = openLake({ root: join(home, 'demo/lake'), origin: 'demo', ...shared })
  const span = { from, eventsFrom: '2025-01-01', ...(only ? { longFrom: from, movesFrom } : {}) }
  const options = { ...defaultOptions(1, through), ...span }
  const given = { lake, now, seed: 1, options, through } as const
  const version = await buildMarket({ ...given, ...(only ? { only } : {}) })
  await publishLedger({ root: join(home, 'demo/ledger'), memory: '1GB' }, version)
  await publishGaps({ root: join(home, 'demo/gaps'), memory: '1GB', now }, version)
  await publishPages({ root: join(home, 'demo/pages'), ...shared }, version)
}
