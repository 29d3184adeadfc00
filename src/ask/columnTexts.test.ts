import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openFixture } from '../../test/support/ask.ts'
import { questions } from '../../test/support/questions.ts'
import { textOfDimension, textOfMeasure, textOfOutput } from './columnTexts.ts'
import { compile } from './compile.ts'
import type { Column, Measure, Representation } from './representation.ts'
import { columnsOfSql } from './sql/build.ts'

const asked = await openFixture()
after(asked.close)

const column = (dataset: string, name: string): Column => ({ kind: 'column', dataset, column: name })
const close = column('TaiwanStockPrice', 'close')
const volume = column('TaiwanStockPrice', 'volume')
const dividendYield = column('TaiwanStockPER', 'dividend_yield')
const revenue = column('TaiwanStockMonthRevenue', 'revenue')
const number: Measure = { kind: 'number', value: 2 }
const last5 = { kind: 'last', n: 5, unit: 'trading_day' } as const
const pair = (op: 'add' | 'subtract' | 'multiply' | 'divide' | 'percent', left: Measure, right: Measure): Measure => ({
  ...{ kind: 'arithmetic', op, left, right },
})

test('a computed value has the unit of what it computes, and none where that is not known', () => {
  const isHigh = { kind: 'compare', left: close, op: '>', right: number } as const
  const grows = { kind: 'compare', left: revenue, op: '>', right: number } as const
  for (const [measure, unit] of [
    [close, 'TWD'],
    [dividendYield, 'percent'],
    [column('TaiwanStockPER', 'pe_ratio'), null],
    [column('TaiwanStockPrice', 'change_percent'), 'percent'],
    [column('TaiwanStockFinancialStatement', 'value'), null],
    [{ ...close, fold: 'count' }, null],
    [number, null],
    [pair('add', close, close), 'TWD'],
    [pair('subtract', close, number), 'TWD'],
    [pair('add', close, volume), null],
    [pair('subtract', dividendYield, dividendYield), 'percentage points'],
    [pair('multiply', close, volume), null],
    [pair('multiply', number, close), 'TWD'],
    [pair('divide', close, number), 'TWD'],
    [pair('divide', close, close), null],
    [pair('divide', close, volume), null],
    [pair('percent', close, volume), 'percent'],
    [{ kind: 'over', fn: 'avg', of: close, window: last5 }, 'TWD'],
    [{ kind: 'over', fn: 'count', of: close, window: last5 }, null],
    [{ kind: 'across', fn: 'distinct', of: close }, null],
    [{ kind: 'across', fn: 'sum', of: volume }, 'shares'],
    [{ kind: 'average', of: close, n: 20 }, 'TWD'],
    [{ kind: 'at', of: volume, when: { kind: 'back', n: 1 } }, 'shares'],
    [{ kind: 'change', of: close, since: last5, as: 'percent' }, 'percent'],
    [{ kind: 'change', of: close, since: last5, as: 'difference' }, 'TWD'],
    [{ kind: 'change', of: dividendYield, since: last5, as: 'difference' }, 'percentage points'],
    [{ kind: 'drawdown', of: close, window: last5 }, 'percent'],
    [{ kind: 'date', of: close, fn: 'max', window: last5 }, null],
    [{ kind: 'place', of: close, descending: true }, null],
    [{ kind: 'correlation', left: close, right: volume, window: last5 }, null],
    [{ kind: 'streak', of: isHigh }, 'trading days'],
    [{ kind: 'streak', of: grows }, 'months'],
    [{ kind: 'count', of: { kind: 'and', of: [isHigh, grows] }, window: last5 }, null],
    [{ kind: 'cumulative', of: volume }, 'shares'],
    [{ kind: 'group', fn: 'median', of: close, by: 'industry' }, 'TWD'],
    [{ kind: 'share', of: volume, by: 'all' }, 'percent'],
    [{ kind: 'weighted', of: dividendYield, weight: close }, 'percent'],
    [{ kind: 'days', of: column('TaiwanStockDividend', 'cash_ex_date'), as: 'until' }, 'days'],
    [{ kind: 'since', of: isHigh }, null],
    [{ kind: 'day', fn: 'last', of: isHigh, window: last5 }, null],
    [{ kind: 'streak', of: isHigh, period: { unit: 'year', fn: 'last' } }, 'years'],
    [{ kind: 'indicator', name: 'rsi', of: close }, null],
    [{ kind: 'indicator', name: 'macd_dif', of: close }, 'TWD'],
    [{ kind: 'indicator', name: 'volatility_yearly', of: close }, 'percent'],
    [{ kind: 'indicator', name: 'payout_ratio' }, 'percent'],
  ] as const satisfies readonly (readonly [Measure, string | null])[]) {
    const text = textOfMeasure(measure)
    assert.equal(text.unit, unit, JSON.stringify(measure))
    assert.match(text.label.en, /^[\w-]/)
    assert.ok(text.label.zh.length > 0)
  }
})

test('a scale is a part of the unit', () => {
  const unitIn = (of: Measure, scale: 'lots' | 'hundred_million' | 'basis_points') =>
    textOfOutput({ as: 'x', of, in: scale }).unit
  assert.equal(unitIn(volume, 'lots'), 'lots of 1,000 shares')
  assert.equal(unitIn(close, 'hundred_million'), 'hundred million TWD')
  assert.equal(unitIn(pair('divide', close, volume), 'hundred_million'), null)
  assert.equal(unitIn(close, 'lots'), null)
})

test('what groups are made by has a label', () => {
  for (const dimension of ['industry', 'market', 'type', 'week', 'month', 'quarter', 'year', 'weekday'] as const)
    assert.match(textOfDimension(dimension, 'TaiwanStockPrice').label.zh, /[一-鿿]/)
  assert.equal(textOfDimension({ column: 'close' }, 'TaiwanStockPrice').unit, 'TWD')
})

const sqlOf = (representation: Representation): string | null => {
  try {
    return compile(representation, asked.facts, 'en')
  } catch {
    return null
  }
}

test('the described columns are those of the SQL, for the questions of ours that have an answer', async () => {
  const meanings = questions.flatMap(({ representation }) => representation ?? [])
  let answered = 0
  // One in eight is compiled, and few of those are run: all of them would take minutes. With TORTURE eight times as many.
  const step = process.env.TORTURE === undefined ? 8 : 1
  for (const representation of meanings.filter((_, n) => n % step === 0)) {
    const sql = sqlOf(representation)
    // The small market holds one year: some meanings find no dates in it.
    if (sql === null) continue
    const described = columnsOfSql(representation, asked.facts)
    assert.equal(new Set(described.map(({ name }) => name)).size, described.length, sql)
    if (answered++ % 12 !== 0) continue
    const { columns } = await asked.select(sql)
    assert.deepEqual(
      described.map(({ name }) => name),
      columns,
      sql,
    )
  }
  assert.ok(answered * step > 1_200, `${answered} questions`)
})
