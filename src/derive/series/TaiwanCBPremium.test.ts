import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lakeOf, textOf, unitsOf, type Written } from '../../../test/support/derived.ts'
import { marketRows } from '../../../test/support/series.ts'
import { TaiwanCBOverviewHistory } from '../../catalogue/series/TaiwanCBOverviewHistory.ts'
import { TaiwanStockPrice } from '../../catalogue/technical/TaiwanStockPrice.ts'
import { bondPremium } from './TaiwanCBPremium.ts'

const rounded = (n: bigint, d: bigint): bigint => (2n * n + d) / (2n * d)

test('on the simulated market every value equals one from the overview and the closes, and the premium that of the overview', async () => {
  const bonds = await marketRows('SELECT * FROM TaiwanCBOverview ORDER BY cb_id')
  const stored = await marketRows('SELECT * FROM TaiwanCBPremium ORDER BY cb_id, trade_date')
  const expected: string[] = []
  for (const bond of bonds) {
    const closes = await marketRows(
      `SELECT trade_date, close FROM TaiwanStockPrice WHERE stock_id = '${bond.stock_id}' ORDER BY trade_date`,
    )
    const days =
      bond.bond_kind === 'convertible' ? closes : [{ trade_date: bond.as_of_date!, close: bond.underlying_price! }]
    const end = bond.delisting_date ?? bond.maturity_date!
    const start = bond.conversion_price_effective_date!
    for (const { trade_date, close } of days) {
      if (trade_date! < start || trade_date! > end) continue
      const value = close === null ? null : rounded(unitsOf(close!) * 1_000_000n, unitsOf(bond.conversion_price!))
      const price = trade_date === bond.as_of_date ? bond.reference_price! : null
      const premium = price === null || !value ? null : rounded(unitsOf(price) * 10_000n, value) - 10_000n
      if (price !== null) assert.equal(premium === null ? null : textOf(premium, 2), bond.premium_percent)
      expected.push(
        [
          bond.cb_id,
          trade_date,
          close,
          value === null ? null : textOf(value),
          price,
          premium === null ? null : textOf(premium, 2),
        ].join(' '),
      )
    }
  }
  assert.ok(expected.length > 1_000)
  assert.deepEqual(
    stored.map((row) =>
      [row.cb_id, row.trade_date, row.stock_close, row.conversion_value, row.bond_price, row.premium_percent].join(' '),
    ),
    expected,
  )
})

test('each conversion price holds from its own day on, and one that is read late makes its days stale', async () => {
  const lake = await lakeOf(bondPremium.from)
  const bond = (day: string, conversion_price: number | null, since: string | null, more: Written = {}): Written => ({
    ...{ cb_id: '11011', trade_date: `2026-03-${day}`, stock_id: '1101', bond_kind: 'convertible', status: 'active' },
    ...{ issue_date: '2026-01-01', maturity_date: '2029-01-01', conversion_price, reference_price: '90' },
    ...{ conversion_price_effective_date: since, ...more },
  })
  await lake.put(TaiwanCBOverviewHistory, [
    bond('03', 50, '2026-03-02'),
    bond('05', 40, '2026-03-04'),
    bond('06', 40, '2026-03-04', { delisting_date: '2026-03-06' }),
    {
      ...bond('04', 20, null, { bond_kind: 'exchangeable', underlying_price: '30', reference_price: null }),
      cb_id: '22022',
    },
  ])
  const days = ['01', '02', '03', '04', '05', '06', '07']
  await lake.put(
    TaiwanStockPrice,
    days.map((day) => ({ stock_id: '1101', trade_date: `2026-03-${day}`, close: day === '05' ? null : '45' })),
  )
  assert.deepEqual(
    (await lake.rows(bondPremium)).map((row) =>
      [row.cb_id, row.trade_date!.slice(8), row.conversion_value ?? '-', row.premium_percent ?? '-'].join(' '),
    ),
    [
      ...[
        '11011 02 90.0000 -',
        '11011 03 90.0000 0.00',
        '11011 04 112.5000 -',
        '11011 05 - -',
        '11011 06 112.5000 -20.00',
      ],
      '22022 04 150.0000 -',
    ],
  )
  const tables = {
    columns: async (sql: string) =>
      Object.fromEntries(Object.entries((await lake.select(sql))[0]!).map(([name, value]) => [name, [value]])),
  }
  assert.equal(await bondPremium.outdatedSince!(tables, '2026-03-05'), '2026-03-04')
  assert.equal(await bondPremium.outdatedSince!(tables, '2026-03-06'), null)
})
