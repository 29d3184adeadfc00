import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { after, test } from 'node:test'
import { createTestClock } from '../../../../test/support/clock.ts'
import { openEventStream, type StreamedEvent } from '../../../../test/support/eventStream.ts'
import { builtAt, builtThrough, copyOfBrief } from '../../../../test/support/fixture.ts'
import { type Service, startService } from '../../../../test/support/service.ts'
import { until } from '../../../../test/support/until.ts'
import { openUsers } from '../../../../test/support/users.ts'
import { catalogue } from '../../../catalogue/index.ts'
import { GoldPrice } from '../../../catalogue/other/GoldPrice.ts'
import { TaiwanStockPER } from '../../../catalogue/technical/TaiwanStockPER.ts'
import { publishLedger } from '../../../derive/ledgerFile.ts'
import { publishGaps } from '../../../ingest/gaps/publish.ts'
import { currentFolder, pointAt } from '../../../lake/files.ts'
import { openLake, type Version } from '../../../lake/lake.ts'
import { growMarket } from '../../../market/build.ts'
import { publishPages } from '../../../pages/publish.ts'

/* What a service announces of its datasets, from versions that were made while it ran, was down or was killed. */

const folder = mkdtempSync(join(tmpdir(), 'formosa-announcer-'))
const home = await copyOfBrief(join(folder, 'home'))
const clock = createTestClock(folder, builtAt)
const shared = { datasets: catalogue, memory: '1GB', now: clock.now }
const lake = openLake({ root: join(home, 'demo/lake'), origin: 'demo', ...shared })
const users = await openUsers(home)
const { key } = await users.add('plus')
let service: Service | null = null
after(async () => {
  await service?.stop()
  await users.close()
  rmSync(folder, { recursive: true, force: true })
})

const start = async (more: Record<string, string> = {}): Promise<Service> => {
  service = await startService(home, { ...clock.settings, ...more })
  return service
}
const events = async (url: string, query = ''): Promise<readonly StreamedEvent[]> => {
  const response = await fetch(`${url}/v1/events?limit=1000${query}`, { headers: { Authorization: `Bearer ${key}` } })
  assert.equal(response.status, 200)
  return ((await response.json()) as { data: StreamedEvent[] }).data
}
const kinds = (found: readonly StreamedEvent[]) =>
  found.map(({ type, data }) => [type, data.dataset, data.date ?? data.last_date])

/** Makes the pages of a version, as the child of a service does. */
async function publish(version: Version): Promise<void> {
  await publishLedger({ root: join(home, 'demo/ledger'), memory: '1GB' }, version)
  await publishGaps({ root: join(home, 'demo/gaps'), memory: '1GB', now: clock.now }, version)
  await publishPages({ root: join(home, 'demo/pages'), ...shared }, version)
}

/** A version with other prices of gold on one day, and without those of another. */
async function correct(day: string, lost: string): Promise<Version> {
  const { manifest } = (await lake.current())!
  const version = await lake.change({ through: manifest.through, maker: manifest.maker }, async (draft) => {
    const gold = await draft.stage(
      GoldPrice,
      `SELECT * REPLACE (CASE WHEN trade_date = '${day}' THEN price_pm + 1 ELSE price_pm END AS price_pm)
       FROM "GoldPrice" WHERE trade_date != '${lost}'`,
    )
    await draft.replace(GoldPrice, `SELECT * FROM "${gold.table}"`)
  })
  return version!
}

const names = ['TaiwanStockPrice', 'TaiwanStockPER', 'TaiwanStockMarginPurchaseShortSale']
let seen = 0

test('a version that is killed between its pages and its announcement is announced at the next start', async () => {
  const first = await start()
  const announced = await until('the datasets are announced', async () => {
    const found = await events(first.url)
    return found.length >= names.length && found
  })
  seen = announced.length
  assert.equal(await first.stop('SIGKILL'), null)
  // Two days and a correction are made while nobody announces them.
  const days: string[] = []
  for (const evening of ['2026-11-16T19:00:00+08:00', '2026-11-17T19:00:00+08:00']) {
    clock.set(evening)
    const made = await growMarket({ lake, now: clock.now })
    days.push(made!.manifest.through)
    await publish(made!)
  }
  clock.turn(60)
  await publish(await correct('2026-11-10', '2026-11-11'))
  const second = await start()
  const found = await until('what was missed is announced', async () => {
    const all = (await events(second.url)).slice(seen)
    return all.some(({ type, data }) => type === 'dataset.corrected' && data.withdrawn > 0) && all
  })
  for (const name of names) {
    const own = found.filter(({ data }) => data.dataset === name && data.date !== undefined)
    assert.deepEqual(
      kinds(own),
      days.map((date) => ['dataset.ready', name, date]),
      name,
    )
    for (const { data } of own) assert.ok(data.rows > 0 && data.first_date === data.date)
  }
  const gold = found.filter(({ type, data }) => type === 'dataset.corrected' && data.dataset === 'GoldPrice').at(-1)!
  const { corrected, withdrawn, inserted, first_date, last_date } = gold.data
  assert.deepEqual([corrected, withdrawn, inserted, first_date, last_date], [1, 1, 0, '2026-11-10', '2026-11-11'])
  assert.equal(new Set(found.map(({ id }) => id)).size, found.length)
  // Oldest versions first.
  const versions = found.map(({ data }) => data.version)
  assert.deepEqual(
    [...new Set(versions)],
    versions.filter((one, n) => one !== versions[n - 1]),
  )
  seen += found.length
  assert.equal(await second.stop(), 0)
  const third = await start()
  const stream = await openEventStream(third.url, key)
  await stream.ready()
  assert.equal((await events(third.url)).length, seen, 'a restart announces nothing again')
  await stream.close()
})

test('a dataset is late once, and restored when it is complete; an earlier version is announced too', async () => {
  const before = (await currentFolder(lake.root, 'lake'))!
  const pagesBefore = (await currentFolder(join(home, 'demo/pages'), 'pages'))!
  await service!.stop()
  clock.turn(60)
  const { manifest } = (await lake.current())!
  const { through } = manifest
  const version = await lake.change({ through, maker: manifest.maker }, async (draft) => {
    const kept = await draft.stage(TaiwanStockPER, `SELECT * FROM "TaiwanStockPER" WHERE trade_date != '${through}'`)
    await draft.replace(TaiwanStockPER, `SELECT * FROM "${kept.table}"`)
  })
  await publish(version!)
  const third = await start({ LOG_LEVEL: 'info' })
  const late = await until('it is late', async () => (await events(third.url, '&types=dataset.late'))[0], {
    log: () => third.output(),
  })
  const { dataset, date, promised_at } = late.data
  assert.deepEqual([dataset, date, promised_at], ['TaiwanStockPER', through, `${through}T18:00:00+08:00`])
  assert.equal(await third.stop(), 0)

  // The operator goes back to the version before.
  await pointAt(join(lake.root, 'current'), join('versions', basename(before)), join(folder, 'lake-link'))
  await pointAt(
    join(home, 'demo/pages', 'current'),
    join('versions', basename(pagesBefore)),
    join(folder, 'pages-link'),
  )
  const fourth = await start()
  const restored = await until('it is restored', async () => {
    const found = await events(fourth.url, '&types=dataset.restored')
    return found.length === 2 && found
  })
  assert.deepEqual(
    restored.map(({ data }) => [data.dataset, data.reason, data.date, data.version]),
    ['earlier_version', 'complete'].map((reason) => ['TaiwanStockPER', reason, through, manifest.version]),
  )
  assert.equal((await events(fourth.url, '&types=dataset.late')).length, 1)
  assert.equal(await fourth.stop(), 0)
})

test('prices that changed between two starts are announced with those before', async () => {
  const one = await start({ AGENT_PAY_PRICES: 'GoldPrice=1500' })
  const [first, ...others] = await until('the price is announced', async () => {
    const found = await events(one.url, '&types=price.changed')
    return found.length > 0 && found
  })
  assert.deepEqual([first!.data.dataset, first!.data.amount, first!.data.amount_before], ['GoldPrice', '1500', '1000'])
  // An answer costs as much as the dearest dataset.
  assert.deepEqual(
    others.map(({ data }) => [data.dataset, data.amount]),
    [[null, '1500']],
  )
  assert.ok(builtThrough < '2026-11-16')
})
