import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { catalogue } from '../../src/catalogue/index.ts'
import { GoldPrice } from '../../src/catalogue/other/GoldPrice.ts'
import { TaiwanStockPrice } from '../../src/catalogue/technical/TaiwanStockPrice.ts'
import { publishLedger } from '../../src/derive/ledgerFile.ts'
import { publishGaps } from '../../src/ingest/gaps/publish.ts'
import { openLake } from '../../src/lake/lake.ts'
import type { Manifest } from '../../src/lake/manifest.ts'
import { publishPages } from '../../src/pages/publish.ts'
import { replaceExpired } from './bonds.ts'
import { builtAt, builtThrough, copyOfFixture } from './fixture.ts'
import { type Service, startService } from './service.ts'
import { shareOnce } from './sharing.ts'

/** The day whose prices of stocks and of gold are missing, and the next, of which those of one stock are. */
export const [lostDay, lostNext] = ['2026-09-01', '2026-09-02']

/** Why the prices of one market are missing. */
const failure = {
  dataset: 'TaiwanStockPrice',
  market: 'TPEX',
  from: lostDay,
  to: lostDay,
  kind: 'source_failed',
  reason: 'blocked: answered 403',
} as const

async function start(): Promise<Service & { readonly first: Manifest; readonly current: Manifest }> {
  const folder = mkdtempSync(join(tmpdir(), 'formosa-changed-'))
  const home = await copyOfFixture(join(folder, 'home'))
  const now = () => new Date(builtAt)
  const shared = { datasets: catalogue, memory: '1GB', now }
  const lake = openLake({ root: join(home, 'demo/lake'), origin: 'demo', ...shared })
  const { manifest: first } = (await lake.current())!
  const version = await lake.change({ through: builtThrough, maker: first.maker }, async (draft) => {
    const some = `trade_date != '${lostDay}' AND NOT (stock_id = '2317' AND trade_date = '${lostNext}')`
    const prices = await draft.stage(TaiwanStockPrice, `SELECT * FROM "TaiwanStockPrice" WHERE ${some}`)
    await draft.replace(TaiwanStockPrice, `SELECT * FROM "${prices.table}"`)
    const gold = await draft.stage(GoldPrice, `SELECT * FROM "GoldPrice" WHERE trade_date != '${lostDay}'`)
    await draft.replace(GoldPrice, `SELECT * FROM "${gold.table}"`)
    await replaceExpired(draft)
  })
  await publishLedger({ root: join(home, 'demo/ledger'), memory: '1GB' }, version!)
  await publishGaps({ root: join(home, 'demo/gaps'), memory: '1GB', now }, version!, { failures: [failure] })
  await publishPages({ root: join(home, 'demo/pages'), ...shared }, version!)
  const service = await startService(home, { FORMOSA_NOW: builtAt, WORKERS: '2', ADDRESS_LIMIT: '0' })
  return { ...service, first, current: version!.manifest }
}

/**
 * A service of the whole market in a second version, which has lost some prices and most of whose bonds have expired:
 * to make its pages takes longer than to start it, so that the files that read it share it as they do `shareService`.
 */
export const shareChangedService = shareOnce(start, async (service) => {
  const code = await service.stop()
  rmSync(dirname(service.home), { recursive: true, force: true })
  return code
})
