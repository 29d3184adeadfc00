import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { allSteps } from '../../test/support/allSteps.ts'
import { copyOfFew } from '../../test/support/fixture.ts'
import { openFolderStore, type StoredFile } from '../../test/support/folderStore.ts'
import { find } from '../catalogue/index.ts'
import type { Fault } from '../fields.ts'
import { type Cache, openCache } from '../objects/cache.ts'
import { SegmentReader } from '../objects/segments.ts'
import { openPages } from '../pages/open.ts'
import { currentPages } from '../pages/publish.ts'
import { answer, dryRun, type Lender, plan } from './answer.ts'
import { createLibrary, type Library } from './library.ts'
import { type RawParameters, readParameters } from './parameters.ts'
import { type Remote, whenHere } from './remote.ts'

const cursorKeys = [randomBytes(32)] as const
const scratch = mkdtempSync(join(tmpdir(), 'formosa-remote-'))
let leased = 0
const lend: Lender = (size) => {
  leased++
  return { bytes: Buffer.allocUnsafeSlow(size), release: () => leased-- }
}

let local: Library
let folders: ReturnType<typeof openFolderStore>
let files: StoredFile[]
let pagesRoot: string
let folder: string

before(async () => {
  pagesRoot = join(await copyOfFew(join(scratch, 'home')), 'demo/pages')
  const made = (await currentPages(pagesRoot))!
  folder = made.folder
  local = createLibrary(pagesRoot)
  local.replace(openPages(made))
  folders = openFolderStore(scratch)
  files = folders.putFolder(folder)
})
after(() => rmSync(scratch, { recursive: true, force: true }))

/** A library whose files are in a store, with a cache of a part of their bytes. */
async function openRemote(name: string, share: number) {
  const segments = new SegmentReader()
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0)
  const cache: Cache = openCache({
    store: folders.store,
    folder: join(scratch, name),
    mostBytes: total * share,
    onEvicted: (paths) => segments.forget(paths),
  })
  cache.know(files)
  const byPath = new Map(files.map((file) => [file.path, file]))
  const made = (await currentPages(pagesRoot))!
  const pages = openPages(made, (file) => cache.pathOf(byPath.get(file)!.sha256))
  const remote: Remote = {
    segments,
    fetch: async ({ absent, wrong }) => ({ release: await cache.hold(absent, wrong) }),
    fetchVersion: async () => {},
    isGone: () => true,
  }
  const library = createLibrary(pagesRoot, remote)
  library.replace(pages)
  return { library, cache, total }
}

/** A page as a client gets it, and its cursor. */
async function page(library: Library, name: string, raw: RawParameters, isGzip: boolean) {
  const dataset = find(name)!
  const faults: Fault[] = []
  const parsed = readParameters(dataset, raw, faults)
  assert.deepEqual(faults, [])
  const {
    bytes,
    release,
    isGzip: isPacked,
  } = await whenHere(library, () =>
    allSteps(answer(library, cursorKeys, dataset, 'plus', plan(library, cursorKeys, dataset, parsed), lend, isGzip)),
  )
  const text = (isPacked ? gunzipSync(bytes) : bytes).toString()
  release()
  const size = await whenHere(library, () => dryRun(library, plan(library, cursorKeys, dataset, parsed)))
  return { text: text.replace(/"cursor":"[^"]+"/, '"cursor":""'), cursor: JSON.parse(text).cursor, size }
}

const ids = ['2330', '2317', '1101', '0050', '2603', '3008', '2882', '9999']
const queries: readonly (readonly [string, RawParameters])[] = [
  ['TaiwanStockPrice', { limit: '10000' }],
  ['TaiwanStockPrice', { stock_id: '2330', limit: '50' }],
  ['TaiwanStockPrice', { stock_id: ids.join(','), limit: '700' }],
  ['TaiwanStockPrice', { stock_id: ids.join(','), limit: '300', sort: 'asc', include_inactive: 'true' }],
  ['TaiwanStockPrice', { start_date: '2026-03-01', end_date: '2026-06-30', sort: 'asc', limit: '5000' }],
  ['TaiwanStockPER', { stock_id: '2317,2330', columns: 'stock_id,pe_ratio' }],
  ['TaiwanStockMarginPurchaseShortSale', { end_date: '2026-02-10', limit: '2500' }],
  ['GoldPrice', {}],
  ['TaiwanStockOverview', { limit: '10000', include_inactive: 'true' }],
  ['TaiwanStockTradingDate', { limit: '10' }],
  ['TaiwanStockPrice', { stock_id: '2330', as_of: '2026-08-10', limit: '90', include: 'known' }],
  ['TaiwanStockPrice', { as_of: '2026-08-10', limit: '2000' }],
  ['TaiwanStockOverview', { as_of: '2026-01-10', limit: '10000' }],
]

test('a cache of a twentieth of the files answers everything as the files themselves do', async () => {
  const { library, cache, total } = await openRemote('small', 1 / 20)
  for (const [name, raw] of queries)
    for (const isGzip of [false, true]) {
      let here: string | null = null
      let there: string | null = null
      for (let n = 0; n < 3; n++) {
        const at = (cursor: string | null) => (cursor === null ? raw : { cursor })
        const expected = await page(local, name, at(here), isGzip)
        const found = await page(library, name, at(there), isGzip)
        assert.equal(found.text, expected.text, `${name} ${JSON.stringify(raw)}`)
        assert.deepEqual(found.size, expected.size)
        here = expected.cursor
        there = found.cursor
        if (here === null) break
      }
      assert.ok(cache.state().bytes <= total / 20, 'no request is under way')
    }
  assert.ok(cache.state().evicted > 0)
  assert.equal(leased, 0, 'every lent buffer came back')
})

test('wrong bytes are never served: a block is fetched again, and refused where the store goes on', async () => {
  const { library, cache } = await openRemote('wrong', 1)
  const raw = { stock_id: '2330,2317', limit: '200' }
  const { text } = await page(local, 'TaiwanStockPrice', raw, false)
  folders.corruptNext(2)
  assert.equal((await page(library, 'TaiwanStockPrice', raw, false)).text, text)
  assert.ok(cache.state().wrong > 0)
  folders.corruptNext(1_000)
  await assert.rejects(page(library, 'TaiwanStockMarginPurchaseShortSale', { limit: '300' }, true), /wrong bytes/)
  folders.corruptNext(0)
  assert.equal((await page(library, 'TaiwanStockPrice', raw, false)).text, text)
})

test('a page of many ids is brought by a few rounds of fetches', async () => {
  const { library } = await openRemote('rounds', 1)
  let rounds = 0
  const fetch = library.remote!.fetch
  Object.assign(library.remote!, {
    fetch(...given: Parameters<typeof fetch>) {
      rounds++
      return fetch(...given)
    },
  })
  await page(library, 'TaiwanStockPrice', { stock_id: ids.join(','), limit: '10000' }, false)
  assert.ok(rounds <= 6, `${rounds} rounds`)
})

test('a version is opened without a byte of its page files', async () => {
  const { cache } = await openRemote('next', 1)
  assert.deepEqual([cache.state().misses, cache.state().fetchedBytes], [0, 0])
})
