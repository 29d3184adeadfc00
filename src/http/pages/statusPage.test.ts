import assert from 'node:assert/strict'
import { dirname } from 'node:path'
import { test } from 'node:test'
import { openApi } from '../../../test/support/api.ts'
import { builtThrough } from '../../../test/support/fixture.ts'
import { shareService } from '../../../test/support/sharedService.ts'
import { number } from '../../web/format.ts'
import type { Status } from '../../web/views/status.ts'

const { home, send, look } = await openApi(shareService())

const read = async (headers: Record<string, string> = {}): Promise<Status> => {
  const response = await send('/v1/status', { headers })
  assert.equal(response.status, 200, response.text)
  assert.equal(response.headers['cache-control'], 'no-store')
  return response.json as Status
}

test('the state agrees with the catalogue, with /readyz and with the version', async () => {
  const status = await read()
  const { datasets } = (await send('/v1/data?coverage=full&include=derived')).json as {
    datasets: { name: string; coverage: { last_date: string; row_count: number; missing: object } }[]
  }
  assert.deepEqual(
    status.datasets.map(({ dataset, last_date, row_count, missing }) => [dataset, last_date, row_count, missing]),
    datasets.map(({ name, coverage }) => [name, coverage.last_date, coverage.row_count, coverage.missing]),
  )
  const ready = (await send('/readyz')).json as { status: string; checks: Record<string, string> }
  assert.equal(status.status, ready.status)
  assert.deepEqual(Object.keys(status.checks), Object.keys(ready.checks))
  const listed = await send('/v1/data')
  assert.equal(status.version, listed.headers['x-data-version'])
  assert.equal(status.through, builtThrough)
  assert.deepEqual(
    [status.origin, status.runs[0]?.kind, status.runs[0]?.version],
    ['demo', 'simulated', status.version],
  )
  assert.ok(status.runs[0]!.added > 0)
})

test('simulated rows are on time at six in the evening, and no rule has results', async () => {
  const { datasets, rules } = await read()
  const state = (name: string) => datasets.find(({ dataset }) => dataset === name)!
  assert.deepEqual(
    [state('TaiwanStockPrice').state, state('TaiwanStockPrice').promised_time, state('TaiwanStockPrice').since],
    ['on_time', '18:00', null],
  )
  assert.equal(state('TaiwanStockDelisting').state, 'no_promise')
  assert.deepEqual([...new Set(datasets.map(({ state }) => state))].sort(), ['no_promise', 'on_time'])
  assert.ok(rules.length > 20 && rules.every(({ rejected, open, about }) => rejected === null && open === 0 && about))
  const chinese = await read({ 'Accept-Language': 'zh-TW' })
  assert.match(chinese.rules.find(({ rule }) => rule === 'ohlc_order')!.about!, /最低價/)
})

test('answers of all threads are counted by status', async () => {
  const sum = ({ requests }: Status, kind: 'ok' | 'refused'): number =>
    requests.hours.reduce((total, hour) => total + hour[kind], 0)
  const before = await read()
  for (let i = 0; i < 7; i++) assert.equal((await send('/nothing')).status, 404)
  // The state is kept for two seconds.
  let then = await read()
  for (let i = 0; i < 400 && sum(then, 'refused') < sum(before, 'refused') + 7; i++) {
    await new Promise((resolve) => setTimeout(resolve, 250))
    then = await read()
  }
  assert.equal(sum(then, 'refused'), sum(before, 'refused') + 7)
  assert.ok(sum(then, 'ok') > sum(before, 'ok'))
})

test('the page shows the same figures in both languages, and nothing of the machine', async () => {
  const status = await read()
  for (const [lang, texts] of [
    ['en', ['Every part answers', 'on time', 'Rules']],
    ['zh-TW', ['各部分皆正常回應', '準時', '檢查規則']],
  ] as const) {
    const page = await look(`/status?lang=${lang}`, 200, lang)
    for (const text of texts) assert.ok(page.includes(text), text)
    for (const { dataset, last_date } of status.datasets)
      assert.ok(page.includes(`>${dataset}</code>`) && page.includes(last_date ?? '–'), dataset)
    for (const { rule } of status.rules) assert.ok(page.includes(`<code>${rule}</code>`), rule)
    assert.ok(page.includes(`<td class="number">${number(status.runs[0]!.added)}</td>`))
    assert.ok(page.includes('<code>GET /v1/status</code>'))
    assert.ok(!page.includes(dirname(home)))
  }
  assert.equal((await send('/v1/status?what=1')).status, 422)
})
