import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readBytes, recorded, requestFor, rowsIn, withoutSamples as skip } from '../../../test/support/feeds/fixture.ts'
import { testRecordings } from '../../../test/support/feeds/recordings.ts'
import { archived } from '../../../test/support/zipped.ts'
import { businessIndicators } from './TaiwanMonthlyEconomicIndicator.ts'

// The files were recorded out of their archive, without those of the coincident and the lagging indicators.
const encode = (text: string) => new TextEncoder().encode(text)
const coincident = encode('"Date","工業生產指數(Index2021=100)","海關出口值(十億元)"\n202509,115.38,1649.314\n')
const lagging = encode('"Date","失業率(%)"\n202509,3.35\n')
const names = [
  'business_indicators_and_signal.csv',
  'leading_components.csv',
  'manifest.csv',
  'monitoring_signal_components.csv',
  'schema_business_indicators_and_signal.csv',
]

test('the recorded files are read as one archive', { skip }, () => {
  const archive = archived([coincident, ...names.map((name) => recorded(`ndc/${name}`)), lagging])
  const rows = rowsIn(businessIndicators, readBytes(businessIndicators, archive, requestFor('2025-09-01')))
  assert.equal(rows.length, 525)
  assert.deepEqual(rows.at(-1), {
    report_month: '2025-09-01',
    leading_index: '108.1224',
    leading_index_notrend: '100.2215',
    coincident_index: '113.5662',
    coincident_index_notrend: '105.2683',
    lagging_index: '105.0574',
    lagging_index_notrend: '97.3812',
    monitoring_score: 35,
    monitoring_light: 'yellow_red',
    m1b: '28977498000000.00',
    stock_price_index: '25222.4252',
    industrial_production_index: '115.3800',
    exports: '1649314000000.00',
    unemployment_rate: '3.35',
  })
  const { monitoring_score, monitoring_light, m1b } = rows[0]!
  assert.deepEqual([monitoring_score, monitoring_light, m1b], [null, null, '466246000000.00'])
})

testRecordings('ndc', [], Object.fromEntries(names.map((name) => [name, 'read above, as part of its archive'])))
