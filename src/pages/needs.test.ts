import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { builtAt, copyOfBrief } from '../../test/support/fixture.ts'
import { catalogue } from '../catalogue/index.ts'
import { currentFolder } from '../lake/files.ts'
import { openLake } from '../lake/lake.ts'
import { publishPages } from './publish.ts'

const root = mkdtempSync(join(tmpdir(), 'formosa-needs-'))
after(() => rmSync(root, { recursive: true, force: true }))

test('pages are built while their dependency is prepared, and served only if it succeeds', async () => {
  const home = await copyOfBrief(join(root, 'home'))
  // Two datasets are enough to have pages, and few rows.
  const datasets = catalogue.filter(({ name }) => name === 'GoldPrice' || name === 'TaiwanStockTradingDate')
  const shared = { datasets, memory: '512MB', now: () => new Date(builtAt) }
  const version = (await openLake({ root: join(home, 'demo/lake'), origin: 'demo', ...shared }).current())!
  const served = join(home, 'demo/pages')
  const before = await currentFolder(served, 'pages')
  for (const [place, first] of [
    [served, before],
    [join(root, 'fresh'), null],
  ] as const) {
    const options = { root: place, ...shared }
    const failed = Promise.reject(new Error('no gaps'))
    failed.catch(() => {})
    await assert.rejects(publishPages(options, version, { anew: true, needs: failed }), /no gaps/)
    assert.equal(await currentFolder(place, 'pages'), first)

    const { promise: needs, resolve } = Promise.withResolvers<void>()
    const { promise: encoded, resolve: onEncoded } = Promise.withResolvers<void>()
    const made = publishPages(options, version, {
      anew: true,
      needs,
      onStep: (done, of) => done === of - 1 && onEncoded(),
    })
    await encoded
    await sleep(50)
    assert.equal(await currentFolder(place, 'pages'), first, 'every dataset is encoded, and none is served')
    resolve()
    assert.equal((await made).folder, await currentFolder(place, 'pages'))
  }
})
