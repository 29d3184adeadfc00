import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openApi } from '../../test/support/api.ts'
import { unitsOf } from '../../test/support/derived.ts'
import { shareService } from '../../test/support/sharedService.ts'
import { series } from '../catalogue/index.ts'

const {
  send,
  refused,
  keys: { free, plus },
} = await openApi(shareService())

type Explained = { row: Record<string, string>; inputs: { dataset: string; tier: string; query: string }[] }

test('every series names the rows of each of its inputs, by requests that bring some', async () => {
  for (const { name, derived } of series) {
    const { status, json } = await send(`/v1/data/${name}/explain?limit=2`, { key: plus })
    assert.equal(status, 200, name)
    assert.deepEqual([json.formula, json.rule, json.count], [derived!.formula, derived!.rule, json.data.length])
    const { data, cursor } = (await send(`/v1/data/${name}?limit=2`, { key: plus })).json
    assert.deepEqual([json.data.map(({ row }: Explained) => row), json.cursor], [data, cursor])
    for (const { row, inputs } of json.data as Explained[]) {
      const applying = Object.entries(derived!.inputs!).filter(
        ([, { when }]) => !when || when.slice(1).includes(String(row[when[0]])),
      )
      assert.deepEqual(inputs.map(({ dataset }) => dataset).sort(), applying.map(([dataset]) => dataset).sort())
      let count = 0
      for (const { dataset, query } of inputs) {
        const found = await send(query, { key: plus })
        assert.equal(found.status, 200, query)
        assert.equal(found.json.dataset, dataset)
        count += found.json.count
        if (dataset === inputs[0]!.dataset) assert.ok(found.json.count > 0, `${name}: ${query}`)
      }
      assert.ok(count >= inputs.length - 1, name)
    }
  }
})

test('from the rows that it names, the gaps of a continuous future add up to its sum', async () => {
  const path = '/v1/data/TaiwanFuturesContinuous/explain?stock_id=TX&limit=1'
  const [{ row, inputs }] = (await send(path, { key: free })).json.data as [Explained]
  const bars: Record<string, string>[] = []
  for (let query: string | null = inputs[0]!.query; query !== null; ) {
    const { data, cursor }: { data: Record<string, string>[]; cursor: string | null } = (
      await send(query, { key: free })
    ).json
    bars.push(...data)
    query = cursor === null ? null : `/v1/data/TaiwanFuturesDaily?cursor=${cursor}`
  }
  const monthly = bars.filter((bar) => bar.trading_session === 'regular' && bar.contract_month!.length === 6)
  const last = new Map<string, string>()
  for (const { contract_month, trade_date } of monthly.toReversed()) last.set(contract_month!, trade_date!)
  const [newest] = monthly
  const months = [...last].filter(([, day]) => day < newest!.trade_date!).sort()
  let gap = 0n
  for (const [at, [month]] of months.entries()) {
    const next = months[at + 1]?.[0] ?? row.contract_month!
    const settled = (of: string, day?: string) =>
      monthly.find(
        (bar) =>
          bar.contract_month === of && bar.settlement_price !== null && (day === undefined || bar.trade_date === day),
      )
    const old = settled(month)!
    gap += unitsOf(settled(next, old.trade_date)!.settlement_price!) - unitsOf(old.settlement_price!)
  }
  assert.ok(months.length > 10)
  assert.equal(unitsOf(row.cumulative_gap!), gap)
})

test('other datasets and other tiers are refused', async () => {
  await refused([
    [404, 'not_found', '/v1/data/TaiwanStockPER/explain', { key: plus }],
    [404, 'unknown_dataset', '/v1/data/TaiwanStockPEP/explain', { key: plus }],
    [422, 'invalid_parameter', '/v1/data/TaiwanFuturesContinuous/explain?limit=101', { key: plus }],
    [401, 'missing_key', '/v1/data/TaiwanFuturesContinuous/explain'],
  ])
})
