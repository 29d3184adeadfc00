import { daysOfYear, type IndicatorMeasure, numbersOf } from '../indicators.ts'
import type { Column } from '../representation.ts'
import { Meaningless } from '../typing.ts'
import type { Frame } from './frame.ts'
import { type Expression, number } from './print.ts'

/** Where a smoothed value starts: from a number, or from the mean of the first so many values. */
type Seed = { readonly value: number } | { readonly rows: number }

/** Beyond these powers of e a double holds nothing, and below these a sum no longer feels a part. */
const most = { exponent: 1_400, felt: 20 } as const

/**
 * A value that moves towards each new one by `alpha`: y = (1 - alpha) y + alpha x. What a row of it owes to the row
 * before is a power, so that the recursion is one running sum of x by its power, held near the middle of the rows:
 * plain windows say it, over as many rows before the first as a double can feel.
 */
function smooth(frame: Frame, of: Expression, alpha: number, seed: Seed, hint: string): Expression {
  const power = -Math.log(1 - alpha)
  if (!(power > 0)) throw new Meaningless('a value smoothed over one row is the value itself')
  // An indicator that is told and asked about is one column, and needs its rows once.
  frame.rows(Math.ceil(most.felt / power), `${of.sql} ${alpha}`)
  frame.limit(Math.floor(most.exponent / power))
  const known = frame.add(`count(${of.sql}) ${frame.over({ ordered: true })}`, of.layer, 'nth')
  const all = frame.add(`count(${of.sql}) ${frame.over()}`, of.layer, 'rows_known')
  const first = 'rows' in seed ? seed.rows : 0
  const raised = `exp(${number(power)} * (${known.sql} - ${all.sql} / 2))`
  const sum = frame.add(
    `sum(CASE WHEN ${known.sql} > ${number(first)} THEN CAST(${of.sql} AS DOUBLE) * ${raised} END) ${frame.over({ ordered: true })}`,
    known.layer,
    'weighed',
  )
  const start =
    'value' in seed
      ? number(seed.value)
      : frame.add(
          `avg(CASE WHEN ${known.sql} <= ${number(first)} THEN ${of.sql} END) ${frame.over()}`,
          known.layer,
          'seed',
        ).sql
  return frame.add(
    `CASE WHEN ${known.sql} >= ${number(Math.max(1, first))} THEN ${start} * exp(${number(-power)} * (${known.sql} - ${number(first)})) + ${number(alpha)} * coalesce(${sum.sql}, 0) / ${raised} END`,
    sum.layer,
    hint,
  )
}

/** A fold over the newest `n` rows, none where fewer are known. */
function rolling(frame: Frame, fold: (value: string) => string, of: Expression, n: number, hint: string): Expression {
  frame.rows(n, `${of.sql} rolling ${n}`)
  const over = frame.over({ ordered: true, rows: `ROWS BETWEEN ${number(n - 1)} PRECEDING AND CURRENT ROW` })
  return frame.add(`CASE WHEN count(${of.sql}) ${over} = ${number(n)} THEN ${fold(of.sql)} ${over} END`, of.layer, hint)
}

const top = (...cells: readonly Expression[]): number => Math.max(...cells.map(({ layer }) => layer))

/** The value of the row before, on the row. */
const previous = (frame: Frame, of: Expression): Expression => {
  frame.rows(1)
  return frame.add(`lag(${of.sql}) ${frame.over({ ordered: true })}`, of.layer, 'earlier')
}

function stochastic(
  frame: Frame,
  leaf: (column: Column) => Expression,
  of: Column,
  numbers: readonly number[],
  isD: boolean,
) {
  const [n = 9, slow = 3, slower = 3] = numbers
  const [close, high, low] = [leaf(of), leaf({ ...of, column: 'high' }), leaf({ ...of, column: 'low' })]
  const highest = rolling(frame, (value) => `max(${value})`, high, n, 'highest')
  const lowest = rolling(frame, (value) => `min(${value})`, low, n, 'lowest')
  const raw = frame.add(
    `(${close.sql} - ${lowest.sql}) / nullif(${highest.sql} - ${lowest.sql}, 0) * 100`,
    top(close, highest, lowest),
    'rsv',
  )
  const k = smooth(frame, raw, 1 / slow, { value: 50 }, 'k')
  return isD ? smooth(frame, k, 1 / slower, { value: 50 }, 'd') : k
}

function strength(frame: Frame, close: Expression, n: number): Expression {
  const before = previous(frame, close)
  const moved = `${close.sql} - ${before.sql}`
  const side = (sign: '>' | '<', hint: string): Expression =>
    frame.add(
      `CASE WHEN ${moved} ${sign} 0 THEN abs(${moved}) WHEN ${before.sql} IS NOT NULL THEN 0 END`,
      before.layer,
      hint,
    )
  const [gain, loss] = [side('>', 'gain'), side('<', 'loss')].map((cell) =>
    smooth(frame, cell, 1 / n, { rows: n }, 'smoothed'),
  ) as [Expression, Expression]
  return {
    sql: `(${gain.sql} / nullif(${gain.sql} + ${loss.sql}, 0) * 100)`,
    layer: top(gain, loss),
  }
}

function convergence(frame: Frame, close: Expression, numbers: readonly number[], name: string): Expression {
  const [fast = 12, slow = 26, signal = 9] = numbers
  const mean = (of: Expression, n: number): Expression => smooth(frame, of, 2 / (n + 1), { rows: 1 }, `ema_${n}`)
  /** Smoothed values begin at once; they are told from the row on that has as many values as they are named by. */
  const from = (value: string, of: Expression, n: number, layer: number, hint: string): Expression => {
    const nth = frame.add(`count(${of.sql}) ${frame.over({ ordered: true })}`, of.layer, 'nth')
    return frame.add(`CASE WHEN ${nth.sql} >= ${number(n)} THEN ${value} END`, Math.max(layer, nth.layer), hint)
  }
  const [quick, lazy] = [mean(close, fast), mean(close, slow)]
  const dif = from(`${quick.sql} - ${lazy.sql}`, close, slow, top(quick, lazy), 'dif')
  if (name === 'macd_dif') return dif
  const smoothed = mean(dif, signal)
  const line = from(smoothed.sql, dif, signal, smoothed.layer, 'signal')
  return name === 'macd_signal' ? line : { sql: `(${dif.sql} - ${line.sql})`, layer: top(dif, line) }
}

function bands(frame: Frame, close: Expression, [n = 20, width = 2]: readonly number[], name: string): Expression {
  const middle = rolling(frame, (value) => `avg(${value})`, close, n, `average_${n}`)
  const deviation = rolling(frame, (value) => `stddev_pop(${value})`, close, n, 'deviation')
  const [m, d, w] = [middle.sql, deviation.sql, number(width)]
  const sql: Readonly<Record<string, string>> = {
    bollinger_upper: `(${m} + ${w} * ${d})`,
    bollinger_lower: `(${m} - ${w} * ${d})`,
    bollinger_percent_b: `((${close.sql} - (${m} - ${w} * ${d})) / nullif(2 * ${w} * ${d}, 0))`,
    bollinger_width: `(2 * ${w} * ${d} / nullif(${m}, 0) * 100)`,
  }
  return { sql: sql[name]!, layer: top(close, middle, deviation) }
}

/** An indicator on each row of the frame; those of other datasets' columns are plain arithmetic and no concern here. */
export function indicatorSql(
  measure: IndicatorMeasure,
  frame: Frame,
  leaf: (column: Column) => Expression,
): Expression {
  const { name, of } = measure
  if (!of) throw new Meaningless(`${name} is of a column`)
  const numbers = numbersOf(measure)
  const [n = 1] = numbers
  if (name === 'k' || name === 'd') return stochastic(frame, leaf, of, numbers, name === 'd')
  const close = leaf(of)
  if (name === 'rsi') return strength(frame, close, n)
  if (name.startsWith('macd_')) return convergence(frame, close, numbers, name)
  if (name.startsWith('bollinger_')) return bands(frame, close, numbers, name)
  if (name === 'bias') {
    const mean = rolling(frame, (value) => `avg(${value})`, close, n, `average_${n}`)
    return { sql: `((${close.sql} / nullif(${mean.sql}, 0) - 1) * 100)`, layer: top(close, mean) }
  }
  const before = previous(frame, close)
  const change = frame.add(`(${close.sql} / nullif(${before.sql}, 0) - 1) * 100`, before.layer, 'daily_change')
  const deviation = rolling(frame, (value) => `stddev_samp(${value})`, change, n, 'deviation')
  if (name === 'volatility') return deviation
  return { sql: `(${deviation.sql} * sqrt(${number(daysOfYear)}))`, layer: deviation.layer }
}
