import assert from 'node:assert/strict'
import { test } from 'node:test'
import { catalogue, find } from '../../catalogue/index.ts'
import type { Field } from '../../fields.ts'
import { wordsOf } from '../words/words.ts'
import { chartOf, chartRows } from './ofDataset.ts'

const of = (name: string, isIdChosen = false) => chartOf(find(name)!, isIdChosen)

test('prices are candles, flows are signed bars, balances are lines, holders and brokers are ranked', () => {
  assert.deepEqual(of('TaiwanStockPrice'), { kind: 'candles', choices: [] })
  assert.deepEqual(of('TaiwanFuturesDaily'), {
    kind: 'candles',
    choices: [
      { kind: 'most', column: 'volume' },
      { kind: 'is', column: 'trading_session', value: 'regular' },
    ],
  })
  for (const [name, columns, forms] of [
    ['TaiwanStockInstitutionalInvestorsBuySell', ['total_net'], ['signed']],
    ['TaiwanStockTotalInstitutionalInvestors', ['total_net_amount'], ['signed']],
    ['TaiwanStockMarginPurchaseShortSale', ['margin_purchase_balance', 'short_sale_balance'], ['line', 'line']],
    ['TaiwanStockMonthRevenue', ['revenue', 'yoy_percent'], ['bars', 'line']],
    ['TaiwanStockPER', ['pe_ratio', 'pb_ratio'], ['line', 'line']],
    ['TaiwanReturnIndex', ['return_index', 'price_index'], ['line', 'line']],
    // Several trades of a day are added, which prices cannot be.
    ['TaiwanStockBlockTrade', ['volume'], ['bars']],
    ['TaiwanStockFinancialStatement', ['value'], ['bars']],
  ] as const) {
    const chart = of(name)
    assert.equal(chart?.kind, 'series', name)
    if (chart?.kind !== 'series') continue
    assert.deepEqual(
      chart.series.map(({ column }) => column),
      columns,
    )
    assert.deepEqual(
      chart.series.map(({ form }) => form),
      forms,
    )
  }
  assert.equal(of('TaiwanStockHoldingSharesPer')?.kind, 'ranked')
  assert.equal(of('TaiwanFuturesBrokerDaily')?.kind, 'ranked')
  assert.equal(of('TaiwanStockSectorPrice')?.kind, 'heat')
  assert.equal(of('TaiwanStockSectorPrice', true)?.kind, 'candles')
})

test('lists and events without a figure have no chart', () => {
  for (const name of [
    'TaiwanStockOverview',
    'TaiwanStockTradingDate',
    'TaiwanRelatedNews',
    'TaiwanStockDelisting',
    'TaiwanStockBrokerInfo',
  ])
    assert.equal(of(name), null, name)
  assert.equal(of('TaiwanStockCapitalReductionReferencePrice'), null)
  assert.equal(of('TaiwanStockCapitalReductionReferencePrice', true)?.kind, 'series')
})

test('a chart asks for rows within the limit of a request, and names columns that there are', () => {
  for (const dataset of catalogue)
    for (const isIdChosen of [false, true]) {
      const chart = chartOf(dataset, isIdChosen)
      if (!chart) continue
      assert.ok(chartRows(dataset, chart) <= 10_000)
      const columns =
        chart.kind === 'series'
          ? [chart.along, ...chart.series.map(({ column }) => column)]
          : chart.kind === 'ranked'
            ? [chart.label, chart.value]
            : []
      for (const column of columns) assert.ok(dataset.columns[column], `${dataset.name} ${column}`)
    }
})

test('units, publishers and licences have Chinese names', () => {
  const { units, publishers, licences } = wordsOf('zh').dataset
  for (const { columns, sources } of catalogue) {
    for (const { unit } of Object.values(columns) as Field[]) if (unit !== undefined) assert.ok(units[unit], unit)
    for (const { id, licence } of sources) {
      assert.ok(publishers[id], id)
      assert.ok(licences[licence], licence)
    }
  }
})
