import { type Calendar, frequencyOf, type Range } from '../calendar.ts'
import { periodOf, shift } from '../dates.ts'
import { spelledOut } from '../indicators.ts'
import type { Column, Condition, Fn, Measure, Span, Window } from '../representation.ts'
import { columnsIn, dimension, Meaningless, measuresIn, partsOf } from '../typing.ts'
import { convert } from '../units.ts'
import type { Cell, Frame } from './frame.ts'
import { indicatorCell } from './indicators.ts'
import { all, date, inList, inRange, known, number } from './print.ts'

/** How the value of a row is reached: at one fixed date, or on every row as the window moves along. */
export type Setting = { readonly frame: Frame; readonly calendar: Calendar } & (
  | { readonly fixed: true; readonly today: string }
  | { readonly fixed: false; readonly from: string | null }
)

const operators = { add: '+', subtract: '-', multiply: '*' } as const

/** Division of whole numbers keeps its fraction, and a division by nothing is nothing. */
export function combine(measure: Extract<Measure, { kind: 'arithmetic' }>, left: string, right: string): string {
  if (measure.op === 'divide') return `(${left} / nullif(${right}, 0))`
  if (measure.op === 'percent') return `(${left} / nullif(${right}, 0) * 100)`
  // As floats: the product of two columns is more than a decimal holds.
  if (measure.op === 'multiply' && measure.left.kind !== 'number' && measure.right.kind !== 'number')
    return `(CAST(${left} AS DOUBLE) * CAST(${right} AS DOUBLE))`
  return `(${left} ${operators[measure.op]} ${right})`
}

export const quantity = (measure: Extract<Measure, { kind: 'number' }>, beside: Measure | undefined): string => {
  const value = beside ? convert(measure.value, measure.unit, dimension(beside)) : measure.value
  if (value === undefined)
    throw new Meaningless(`${measure.value} ${measure.unit} cannot be compared with ${dimension(beside!)}`)
  return number(Number(value.toPrecision(15)))
}

const aggregates: Readonly<Record<Fn, (value: string) => string>> = {
  sum: (value) => `sum(${value})`,
  avg: (value) => `avg(${value})`,
  min: (value) => `min(${value})`,
  max: (value) => `max(${value})`,
  count: (value) => `count(${value})`,
  median: (value) => `median(${value})`,
  stddev: (value) => `stddev_samp(${value})`,
  first: (value) => `first(${value})`,
  last: (value) => `last(${value})`,
  distinct: (value) => `count(DISTINCT ${value})`,
}
/** What a folded column is called where nobody names it. */
const named: Readonly<Record<Fn, string>> = {
  sum: 'total',
  avg: 'mean',
  min: 'lowest',
  max: 'highest',
  count: 'counted',
  median: 'middle',
  stddev: 'deviation',
  distinct: 'count',
  first: 'opening',
  last: 'closing',
}
const aggregate = (fn: Fn, value: string): string => aggregates[fn](value)

/** The first and the last are those by date where rows come in no order. */
export const aggregateByDate = (fn: Fn, value: string, date: string): string =>
  fn === 'first' || fn === 'last'
    ? `${fn === 'first' ? 'arg_min' : 'arg_max'}(${value}, ${date})`
    : aggregate(fn, value)

/** How many rows of the frame a window holds, where it is a number of rows. */
function rowsOf(window: Window, frame: Frame): number {
  if (window.kind === 'back') return window.n
  if (window.kind === 'last' || window.kind === 'before') {
    const frequency = frequencyOf(frame.dataset)
    const per: Partial<Record<Span, number>> = {
      day: { trading_day: 1, day: 1 },
      week: { week: 1 },
      month: { month: 1, quarter: 3, year: 12 },
      quarter: { quarter: 1, year: 4 },
      event: {},
    }[frequency]
    const rows = per[window.unit]
    if (rows) return window.n * rows
  }
  throw new Meaningless('a calendar window cannot move along a series; use a number of rows')
}

const filter = (conditions: string): string => (conditions ? ` FILTER (WHERE ${conditions})` : '')

/** A measure on a row of the frame. */
export function cell(measure: Measure, setting: Setting, beside?: Measure): Cell {
  const { frame, calendar } = setting
  const moving: Setting = { frame, calendar, fixed: false, from: setting.fixed ? null : setting.from }
  const inside = (range: Range): string => inRange(frame.date, range) ?? ''
  const reached = (window: Window, today: string): Range => {
    const range = calendar.range(window, frame.dataset.name, today)
    frame.reach(range.from)
    return range
  }
  const remember = (column: Cell): Cell => {
    frame.known.add(column.sql)
    return column
  }
  /** The operand of a window: days on which it is not known are passed over. */
  const operand = (of: Measure): Cell => {
    for (const column of columnsIn(of)) remember(frame.leaf(column))
    return cell(of, moving)
  }

  switch (measure.kind) {
    case 'column':
      return frame.leaf(measure)
    case 'number':
      return { sql: quantity(measure, beside), layer: 0 }
    case 'arithmetic': {
      const [left, right] = [cell(measure.left, setting, measure.right), cell(measure.right, setting, measure.left)]
      return { sql: combine(measure, left.sql, right.sql), layer: Math.max(left.layer, right.layer) }
    }
    case 'average': {
      const { sql, layer } = operand(measure.of)
      frame.rows(measure.n)
      const over = frame.over({
        ordered: true,
        rows: `ROWS BETWEEN ${number(measure.n - 1)} PRECEDING AND CURRENT ROW`,
      })
      const mean = `CASE WHEN count(${sql}) ${over} = ${number(measure.n)} THEN avg(${sql}) ${over} END`
      return frame.add(mean, layer, `average_${measure.n}`)
    }
    case 'at': {
      const { sql, layer } = operand(measure.of)
      if (!setting.fixed) {
        const n = rowsOf(measure.when, frame)
        frame.rows(n)
        return frame.add(`lag(${sql}, ${number(n)}) ${frame.over({ ordered: true })}`, layer, 'earlier')
      }
      const day = calendar.instant(measure.when, frame.dataset.name, setting.today)
      frame.reach(day)
      return frame.add(`max(${sql})${filter(`${frame.date} = ${date(day)}`)} ${frame.over()}`, layer, 'earlier')
    }
    case 'over': {
      const { sql, layer } = operand(measure.of)
      if (!setting.fixed) {
        const n = rowsOf(measure.window, frame)
        frame.rows(n)
        const last = measure.window.kind === 'before' ? 1 : 0
        const rows = `ROWS BETWEEN ${number(n - 1 + last)} PRECEDING AND ${last ? '1 PRECEDING' : 'CURRENT ROW'}`
        return frame.add(
          `${aggregate(measure.fn, sql)} ${frame.over({ ordered: true, rows })}`,
          layer,
          named[measure.fn],
        )
      }
      const range = reached(measure.window, setting.today)
      const folded = `${aggregateByDate(measure.fn, sql, frame.date)}${filter(inside(range))} ${frame.over()}`
      return frame.add(folded, layer, named[measure.fn])
    }
    case 'percentile': {
      const { sql, layer } = operand(measure.of)
      if (!setting.fixed) throw new Meaningless('a percentile is taken at one date')
      const range = reached(measure.window, setting.today)
      return frame.add(
        `quantile_cont(CAST(${sql} AS DOUBLE), ${number(measure.p)})${filter(inside(range))} ${frame.over()}`,
        layer,
        `percentile_${Math.round(measure.p * 100)}`,
      )
    }
    case 'standing': {
      const value = operand(measure.of)
      if (!setting.fixed) throw new Meaningless('a standing is taken at one date')
      const { frame } = setting
      const window = inside(reached(measure.window, setting.today))
      const now = frame.add(
        `max(${value.sql})${filter(`${frame.date} = ${date(setting.today)}`)} ${frame.over()}`,
        value.layer,
        'now',
      )
      const below = frame.add(
        `count(*)${filter(all([`${value.sql} <= ${now.sql}`, window]))} ${frame.over()}`,
        now.layer,
        'no_larger',
      )
      const rows = frame.add(`count(${value.sql})${filter(window)} ${frame.over()}`, value.layer, 'values')
      // Who has no value on that date stands nowhere in its history.
      return {
        sql: `CASE WHEN ${now.sql} IS NOT NULL THEN ${below.sql} / nullif(${rows.sql}, 0) * 100 END`,
        layer: Math.max(now.layer, below.layer, rows.layer),
      }
    }
    case 'change': {
      const now = operand(measure.of)
      const then = earlier(measure, setting)
      const end = later(measure, setting) ?? now
      const layer = Math.max(then.layer, end.layer)
      return {
        sql:
          measure.as !== 'percent'
            ? `(${end.sql} - ${then.sql})`
            : mayBeNegative(measure.of)
              ? `((${end.sql} - ${then.sql}) / nullif(abs(${then.sql}), 0) * 100)`
              : `((${end.sql} / nullif(${then.sql}, 0) - 1) * 100)`,
        layer,
      }
    }
    case 'date': {
      const value = operand(measure.of)
      if (!setting.fixed) throw new Meaningless('the date of an extreme is taken at one date')
      const range = reached(measure.window, setting.today)
      const extreme = frame.add(
        `${aggregate(measure.fn, value.sql)}${filter(inside(range))} ${frame.over()}`,
        value.layer,
        measure.fn,
      )
      const conditions = [`${value.sql} = ${extreme.sql}`, inside(range)].filter(Boolean).join(' AND ')
      return frame.add(`min(${frame.date})${filter(conditions)} ${frame.over()}`, extreme.layer, 'date')
    }
    case 'count': {
      const { sql, layer } = truth(measure.of, moving)
      if (frame.period && setting.fixed) {
        const range = periodsIn(measure.window, frame, setting)
        const conditions = [sql, inside(range)].filter(Boolean).join(' AND ')
        return frame.add(`count(*)${filter(conditions)} ${frame.over()}`, layer, 'periods')
      }
      if (!setting.fixed) {
        const n = rowsOf(measure.window, frame)
        frame.rows(n)
        const rows = `ROWS BETWEEN ${number(n - 1)} PRECEDING AND CURRENT ROW`
        return frame.add(`count(*)${filter(sql)} ${frame.over({ ordered: true, rows })}`, layer, 'days')
      }
      const range = reached(measure.window, setting.today)
      const conditions = [sql, inside(range)].filter(Boolean).join(' AND ')
      return frame.add(`count(*)${filter(conditions)} ${frame.over()}`, layer, 'days')
    }
    case 'day': {
      const { sql, layer } = truth(measure.of, moving)
      const fold = measure.fn === 'first' ? 'min' : 'max'
      if (!setting.fixed) {
        const n = rowsOf(measure.window, frame)
        frame.rows(n)
        const rows = `ROWS BETWEEN ${number(n - 1)} PRECEDING AND CURRENT ROW`
        return frame.add(`${fold}(${frame.date})${filter(sql)} ${frame.over({ ordered: true, rows })}`, layer, 'day')
      }
      const conditions = [sql, inside(reached(measure.window, setting.today))].filter(Boolean).join(' AND ')
      return frame.add(`${fold}(${frame.date})${filter(conditions)} ${frame.over()}`, layer, 'day')
    }
    case 'streak':
    case 'since': {
      const { sql, layer } = truth(measure.of, moving)
      // A run is as long as it is, where that costs little; of a whole market it is told up to about a year, and what
      // is reckoned along the rows has no longer ones.
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
      // A run over periods ends with the newest one: whoever has no row of it has none.
      const current = (value: string, otherwise: string): string => {
        if (!frame.period || !setting.fixed) return value
        const newest = periodOf(setting.today, frame.period.unit).from
        return `CASE WHEN ${frame.date} = ${date(newest)} THEN ${value} ELSE ${otherwise} END`
      }
      if (measure.kind === 'since') {
        const held = `min(CASE WHEN ${sql} THEN ${frame.date} END)`
        const since = frame.add(
          `${held} ${frame.over({ ordered: true, by: `${island.sql}, ${broken.sql}` })}`,
          broken.layer,
          'since',
        )
        return { sql: current(since.sql, 'NULL'), layer: since.layer }
      }
      const begun = frame.add(`min(${step.sql}) ${frame.over({ by: island.sql })}`, at, 'begun')
      return { sql: current(`(${step.sql} - coalesce(${broken.sql}, ${begun.sql} - 1))`, '0'), layer: at + 1 }
    }
    case 'correlation':
    case 'beta': {
      const [left, right] = [operand(measure.left), operand(measure.right)]
      if (!setting.fixed) throw new Meaningless('a correlation is taken at one date')
      const range = reached(measure.window, setting.today)
      const fn = measure.kind === 'beta' ? 'regr_slope' : 'corr'
      return frame.add(
        `${fn}(${left.sql}, ${right.sql})${filter(inside(range))} ${frame.over()}`,
        Math.max(left.layer, right.layer),
        measure.kind,
      )
    }
    case 'drawdown': {
      const value = operand(measure.of)
      if (!setting.fixed) throw new Meaningless('a drawdown is taken at one date')
      const range = reached(measure.window, setting.today)
      const peak = frame.add(
        `max(${value.sql})${filter(inside(range))} ${frame.over({ ordered: true })}`,
        value.layer,
        'peak',
      )
      return frame.add(
        `min((${value.sql} / nullif(${peak.sql}, 0) - 1) * 100)${filter(inside(range))} ${frame.over()}`,
        peak.layer,
        'drawdown',
      )
    }
    case 'place': {
      const { sql, layer } = cell(measure.of, setting)
      for (const column of columnsIn(measure.of)) remember(frame.leaf(column))
      const order = `ORDER BY ${sql} ${measure.descending ? 'DESC' : 'ASC'} NULLS LAST`
      return frame.add(`rank() OVER (PARTITION BY ${frame.date} ${order})`, layer, 'place')
    }
    case 'cumulative': {
      const { sql, layer } = operand(measure.of)
      if (setting.fixed) throw new Meaningless('a running total needs a series')
      return frame.add(
        `sum(${sql})${filter(inside({ from: setting.from, to: null }))} ${frame.over({ ordered: true })}`,
        layer,
        'total',
      )
    }
    case 'group':
    case 'share': {
      const { sql, layer } = cell(measure.of, setting)
      const circle = frame.circle(measure.by)
      const over = `OVER (PARTITION BY ${circle ? `${frame.date}, ${circle}` : frame.date})`
      const known = (value: string): string =>
        circle ? `CASE WHEN ${circle} IS NOT NULL THEN ${value} ${over} END` : `${value} ${over}`
      if (measure.kind === 'group') return frame.add(known(aggregate(measure.fn, sql)), layer, named[measure.fn])
      const whole = frame.add(known(`sum(${sql})`), layer, 'whole')
      return { sql: `(${sql} / nullif(${whole.sql}, 0) * 100)`, layer: whole.layer }
    }
    case 'days': {
      const { sql, layer } = cell(measure.of, setting)
      return { sql: daysBetween(measure.as, setting.fixed ? date(setting.today) : frame.date, sql), layer }
    }
    case 'indicator': {
      const plain = spelledOut(measure, calendar)
      return plain
        ? cell(plain, setting, beside)
        : indicatorCell(measure, frame, (column) => remember(frame.leaf(column)))
    }
    case 'across':
    case 'weighted':
      throw new Meaningless('a fold across entities stands in groups alone')
  }
}

/** Calendar days from now to a date, or from it to now. */
export const daysBetween = (as: 'until' | 'since', now: string, day: string): string =>
  as === 'until'
    ? `date_diff('day', CAST(${now} AS DATE), CAST(${day} AS DATE))`
    : `date_diff('day', CAST(${day} AS DATE), CAST(${now} AS DATE))`

/** The periods of a window, by their first days: the last five years are those that are over. */
function periodsIn(window: Window, { dataset, period }: Frame, { calendar, ...setting }: Setting): Range {
  if (!period || !setting.fixed) throw new Meaningless('periods are counted at one date')
  const newest = periodOf(setting.today, period.unit).from
  if (window.kind === 'last' && window.unit === period.unit)
    return { from: shift(newest, 1 - window.n, period.unit), to: newest }
  const { from, ...rest } = calendar.range(window, dataset.name, setting.today)
  return { ...rest, from: from === null ? null : periodOf(from, period.unit).from }
}

/** What a change starts from. */
function earlier(measure: Extract<Measure, { kind: 'change' }>, setting: Setting): Cell {
  const { frame, calendar } = setting
  const { sql, layer } = cell(measure.of, { frame, calendar, fixed: false, from: null })
  if (!setting.fixed) {
    const n = rowsOf(measure.since, frame)
    frame.rows(n)
    return frame.add(`lag(${sql}, ${number(n)}) ${frame.over({ ordered: true })}`, layer, 'earlier')
  }
  const day = calendar.base(measure.since, frame.dataset.name, setting.today)
  frame.reach(day)
  return frame.add(`max(${sql})${filter(`${frame.date} = ${date(day)}`)} ${frame.over()}`, layer, 'earlier')
}

/** Where a change ends, if that is not the row's own date. */
function later(measure: Extract<Measure, { kind: 'change' }>, setting: Setting): Cell | null {
  const { frame, calendar } = setting
  const { since, until } = measure
  if (!setting.fixed) {
    if (until) throw new Meaningless('a change between two dates is taken at one date')
    return null
  }
  if (!until && !['previous', 'calendar', 'newest', 'between', 'span'].includes(since.kind)) return null
  const day = calendar.instant(until ?? since, frame.dataset.name, setting.today)
  if (until && day < calendar.base(since, frame.dataset.name, setting.today))
    throw new Meaningless('a change ends before it begins')
  if (day === setting.today) return null
  const { sql, layer } = cell(measure.of, { frame, calendar, fixed: false, from: null })
  frame.reach(day)
  return frame.add(`max(${sql})${filter(`${frame.date} = ${date(day)}`)} ${frame.over()}`, layer, 'later')
}

/** A condition on a row of the frame. */
export function truth(condition: Condition, setting: Setting): Cell {
  const { frame, calendar } = setting
  const moving: Setting = { frame, calendar, fixed: false, from: setting.fixed ? null : setting.from }
  switch (condition.kind) {
    case 'compare': {
      const left = cell(condition.left, setting, condition.right)
      const right = cell(condition.right, setting, condition.left)
      return { sql: `${left.sql} ${sign(condition.op)} ${right.sql}`, layer: Math.max(left.layer, right.layer) }
    }
    case 'between': {
      const [of, low, high] = [
        cell(condition.of, setting),
        cell(condition.low, setting, condition.of),
        cell(condition.high, setting, condition.of),
      ]
      return {
        sql: `${of.sql} BETWEEN ${low.sql} AND ${high.sql}`,
        layer: Math.max(of.layer, low.layer, high.layer),
      }
    }
    case 'cross': {
      const [left, right] = [cell(condition.left, moving), cell(condition.right, moving)]
      const [was, against] = [
        frame.add(`lag(${left.sql}) ${frame.over({ ordered: true })}`, left.layer, 'earlier'),
        frame.add(`lag(${right.sql}) ${frame.over({ ordered: true })}`, right.layer, 'earlier'),
      ]
      frame.rows(1)
      const [now, then] = condition.direction === 'up' ? ['>', '<='] : ['<', '>=']
      return {
        sql: `(${left.sql} ${now} ${right.sql} AND ${was.sql} ${then} ${against.sql})`,
        layer: Math.max(was.layer, against.layer),
      }
    }
    case 'every':
    case 'some': {
      if (!setting.fixed) throw new Meaningless('"on every date" is asked of one date')
      const { sql, layer } = truth(condition.of, moving)
      const range = calendar.range(condition.window, frame.dataset.name, setting.today)
      frame.reach(range.from)
      const days = calendar.dates(frame.dataset.name, range).length
      if (days === 0) throw new Meaningless('no date lies in that time')
      const conditions = [sql, inRange(frame.date, range)].filter(Boolean).join(' AND ')
      const held = frame.add(`count(*)${filter(conditions)} ${frame.over()}`, layer, 'days')
      return {
        sql: condition.kind === 'every' ? `${held.sql} = ${number(days)}` : `${held.sql} > 0`,
        layer: held.layer,
      }
    }
    case 'and':
    case 'or': {
      const parts = condition.of.map((part) => truth(part, setting))
      return {
        sql: `(${parts.map(({ sql }) => sql).join(condition.kind === 'and' ? ' AND ' : ' OR ')})`,
        layer: Math.max(0, ...parts.map(({ layer }) => layer)),
      }
    }
    case 'not': {
      const { sql, layer } = truth(condition.of, setting)
      return { sql: `NOT (${sql})`, layer }
    }
    case 'known': {
      const { sql, layer } = cell(condition.of, setting)
      return { sql: known(sql, condition.not), layer }
    }
    case 'is': {
      const { sql, layer } = cell(condition.of, setting)
      return { sql: inList(sql, condition.values, condition.not), layer }
    }
    case 'within': {
      const { sql, layer } = cell(condition.of, setting)
      return { sql: inRange(sql, calendar.range(condition.window, condition.of.dataset)) ?? 'true', layer }
    }
    case 'during':
    case 'member':
    case 'exists':
      throw new Meaningless(`"${condition.kind}" is asked of an entity, not of one of its dates`)
  }
}

export const sign = (op: string): string => (op === '!=' ? '<>' : op)

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
