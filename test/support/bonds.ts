import { join } from 'node:path'
import { TaiwanCBOverview } from '../../src/catalogue/convertibles/TaiwanCBOverview.ts'
import { catalogue } from '../../src/catalogue/index.ts'
import { publishLedger } from '../../src/derive/ledgerFile.ts'
import type { Draft } from '../../src/lake/draft.ts'
import { openLake } from '../../src/lake/lake.ts'
import { publishPages } from '../../src/pages/publish.ts'
import { builtAt, builtThrough } from './fixture.ts'

/** Lets most bonds of a draft mature or end early, its example aside: the fixture's year is too short to see that. */
export async function replaceExpired(draft: Draft): Promise<void> {
  await draft.replace(
    TaiwanCBOverview,
    `SELECT * REPLACE (CASE WHEN stock_id = '${TaiwanCBOverview.example}' THEN status ELSE
       CASE row_number() OVER (ORDER BY cb_id) % 3 WHEN 0 THEN 'matured' WHEN 1 THEN 'terminated' ELSE status END
     END AS status) FROM TaiwanCBOverview`,
  )
}

/** Publishes a version with such bonds in a copy of the fixture. */
export async function expireBonds(home: string): Promise<void> {
  const shared = { datasets: catalogue, memory: '1GB', now: () => new Date(builtAt) }
  const lake = openLake({ root: join(home, 'demo/lake'), origin: 'demo', ...shared })
  const { maker } = (await lake.current())!.manifest
  const version = await lake.change({ through: builtThrough, maker }, replaceExpired)
  await publishLedger({ root: join(home, 'demo/ledger'), memory: '1GB' }, version!)
  await publishPages({ root: join(home, 'demo/pages'), ...shared }, version!)
}
