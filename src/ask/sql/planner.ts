import { tableOf } from '../../catalogue/dataset.ts'
import { type Calendar, frequencyOf } from '../calendar.ts'
import { spelledOut } from '../indicators.ts'
import type { Column, Condition, Measure, Periods, Representation } from '../representation.ts'
import { columnOf, columnsIn, datasetOf, Meaningless, measuresIn, partsOf } from '../typing.ts'
import {
  cell,
  columnsOf,
  combine,
  daysBetween,
  looksAround,
  quantity,
  type Setting,
  sign,
  truth,
} from './expressions.ts'
import { createFrame, type Frame, isShared } from './frame.ts'
import { date, inList, inRange, known as isKnown, name } from './print.ts'
import { existsSql } from './rows.ts'
import { universeSql } from './source.ts'

/** Turns measures and conditions into expressions over the frames they need, and makes those frames. */
export type Planner = {
  readonly frames: readonly Frame[]
  readonly driving: () => Frame
  readonly value: (measure: Measure, beside?: Measure) => string
  readonly condition: (condition: Condition) => string
  /** The date a frame stands at, where the answer is of one date. */
  readonly today: (frame: Frame) => string
}

type Options = {
  readonly representation: Representation
  readonly calendar: Calendar
  /** The one date of the answer; none where the answer is a series. */
  readonly at: string | null
  /** The first date of a series. */
  readonly from: string | null
}

const shortName = (dataset: string): string =>
  tableOf({ name: dataset })
    .replace(/^taiwan_(stock_)?/, '')
    .replace(/^(\d)/, 'n$1')

export function createPlanner({ representation, calendar, at, from }: Options): Planner {
  const { universe, dataset: drivingName } = representation
  const frames: Frame[] = []
  const byKey = new Map<string, Frame>()

  const isKeyed = (columns: readonly Column[]): boolean => columns.some((column) => !isShared(column))

  type Kind = { readonly wide?: boolean; readonly period?: Periods | undefined }
  function frameFor(base: string, dataset: string, keyed: boolean, { wide = false, period }: Kind = {}): Frame {
    const key = wide || period ? `${JSON.stringify([wide, period])}|${base}` : base
    const found = byKey.get(key)
    if (found) return found
    const title = shortName(dataset)
    const same = frames.filter((frame) => frame.name === title || frame.name.startsWith(`${title}_`)).length
    const frame = createFrame({
      name: name(same === 0 ? title : `${title}_${same + 1}`),
      dataset,
      keyed,
      wide,
      period,
      driving: dataset === drivingName,
      universe,
      calendar,
    })
    frames.push(frame)
    byKey.set(key, frame)
    return frame
  }

  const picksOf = (columns: readonly Column[]): string =>
    JSON.stringify(columns.flatMap(({ where }) => (where ?? []).filter((filter) => 'pick' in filter)))

  /** Measures share a frame where they read the same dataset, and pass over the same unknown days. */
  function frameOf(columns: readonly Column[], around: boolean, kind: Kind = {}): Frame {
    if (columns.length === 0) throw new Meaningless('a measure must read a column')
    const keyed = isKeyed(columns)
    const own = keyed ? columns.filter((column) => !isShared(column)) : columns
    const datasets = [...new Set(own.map(({ dataset }) => dataset))]
    const first = datasets.includes(drivingName) ? drivingName : datasets[0]!
    for (const other of datasets) assertJoinable(first, other, keyed)
    const shared = keyed ? columns.filter(isShared) : []
    for (const other of shared) assertJoinable(first, other.dataset, false)
    const beside = [
      ...(datasets.length > 1 ? datasets : []),
      ...new Set(shared.map(({ dataset, entity = '' }) => `${dataset}:${entity}`)),
    ]
    const unknown = around
      ? [
          ...new Set(
            columns.filter(({ dataset, column }) => columnOf(dataset, column).nullable).map(({ column }) => column),
          ),
        ]
      : []
    const rest = `${first}|${keyed}|${picksOf(columns)}`
    if (!around) {
      // A plain column may stand in a frame that passes over no day the column is known on.
      const column = columns[0]!
      const nullable = columnOf(column.dataset, column.column).nullable
      for (const [key, frame] of byKey)
        if (
          key.startsWith(`${rest}|`) &&
          (!nullable ||
            key
              .slice(rest.length + 1)
              .split(/[,|]/)
              .includes(column.column))
        )
          return frame
    }
    return frameFor(`${rest}|${unknown.sort().join(',')}|${beside.join(',')}`, first, keyed, kind)
  }

  /** A frame that passes over no date: what is not known must be seen there. */
  const wholeFrame = (dataset: string, keyed: boolean, picks: string): Frame =>
    frameFor(`${dataset}|${keyed}|${picks}||`, dataset, keyed)

  function assertJoinable(first: string, other: string, keyed: boolean): void {
    const [a, b] = [datasetOf(first), datasetOf(other)]
    if (a.date !== b.date || (keyed && a.id !== b.id))
      throw new Meaningless(`${first} and ${other} do not have the same dates`)
  }

  const today = (frame: Frame): string => {
    if (at === null) throw new Meaningless('a series has no one date')
    // The latest of what moves faster is its own: today's price beside the revenue of last month.
    const own = representation.when.kind === 'latest' && isFaster(frame, drivingName)
    const day = calendar.instant({ kind: 'latest' }, frame.dataset.name, own ? undefined : at)
    return frame.period && !frame.period.current ? calendar.ended(frame.period.unit, frame.dataset.name, day) : day
  }

  const settingOf = (frame: Frame): Setting => {
    if (at === null) {
      if (frame.period) throw new Meaningless('a run over periods is taken at one date')
      frame.reach(from)
      return { frame, calendar, fixed: false, from }
    }
    const day = today(frame)
    frame.reach(isSlow(frame, drivingName) ? null : day)
    return { frame, calendar, fixed: true, today: day }
  }

  /** Expressions on a frame's own rows are computed there; what comes out is a column of it. */
  const place = (frame: Frame, sql: string, layer: number): string =>
    /^[a-z_][a-z0-9_]*$/.test(sql) ? `${frame.name}.${sql}` : `${frame.name}.${frame.add(sql, layer, 'value').sql}`

  const known = new Map<string, string>()
  function value(measure: Measure, beside?: Measure): string {
    if (measure.kind === 'number') return quantity(measure, beside)
    const key = JSON.stringify(measure)
    const found = known.get(key) ?? reckon(measure)
    known.set(key, found)
    return found
  }

  function reckon(measure: Exclude<Measure, { kind: 'number' }>): string {
    if (measure.kind === 'arithmetic')
      return combine(measure, value(measure.left, measure.right), value(measure.right, measure.left))
    if (measure.kind === 'across' || measure.kind === 'weighted')
      throw new Meaningless('a fold across entities stands in groups alone')
    if (measure.kind === 'days') {
      const day = value(measure.of)
      const { name, date: own } = driving()
      return daysBetween(measure.as, at === null ? `${name}.${own}` : date(at), day)
    }
    const plain = measure.kind === 'indicator' ? spelledOut(measure, calendar) : undefined
    if (plain) return value(plain)
    const frame = frameOf(columnsIn(measure), looksAround(measure), {
      wide: (universe.ids ?? universe.top) !== undefined && standsAmong(measure),
      period: 'period' in measure ? measure.period : undefined,
    })
    const { sql, layer } = cell(measure, settingOf(frame))
    return place(frame, sql, layer)
  }

  function condition(asked: Condition): string {
    switch (asked.kind) {
      case 'compare':
        return `${value(asked.left, asked.right)} ${sign(asked.op)} ${value(asked.right, asked.left)}`
      case 'between':
        return `${value(asked.of)} BETWEEN ${value(asked.low, asked.of)} AND ${value(asked.high, asked.of)}`
      case 'and':
      case 'or':
        return `(${asked.of.map(condition).join(asked.kind === 'and' ? ' AND ' : ' OR ')})`
      case 'not':
        return `NOT (${condition(asked.of)})`
      case 'known': {
        if (asked.of.kind !== 'column') return isKnown(value(asked.of), asked.not)
        const frame = wholeFrame(asked.of.dataset, isKeyed([asked.of]), picksOf([asked.of]))
        const { sql, layer } = cell(asked.of, settingOf(frame))
        return isKnown(place(frame, sql, layer), asked.not)
      }
      case 'is':
        return inList(value(asked.of), asked.values, asked.not)
      case 'within':
        return inRange(value(asked.of), calendar.range(asked.window, asked.of.dataset)) ?? 'true'
      case 'during': {
        const day = calendar.instant(asked.when, asked.from.dataset)
        return `${date(day)} BETWEEN ${value(asked.from)} AND ${value(asked.to)}`
      }
      case 'member': {
        const frame = driving()
        const sql = universeSql(asked.universe, frame.dataset, true, `${frame.name}.`)
        return sql || 'true'
      }
      case 'exists': {
        const { id, name } = driving()
        if (id === null)
          throw new Meaningless(`${drivingName} has no entities that ${asked.dataset} could have rows of`)
        return existsSql(asked, `${name}.${id}`, calendar)
      }
      case 'every':
      case 'some':
      case 'cross': {
        const frame = frameOf(columnsOf(asked), true)
        const { sql, layer } = truth(asked, settingOf(frame))
        return place(frame, sql, layer)
      }
    }
  }

  const driving = (): Frame => {
    const own = frames.filter((frame) => frame.dataset.name === drivingName)
    const found = wholeOf(own) ?? own.find(({ keyed }) => keyed) ?? own[0] ?? frames[0]
    if (!found || (!found.wide && !found.period)) return found!
    // Whoever is asked about is told of by his own rows, not by those of others or of whole periods.
    const plain = frames.find(
      ({ keyed, wide, period, dataset }) => keyed === found.keyed && !wide && !period && dataset === found.dataset,
    )
    if (plain) return plain
    const frame = wholeFrame(found.dataset.name, found.keyed, '[]')
    settingOf(frame)
    return frame
  }
  /** The frame that passes over nothing, where what is not known is asked for. */
  const wholeOf = (own: readonly Frame[]): Frame | undefined =>
    representation.where.some(({ kind }) => kind === 'known')
      ? own.find((frame) => byKey.get(`${drivingName}|true|[]||`) === frame)
      : undefined

  return {
    frames,
    driving,
    value,
    condition,
    today,
  }
}

/** Measures that see an entity among the others. */
const standsAmong = (measure: Measure): boolean => {
  if (measure.kind === 'place' || measure.kind === 'group' || measure.kind === 'share') return true
  const { measures, conditions } = partsOf(measure)
  return [...measures, ...conditions.flatMap(measuresIn)].some(standsAmong)
}

/** Whether a dataset has a row each day where the driving one has a row each week, month or quarter. */
const isFaster = (frame: Frame, driving: string): boolean =>
  frequencyOf(frame.dataset) === 'day' && ['week', 'month', 'quarter'].includes(frequencyOf(datasetOf(driving)))

/** A dataset that does not have a row for every date of the driving one: its newest row by then counts. */
export const isSlow = (frame: Frame, driving: string): boolean => {
  const frequency = frequencyOf(frame.dataset)
  return frame.period !== undefined || frequency === 'event' || (frame.dataset.name !== driving && frequency !== 'day')
}
