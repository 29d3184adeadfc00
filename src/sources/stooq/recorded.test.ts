import assert from 'node:assert/strict'
import { ask, recordingsIn } from '../fixture.ts'
import { daily } from './USStockPrice.ts'

const record = recordingsIn('us-stock')

// Exports of other programs and of a service that is gone: neither is an answer of a publisher that is asked here, and
// neither is taken for one.
record.outcome('AA_weekly_1990_2023.csv', daily, ask('1990-01-01', { to: '2023-01-30', id: 'AA' }), (outcome) =>
  assert.equal(outcome.kind, 'changed'),
)
record.outcome('aapl_2001_2017.csv', daily, ask('2001-08-20', { to: '2017-07-17', id: 'AAPL' }), (outcome) =>
  assert.equal(outcome.kind, 'changed'),
)

record.others({})
