import { tableOf } from '../../catalogue/dataset.ts'
import { type Calendar, frequencyOf } from '../calendar.ts'
import { spelledOut } from '../indicators.ts'
import type { Column, Condition, Measure, Periods, Representation } from '../representation.ts'
import { columnOf, columnsIn, datasetOf, Meaningless, measuresIn, partsOf } from '../typing.ts'
import { conditionSql } from './conditions.ts'
import { cell, columnsOf, looksAround, type Setting, truth } from './expressions.ts'
import { createFrame, type Frame, isShared } from './frame.ts'
import { columnIn, date, type Expression, known as isKnown, name } from './print.ts'
import { combine, daysBetween, quantity } from './values.ts'

/** Turns measures and conditions into expressions over the frames they need, and makes those frames. */
export type Planner = {
  readonly frames: readonly Frame[]
  readonly driving: () => Frame
  readonly value: (measure: Measure, beside?: Measure) => Expression
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

/** What the measures of one frame have in common. */
type FrameKey = {
  readonly dataset: string
  readonly keyed: boolean
  /** The contracts that are picked by their place. */
  readonly picks: string
  /** Columns without which a row is left out. */
  readonly passedOver: readonly string[]
  /** Other datasets and entities whose columns stand beside. */
  readonly beside: readonly string[]
}
const isSameKey = (a: FrameKey, b: FrameKey): boolean => JSON.stringify(a) === JSON.stringify(b)
const kindOf = (wide: boolean, period: Periods | undefined): string => JSON.stringify([wide, period])
const plainKind = kindOf(false, undefined)

export function createPlanner({ representation, calendar, at, from }: Options): Planner {
  const { universe, dataset: drivingName } = representation
  const planned: { key: FrameKey; kind: string; title: string; frame: Frame }[] = []

  const isKeyed = (columns: readonly Column[]): boolean => columns.some((column) => !isShared(column))

  type Kind = { readonly wide?: boolean; readonly period?: Periods | undefined }
  function frameFor(key: FrameKey, { wide = false, period }: Kind = {}): Frame {
    const { dataset, keyed } = key
    const found = planned.find((one) => one.kind === kindOf(wide, period) && isSameKey(one.key, key))
    if (found) return found.frame
    const title = shortName(dataset)
    const same = planned.filter((one) => one.title === title || one.title.startsWith(`${title}_`)).length
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
    planned.push({ key, kind: kindOf(wide, period), title, frame })
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
    const unknown = columns.filter((column) => around && columnOf(column.dataset, column.column).nullable)
    const picks = picksOf(columns)
    if (!around) {
      // A plain column may stand in a frame that passes over no day the column is known on.
      const [column] = columns as [Column]
      const { nullable } = columnOf(column.dataset, column.column)
      const found = planned.find(
        ({ key, kind }) =>
          kind === plainKind &&
          key.dataset === first &&
          key.keyed === keyed &&
          key.picks === picks &&
          (!nullable || [...key.passedOver, ...key.beside].includes(column.column)),
      )
      if (found) return found.frame
    }
    const passedOver = [...new Set(unknown.map(({ column }) => column))].sort()
    return frameFor({ dataset: first, keyed, picks, passedOver, beside }, kind)
  }

  /** A frame that passes over no date: what is not known must be seen there. */
  const wholeFrame = (dataset: string, keyed: boolean, picks: string): Frame =>
    frameFor({ dataset, keyed, picks, passedOver: [], beside: [] })

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
  const place = (frame: Frame, of: Expression): Expression =>
    columnIn(frame.name, of.column ?? frame.add(of.sql, of.layer, 'value').sql)

  const known = new Map<string, Expression>()
  function value(measure: Measure, beside?: Measure): Expression {
    if (measure.kind === 'number') return { sql: quantity(measure, beside), layer: 0 }
    const key = JSON.stringify(measure)
    const found = known.get(key) ?? printed(measure)
    known.set(key, found)
    return found
  }

  function printed(measure: Exclude<Measure, { kind: 'number' }>): Expression {
    if (measure.kind === 'arithmetic') {
      const [left, right] = [value(measure.left, measure.right), value(measure.right, measure.left)]
      return { sql: combine(measure, left.sql, right.sql), layer: 0 }
    }
    if (measure.kind === 'across' || measure.kind === 'weighted')
      throw new Meaningless('a fold across entities stands in groups alone')
    if (measure.kind === 'days') {
      const day = value(measure.of)
      const { name, date: own } = driving()
      return { sql: daysBetween(measure.as, at === null ? `${name}.${own}` : date(at), day.sql), layer: 0 }
    }
    const plain = measure.kind === 'indicator' ? spelledOut(measure, calendar) : undefined
    if (plain) return value(plain)
    const frame = frameOf(columnsIn(measure), looksAround(measure), {
      wide: (universe.ids ?? universe.top) !== undefined && standsAmong(measure),
      period: 'period' in measure ? measure.period : undefined,
    })
    return place(frame, cell(measure, settingOf(frame)))
  }

  const condition = (asked: Condition): string => conditionOf(asked).sql

  function conditionOf(asked: Condition): Expression {
    // Whether a column is known is asked of a frame that has the rows without it.
    if (asked.kind === 'known' && asked.of.kind === 'column') {
      const frame = wholeFrame(asked.of.dataset, isKeyed([asked.of]), picksOf([asked.of]))
      return { sql: isKnown(place(frame, cell(asked.of, settingOf(frame))).sql, asked.not), layer: 0 }
    }
    return conditionSql(asked, {
      calendar,
      value,
      part: conditionOf,
      entity() {
        const { name, dataset } = driving()
        return { dataset: dataset.name, table: name }
      },
      around(condition) {
        const frame = frameOf(columnsOf(condition), true)
        return place(frame, truth(condition, settingOf(frame)))
      },
    })
  }

  const driving = (): Frame => {
    const frames = planned.map(({ frame }) => frame)
    const own = frames.filter((frame) => frame.dataset.name === drivingName)
    const found = frameOfUnknown() ?? own.find(({ keyed }) => keyed) ?? own[0] ?? frames[0]
    if (!found) throw new Meaningless('a question must read a column')
    if (!found.wide && !found.period) return found
    // An entity is told of by its own rows, not by those of others or of whole periods.
    const plain = frames.find(
      ({ keyed, wide, period, dataset }) => keyed === found.keyed && !wide && !period && dataset === found.dataset,
    )
    if (plain) return plain
    const frame = wholeFrame(found.dataset.name, found.keyed, '[]')
    settingOf(frame)
    return frame
  }
  /** The frame that keeps rows with nulls, if a condition asks whether something is known. */
  const frameOfUnknown = (): Frame | undefined =>
    representation.where.some(({ kind }) => kind === 'known')
      ? planned.find(
          ({ key, kind }) =>
            kind === plainKind &&
            isSameKey(key, { dataset: drivingName, keyed: true, picks: '[]', passedOver: [], beside: [] }),
        )?.frame
      : undefined

  return {
    get frames() {
      return planned.map(({ frame }) => frame)
    },
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
