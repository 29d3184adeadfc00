import assert from 'node:assert/strict'
import { globSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { createClient } from '../../../test/support/client.ts'
import { builtAt, copyOfFew } from '../../../test/support/fixture.ts'
import { keyOf, startService } from '../../../test/support/service.ts'
import { until } from '../../../test/support/until.ts'
import { find } from '../../catalogue/index.ts'

const folder = mkdtempSync(join(tmpdir(), 'formosa-first-pages-'))
after(() => rmSync(folder, { recursive: true, force: true }))

/** The usual memory, in which several threads make pages. */
const settings = { FORMOSA_NOW: builtAt, LOG_LEVEL: 'info', FORMOSA_MEMORY: '512MB' }
/** A dataset that is not made first. */
const later = 'TaiwanStockMarginPurchaseShortSale'

test('rows are served while the first pages are made, and what a killed build left is completed', async () => {
  const home = await copyOfFew(join(folder, 'home'))
  const whole = join(folder, 'whole')
  renameSync(join(home, 'demo/pages'), whole)
  const key = await keyOf(home, 'plus')

  const first = await startService(home, settings)
  const early = createClient(first.url, 2)
  try {
    const { checks } = (await early.send('/readyz')).json
    assert.match(checks.data, /^ok(: the pages of \d+ datasets are being made)?$/)
    const request = () => early.send(`/v1/data/${later}?limit=3`, { key })
    let response = await request()
    // On a busy machine the pages take longer than a request waits for them.
    for (let tries = 0; response.status === 503 && tries < 20; tries++) response = await request()
    assert.equal(response.status, 200, response.text)
    assert.equal(response.json.count, 3)
  } finally {
    early.close()
    await first.stop('SIGKILL')
  }
  const lines = first.log().split('\n').slice(0, -1)
  assert.ok(lines.some((line) => JSON.parse(line).msg === 'Making the pages'))

  const second = await startService(home, settings)
  const client = createClient(second.url)
  try {
    await until('every page is made', async () => (await client.send('/readyz')).json.checks.data === 'ok')
    for (const name of readdirSync(join(home, 'demo/lake/current')).filter(find)) {
      const page = await client.send(`/v1/data/${name}?limit=1`, { key })
      assert.equal(page.status, 200, `${name}: ${page.text}`)
      assert.equal(page.json.count, 1, name)
    }
  } finally {
    client.close()
    await second.stop()
  }
  const filesOf = (pages: string) => globSync('*/*.*', { cwd: join(pages, 'current') }).sort()
  const made = join(home, 'demo/pages')
  assert.deepEqual(filesOf(made), filesOf(whole))
  assert.ok(filesOf(made).length > 20)
  for (const name of filesOf(whole))
    assert.ok(readFileSync(join(made, 'current', name)).equals(readFileSync(join(whole, 'current', name))), name)
})
