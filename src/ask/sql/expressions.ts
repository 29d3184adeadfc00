import { type Calendar, frequencyOf, type Range, rowsIn } from '../calendar.ts'
import { periodOf, shift } from '../dates.ts'
import { spelledOut } from '../indicators.ts'
import type { Column, Condition, Measure, Window } from '../representation.ts'
import { columnsIn, Meaningless, measuresIn, partsOf } from '../typing.ts'
import { conditionSql } from './conditions.ts'
import type { Frame } from './frame.ts'
import { indicatorSql } from './indicators.ts'
import { all, date, type Expression, inRange, number } from './print.ts'
import { aggregate, aggregateByDate, combine, daysBetween, folds, quantity } from './values.ts'

/** How the value of a row is reached: at one fixed date, or on every row as the window moves along. */
export type Setting = { readonly frame: Frame; readonly calendar: Calendar } & (
  | { readonly fixed: true; readonly today: string }
  | { readonly fixed: false; readonly from: string | null }
)

/** How many rows of the frame a window holds, where it is a number of rows. */
function rowsOf(window: Window, frame: Frame): number {
  if (window.kind === 'back') return window.n
  if (window.kind === 'last' || window.kind === 'before') {
    const frequency = frequencyOf(frame.dataset)
    const rows = rowsIn[frequency][frequency === 'day' && window.unit === 'day' ? 'trading_day' : window.unit]
    if (rows) return window.n * rows
  }
  throw new Meaningless('a calendar window cannot move along a series; use a number of rows')
}

const filter = (...conditions: readonly (string | null)[]): string => {
  const sql = all(conditions)
  return sql ? ` FILTER (WHERE ${sql})` : ''
}

const preceding = (n: number): string => `ROWS BETWEEN ${number(n - 1)} PRECEDING AND CURRENT ROW`
const highest = (...cells: readonly Expression[]): number => Math.max(0, ...cells.map(({ layer }) => layer))

/** The value on one date, on every row of the frame. */
const valueOn = (frame: Frame, { sql, layer }: Expression, day: string, hint: string): Expression =>
  frame.add(`max(${sql})${filter(`${frame.date} = ${date(day)}`)} ${frame.over()}`, layer, hint)

/** The value of an earlier row, on the row. */
const lagged = (frame: Frame, { sql, layer }: Expression, n?: number): Expression =>
  frame.add(`lag(${sql}${n === undefined ? '' : `, ${number(n)}`}) ${frame.over({ ordered: true })}`, layer, 'earlier')

/** The value a number of rows earlier, where the row moves along a series. */
function laggedBy(frame: Frame, of: Expression, window: Window): Expression {
  const n = rowsOf(window, frame)
  frame.rows(n)
  return lagged(frame, of, n)
}

const movingOf = ({ frame, calendar, ...rest }: Setting): Setting => ({
  frame,
  calendar,
  fixed: false,
  from: rest.fixed ? null : rest.from,
})

/** The dates of a window; the frame must reach back to the first of them. */
function reached({ frame, calendar }: Setting, window: Window, today: string): Range {
  const range = calendar.range(window, frame.dataset.name, today)
  frame.reach(range.from)
  return range
}

const remember = (frame: Frame, column: Column): Expression => {
  const cell = frame.leaf(column)
  frame.known.add(cell.sql)
  return cell
}

/** A measure on a row of the frame. */
export function cell(measure: Measure, setting: Setting, beside?: Measure): Expression {
  const { frame, calendar } = setting
  const moving = movingOf(setting)
  const inside = (range: Range): string | null => inRange(frame.date, range)
  /** The operand of a window: days on which it is not known are passed over. */
  const operand = (of: Measure): Expression => {
    for (const column of columnsIn(of)) remember(frame, column)
    return cell(of, moving)
  }
  /** The condition that a row is in a window, for what is told at one date only. */
  const windowAt = (window: Window, what: string): string | null => {
    if (!setting.fixed) throw new Meaningless(`${what} is taken at one date`)
    return inside(reached(setting, window, setting.today))
  }
  /** An aggregate over the rows of a window: those of its dates, or where the row moves those before it. */
  const over = (aggregated: string, window: Window, layer: number, hint: string, condition = ''): Expression => {
    if (setting.fixed) {
      const range = frame.period ? periodsIn(window, frame, setting) : reached(setting, window, setting.today)
      return frame.add(`${aggregated}${filter(condition, inside(range))} ${frame.over()}`, layer, hint)
    }
    const n = rowsOf(window, frame)
    frame.rows(n)
    const rows = window.kind === 'before' ? `ROWS BETWEEN ${number(n)} PRECEDING AND 1 PRECEDING` : preceding(n)
    return frame.add(`${aggregated}${filter(condition)} ${frame.over({ ordered: true, rows })}`, layer, hint)
  }

  switch (measure.kind) {
    case 'column':
      return frame.leaf(measure)
    case 'number':
      return { sql: quantity(measure, beside), layer: 0 }
    case 'arithmetic': {
      const [left, right] = [cell(measure.left, setting, measure.right), cell(measure.right, setting, measure.left)]
      return { sql: combine(measure, left.sql, right.sql), layer: highest(left, right) }
    }
    case 'average': {
      const { sql, layer } = operand(measure.of)
      frame.rows(measure.n)
      const over = frame.over({ ordered: true, rows: preceding(measure.n) })
      const mean = `CASE WHEN count(${sql}) ${over} = ${number(measure.n)} THEN avg(${sql}) ${over} END`
      return frame.add(mean, layer, `average_${measure.n}`)
    }
    case 'at': {
      const value = operand(measure.of)
      if (!setting.fixed) return laggedBy(frame, value, measure.when)
      const day = calendar.instant(measure.when, frame.dataset.name, setting.today)
      frame.reach(day)
      return valueOn(frame, value, day, 'earlier')
    }
    case 'over': {
      const { sql, layer } = operand(measure.of)
      const folded = setting.fixed ? aggregateByDate(measure.fn, sql, frame.date) : aggregate(measure.fn, sql)
      return over(folded, measure.window, layer, folds[measure.fn][1])
    }
    case 'percentile': {
      const { sql, layer } = operand(measure.of)
      const window = windowAt(measure.window, 'a percentile')
      return frame.add(
        `quantile_cont(CAST(${sql} AS DOUBLE), ${number(measure.p)})${filter(window)} ${frame.over()}`,
        layer,
        `percentile_${Math.round(measure.p * 100)}`,
      )
    }
    case 'standing': {
      const value = operand(measure.of)
      const window = windowAt(measure.window, 'a standing')
      const now = valueOn(frame, value, (setting as { today: string }).today, 'now')
      const below = frame.add(
        `count(*)${filter(`${value.sql} <= ${now.sql}`, window)} ${frame.over()}`,
        now.layer,
        'no_larger',
      )
      const rows = frame.add(`count(${value.sql})${filter(window)} ${frame.over()}`, value.layer, 'values')
      // An entity without a value on that date stands nowhere in its history.
      return {
        sql: `CASE WHEN ${now.sql} IS NOT NULL THEN ${below.sql} / nullif(${rows.sql}, 0) * 100 END`,
        layer: highest(now, below, rows),
      }
    }
    case 'change': {
      const now = operand(measure.of)
      const then = startOfChange(measure, setting)
      const end = endOfChange(measure, setting) ?? now
      const difference = `(${end.sql} - ${then.sql})`
      const percent = mayBeNegative(measure.of)
        ? `(${difference} / nullif(abs(${then.sql}), 0) * 100)`
        : `((${end.sql} / nullif(${then.sql}, 0) - 1) * 100)`
      return { sql: measure.as === 'percent' ? percent : difference, layer: highest(then, end) }
    }
    case 'date': {
      const value = operand(measure.of)
      const window = windowAt(measure.window, 'the date of an extreme')
      const extreme = frame.add(`${measure.fn}(${value.sql})${filter(window)} ${frame.over()}`, value.layer, measure.fn)
      const reachedIt = filter(`${value.sql} = ${extreme.sql}`, window)
      return frame.add(`min(${frame.date})${reachedIt} ${frame.over()}`, extreme.layer, 'date')
    }
    case 'count': {
      const { sql, layer } = truth(measure.of, moving)
      return over('count(*)', measure.window, layer, frame.period && setting.fixed ? 'periods' : 'days', sql)
    }
    case 'day': {
      const { sql, layer } = truth(measure.of, moving)
      return over(`${measure.fn === 'first' ? 'min' : 'max'}(${frame.date})`, measure.window, layer, 'day', sql)
    }
    case 'streak':
    case 'since':
      return runOf(measure, truth(measure.of, moving), setting)
    case 'correlation':
    case 'beta': {
      const [left, right] = [operand(measure.left), operand(measure.right)]
      const window = windowAt(measure.window, 'a correlation')
      const fn = measure.kind === 'beta' ? 'regr_slope' : 'corr'
      return frame.add(
        `${fn}(${left.sql}, ${right.sql})${filter(window)} ${frame.over()}`,
        highest(left, right),
        measure.kind,
      )
    }
    case 'drawdown': {
      const value = operand(measure.of)
      const window = filter(windowAt(measure.window, 'a drawdown'))
      const peak = frame.add(`max(${value.sql})${window} ${frame.over({ ordered: true })}`, value.layer, 'peak')
      const fall = `min((${value.sql} / nullif(${peak.sql}, 0) - 1) * 100)`
      return frame.add(`${fall}${window} ${frame.over()}`, peak.layer, 'drawdown')
    }
    case 'place': {
      const { sql, layer } = cell(measure.of, setting)
      for (const column of columnsIn(measure.of)) remember(frame, column)
      const order = `ORDER BY ${sql} ${measure.descending ? 'DESC' : 'ASC'} NULLS LAST`
      return frame.add(`rank() OVER (PARTITION BY ${frame.date} ${order})`, layer, 'place')
    }
    case 'cumulative': {
      const { sql, layer } = operand(measure.of)
      if (setting.fixed) throw new Meaningless('a running total needs a series')
      const since = filter(inside({ from: setting.from, to: null }))
      return frame.add(`sum(${sql})${since} ${frame.over({ ordered: true })}`, layer, 'total')
    }
    case 'group':
    case 'share': {
      const { sql, layer } = cell(measure.of, setting)
      const circle = frame.circle(measure.by)
      const over = `OVER (PARTITION BY ${circle ? `${frame.date}, ${circle}` : frame.date})`
      const known = (value: string): string =>
        circle ? `CASE WHEN ${circle} IS NOT NULL THEN ${value} ${over} END` : `${value} ${over}`
      if (measure.kind === 'group') return frame.add(known(aggregate(measure.fn, sql)), layer, folds[measure.fn][1])
      const whole = frame.add(known(`sum(${sql})`), layer, 'whole')
      return { sql: `(${sql} / nullif(${whole.sql}, 0) * 100)`, layer: whole.layer }
    }
    case 'days': {
      const { sql, layer } = cell(measure.of, setting)
      return { sql: daysBetween(measure.as, setting.fixed ? date(setting.today) : frame.date, sql), layer }
    }
    case 'indicator': {
      const plain = spelledOut(measure, calendar)
      return plain ? cell(plain, setting, beside) : indicatorSql(measure, frame, (column) => remember(frame, column))
    }
    case 'across':
    case 'weighted':
      throw new Meaningless('a fold across entities stands in groups alone')
  }
}

/** How long a condition has held in a row, or since when. */
function runOf(
  measure: Extract<Measure, { kind: 'streak' | 'since' }>,
  { sql, layer }: Expression,
  setting: Setting,
): Expression {
  const { frame } = setting
  // A run is followed to its start where that costs little. Of a whole market it is followed for about a year, and of
  // an indicator for a thousand rows.
  const isReckoned = readsIndicator(measure.of)
  if (!isReckoned && (frame.narrow || measure.kind === 'since')) frame.reach(null)
  else frame.rows(isReckoned && frame.narrow ? 1_000 : 260)
  const step = frame.period
    ? frame.add(`date_diff('${frame.period.unit}', ${date('1970-01-01')}, ${frame.date})`, 0, 'step')
    : frame.add(`dense_rank() OVER (ORDER BY ${frame.date})`, 0, 'step')
  const island = frame.add(`${step.sql} - row_number() ${frame.over({ ordered: true })}`, step.layer, 'island')
  const at = Math.max(layer, island.layer)
  const broken = frame.add(
    `max(CASE WHEN ${sql} THEN NULL ELSE ${step.sql} END) ${frame.over({ ordered: true, by: island.sql })}`,
    at,
    'broken',
  )
  // A run over periods ends with the newest one: an entity without a row of it has none.
  const current = (run: Expression, otherwise: string): Expression => {
    if (!frame.period || !setting.fixed) return run
    const newest = date(periodOf(setting.today, frame.period.unit).from)
    return { sql: `CASE WHEN ${frame.date} = ${newest} THEN ${run.sql} ELSE ${otherwise} END`, layer: run.layer }
  }
  if (measure.kind === 'since') {
    const held = `min(CASE WHEN ${sql} THEN ${frame.date} END)`
    const run = frame.over({ ordered: true, by: `${island.sql}, ${broken.sql}` })
    return current(frame.add(`${held} ${run}`, broken.layer, 'since'), 'NULL')
  }
  const begun = frame.add(`min(${step.sql}) ${frame.over({ by: island.sql })}`, at, 'begun')
  return current({ sql: `(${step.sql} - coalesce(${broken.sql}, ${begun.sql} - 1))`, layer: at + 1 }, '0')
}

/** The periods of a window, by their first days: the last five years are those that are over. */
function periodsIn(window: Window, { dataset, period }: Frame, { calendar, ...setting }: Setting): Range {
  if (!period || !setting.fixed) throw new Meaningless('periods are counted at one date')
  const newest = periodOf(setting.today, period.unit).from
  if (window.kind === 'last' && window.unit === period.unit)
    return { from: shift(newest, 1 - window.n, period.unit), to: newest }
  const { from, ...rest } = calendar.range(window, dataset.name, setting.today)
  return { ...rest, from: from === null ? null : periodOf(from, period.unit).from }
}

type Change = Extract<Measure, { kind: 'change' }>

function startOfChange({ of, since }: Change, setting: Setting): Expression {
  const { frame, calendar } = setting
  const value = cell(of, { frame, calendar, fixed: false, from: null })
  if (!setting.fixed) return laggedBy(frame, value, since)
  const day = calendar.base(since, frame.dataset.name, setting.today)
  frame.reach(day)
  return valueOn(frame, value, day, 'earlier')
}

/** Where a change ends, if that is not the row's own date. */
function endOfChange({ of, since, until }: Change, setting: Setting): Expression | null {
  const { frame, calendar } = setting
  if (!setting.fixed) {
    if (until) throw new Meaningless('a change between two dates is taken at one date')
    return null
  }
  if (!until && !['previous', 'calendar', 'newest', 'between', 'span'].includes(since.kind)) return null
  const day = calendar.instant(until ?? since, frame.dataset.name, setting.today)
  if (until && day < calendar.base(since, frame.dataset.name, setting.today))
    throw new Meaningless('a change ends before it begins')
  if (day === setting.today) return null
  const value = cell(of, { frame, calendar, fixed: false, from: null })
  frame.reach(day)
  return valueOn(frame, value, day, 'later')
}

/** A condition on a row of the frame. */
export function truth(asked: Condition, setting: Setting): Expression {
  const { frame, calendar } = setting
  const moving = movingOf(setting)
  return conditionSql(asked, {
    calendar,
    value: (measure, beside) => cell(measure, setting, beside),
    part: (condition) => truth(condition, setting),
    entity: null,
    around(condition) {
      if (condition.kind === 'cross') {
        const [left, right] = [cell(condition.left, moving), cell(condition.right, moving)]
        const [was, against] = [lagged(frame, left), lagged(frame, right)]
        frame.rows(1)
        const [now, then] = condition.direction === 'up' ? ['>', '<='] : ['<', '>=']
        return {
          sql: `(${left.sql} ${now} ${right.sql} AND ${was.sql} ${then} ${against.sql})`,
          layer: highest(was, against),
        }
      }
      if (!setting.fixed) throw new Meaningless('"on every date" is asked of one date')
      const { sql, layer } = truth(condition.of, moving)
      const range = reached(setting, condition.window, setting.today)
      const days = calendar.dates(frame.dataset.name, range).length
      if (days === 0) throw new Meaningless('no date lies in that time')
      const held = frame.add(`count(*)${filter(sql, inRange(frame.date, range))} ${frame.over()}`, layer, 'days')
      return {
        sql: condition.kind === 'every' ? `${held.sql} = ${number(days)}` : `${held.sql} > 0`,
        layer: held.layer,
      }
    },
  })
}

/** Measures that look beyond the row they stand on. */
export const looksAround = (measure: Measure): boolean =>
  !['column', 'number', 'arithmetic', 'across', 'weighted', 'days'].includes(measure.kind)

/** Whether an indicator is held against something. */
const readsIndicator = (condition: Condition): boolean => measuresIn(condition).some(hasIndicator)
const hasIndicator = (measure: Measure): boolean => {
  const { measures, conditions } = partsOf(measure)
  return (
    measure.kind === 'indicator' || measures.some(hasIndicator) || conditions.flatMap(measuresIn).some(hasIndicator)
  )
}

/** Every column a condition reads. */
export const columnsOf = (condition: Condition): readonly Column[] => measuresIn(condition).flatMap(columnsIn)

/** What is earned may be a loss: from a loss to a profit is a growth, of the loss's own size. */
const mayBeNegative = (measure: Measure): boolean =>
  columnsIn(measure).some(({ dataset, column }) => column === 'value' && dataset.endsWith('Statement'))
