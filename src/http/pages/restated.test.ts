import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openApi } from '../../../test/support/api.ts'
import { shareService } from '../../../test/support/sharedService.ts'
import { addDays } from '../../days.ts'
import { exact } from '../../web/parts/cells.ts'
import type { Quality } from '../../web/views/quality.ts'

/* What was known on a day, and what was corrected since, on pages. */

const {
  send,
  look,
  keys: { plus: key },
} = await openApi(shareService())

type Change = { kind: string; recorded_at: string; before: Record<string, string>; after: Record<string, string> }

/** All revisions of a dataset. */
async function changesOf(dataset: string): Promise<Change[]> {
  const found: Change[] = []
  let path = `/v1/changes/${dataset}?since=2000-01-01&limit=10000`
  for (;;) {
    const { data, cursor } = (await send(path, { key })).json as { data: Change[]; cursor: string | null }
    found.push(...data)
    if (cursor === null) return found
    path = `/v1/changes/${dataset}?cursor=${cursor}`
  }
}

const corrected = (await changesOf('TaiwanStockMonthRevenue')).findLast(({ kind }) => kind === 'corrected')!
const { stock_id, report_month, revenue } = corrected.after
const day = corrected.recorded_at.slice(0, 10)

test('a page as of a day has the values of then and says so; today marks what was corrected, with each version', async () => {
  const was = corrected.before.revenue!
  assert.notEqual(was, revenue)
  for (const [path, isMarked] of [
    [`/datasets/TaiwanStockMonthRevenue?stock_id=${stock_id}`, true],
    [`/stock/${stock_id}`, false],
  ] as const) {
    const join = path.includes('?') ? '&' : '?'
    const then = await look(`${path}${join}as_of=${addDays(day, -1)}`)
    assert.ok(then.includes(`Rows as they were known at the end of ${addDays(day, -1)}`), path)
    assert.ok(then.includes(`as_of=${addDays(day, -1)}`), path)
    const since = await look(`${path}${join}as_of=${day}`)
    assert.ok(since.includes('id="restated"') && since.includes(exact(was)) && since.includes(exact(revenue!)), path)
    if (!isMarked) continue
    assert.ok(then.includes(exact(was)) && !then.includes(exact(revenue!)), path)
    assert.match(since, new RegExp(`${exact(revenue!)}<a class="restated" href="#restated" title="was ${exact(was)}`))
  }
  assert.ok(report_month! < day)
})

test('a day that is none or still to come is refused, and a blank one is today', async () => {
  for (const as_of of ['2026-02-30', '9999-01-01', 'today'])
    for (const path of ['/stock/2330', '/datasets/TaiwanStockPrice'])
      assert.equal((await send(`${path}?as_of=${as_of}`)).status, 422, `${path} ${as_of}`)
  assert.ok(!(await look('/stock/2330?as_of=')).includes('Rows as they were known'))
  assert.ok((await look('/stock/2330?as_of=2026-03-09', 200, 'zh-TW')).includes('2026-03-09 結束時已知的內容'))
})

test('the quality of rows counts revisions as /v1/changes lists them, and is on the page of the state', async () => {
  const response = await send('/v1/quality')
  assert.equal(response.headers['cache-control'], 'no-store')
  const { corrections, times, rules } = response.json as Quality
  const own = (await changesOf('TaiwanStockMonthRevenue')).filter(({ kind }) => kind === 'corrected')
  const months = Map.groupBy(own, ({ recorded_at }) => recorded_at.slice(0, 7))
  assert.deepEqual(
    corrections
      .filter(({ dataset, corrected }) => dataset === 'TaiwanStockMonthRevenue' && corrected > 0)
      .map(({ month, corrected }) => [month, corrected]),
    [...months]
      .map(([month, list]) => [month, list.length] as const)
      .sort()
      .reverse(),
  )
  const prices = times.find(({ dataset }) => dataset === 'TaiwanStockPrice')!
  assert.ok(prices.days > 15 && prices.on_time === prices.days && prices.newest !== null)
  assert.deepEqual(rules, (await send('/v1/status')).json.rules)
  for (const [lang, texts] of [
    ['en', ['Corrections', 'Promised and real times']],
    ['zh-TW', ['更正', '承諾與實際時間']],
  ] as const) {
    const page = await look(`/status?lang=${lang}`, 200, lang)
    for (const text of [...texts, 'GET /v1/quality', corrections[0]!.month]) assert.ok(page.includes(text), text)
  }
})
