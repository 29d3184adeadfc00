import type { Dataset } from '../../catalogue/dataset.ts'
import { type Calendar, frequencyOf } from '../calendar.ts'
import { type ColumnText, textOfColumn, textOfDimension, textOfOutput } from '../columnTexts.ts'
import type { Facts } from '../facts.ts'
import type { Condition, Dimension, Measure, Order, Output, Representation } from '../representation.ts'
import { columnsIn, datasetOf, Meaningless, measuresIn } from '../typing.ts'
import { divisors } from '../units.ts'
import { rowCondition, rowValue, sign } from './conditions.ts'
import { looksAround } from './expressions.ts'
import type { Frame } from './frame.ts'
import { createPlanner, isSlow, type Planner } from './planner.ts'
import { all, columnIn, type Expression, inRange, known, name, number } from './print.ts'
import { printSelect, type Select, type SelectColumn } from './select.ts'
import { chosen, datasetOfTop, isListed, pickSql, tableOf, universeSql } from './source.ts'
import { aggregateByDate, combine, quantity } from './values.ts'

/** The table of the securities, by the name that every statement gives it. */
const overview = 'o'
const joinOverview = (id: Expression): string =>
  ` LEFT JOIN TaiwanStockOverview ${overview} ON ${overview}.stock_id = ${id.sql}`
const isOfOverview = ({ table }: Expression): boolean => table === overview

const columnOf = (of: Expression, as: string, text: ColumnText): SelectColumn => ({ ...of, as, text })
const ownColumn = (table: string, dataset: Dataset, column: string): SelectColumn =>
  columnOf(columnIn(table, name(column)), column, textOfColumn(dataset.name, column))
const overviewColumn = (column: string, text = textOfColumn('TaiwanStockOverview', column)): SelectColumn =>
  columnOf(columnIn(overview, column), column, text)

/** An output, in the scale it is told in. */
function outputOf(output: Output, value: Expression): SelectColumn {
  const divisor = output.in ? divisors[output.in] : 1
  const scale = divisor < 1 ? ` * ${number(1 / divisor)}` : ` / ${number(divisor)}.0`
  const told = output.in ? { sql: `${value.sql}${scale}`, layer: value.layer } : value
  return columnOf(told, output.as, textOfOutput(output))
}

/** The columns under names of their own, each once, and the one that each was made to. */
function distinct(columns: readonly SelectColumn[]) {
  const made = new Map<SelectColumn, SelectColumn>()
  const unique: SelectColumn[] = []
  for (const column of columns) {
    const same = unique.find(({ sql, as }) => sql === column.sql && as === column.as)
    let alias = column.as
    for (let n = 2; !same && unique.some(({ as }) => as === alias); n++) alias = `${column.as}_${n}`
    const own = same ?? { ...column, as: alias }
    if (!same) unique.push(own)
    made.set(column, own)
  }
  return { columns: unique, made: (column: SelectColumn): SelectColumn => made.get(column)! }
}

/** Columns that tell which row this is, where a code alone would not. */
const labels: Readonly<Record<string, string>> = { TaiwanStockSectorPrice: 'index_name', CentralBankRate: 'bank_name' }

/** The expressions that look around come first, so that plain columns can share their frames. */
const aroundFirst = (measures: readonly Measure[]): Measure[] => {
  const nodes = (measure: Measure): Measure[] =>
    measure.kind === 'arithmetic' ? [...nodes(measure.left), ...nodes(measure.right)] : [measure]
  return measures.flatMap(nodes).filter((measure) => looksAround(measure) && measure.kind !== 'number')
}

const around = (condition: Condition): Measure[] => {
  if (condition.kind === 'compare') return aroundFirst([condition.left, condition.right])
  if (condition.kind === 'known' || condition.kind === 'between') return aroundFirst([condition.of])
  if (condition.kind === 'and' || condition.kind === 'or') return condition.of.flatMap(around)
  return condition.kind === 'not' ? around(condition.of) : []
}

/** What the rows are sorted by: outputs by their place, and columns by their name. */
const orderOf = (
  { order }: Representation,
  outputs: readonly SelectColumn[],
  named: (by: string) => string,
): Select['order'] =>
  order.map(({ by, descending }: Order) => {
    if (typeof by === 'string') return { sql: named(by), descending }
    const output = outputs[by]
    if (!output) throw new Meaningless(`there is no output ${by} to order by`)
    return { sql: output.sql, as: output.as, descending }
  })

/** The common table of those that a ranking chose, ranked at the date of the answer. */
function chosenSql({ universe, when, dataset }: Representation, calendar: Calendar): Select['with'] {
  const { top, ...others } = universe
  if (!top) return []
  const ranked = datasetOfTop(top)
  const day = calendar.instant({ kind: 'latest' }, ranked.name, calendar.instant(when, dataset))
  const { rows, ...known } = others
  const ranking = tableSelect(
    {
      shape: 'entities',
      dataset: ranked.name,
      universe: ranked.name === dataset ? others : known,
      when: { kind: 'on', date: day },
      select: [{ as: 'ranked_by', of: top.by }],
      where: [],
      by: [],
      order: [{ by: 0, descending: top.descending }],
      limit: top.n,
      notes: [],
    },
    calendar,
  )
  return [[chosen, `SELECT ${name(ranked.id!)} FROM (${printSelect(ranking)})`]]
}

/** The frames as common tables, and how they are joined. */
function joinSql(planner: Planner, at: string | null): Pick<Select, 'with' | 'from'> {
  const driving = planner.driving()
  const { dataset } = driving
  const tables = planner.frames.map((frame): [string, string] => {
    if (at === null) return [frame.name, frame.print(null)]
    const slow = isSlow(frame, dataset.name)
    const day = planner.today(frame)
    const newest = `row_number() OVER (${frame.id ? `PARTITION BY ${frame.id} ` : ''}ORDER BY ${frame.date} DESC) = 1`
    const filter = slow ? `QUALIFY ${newest}` : `WHERE ${inRange(frame.date, { from: day, to: day })}`
    return [frame.name, `SELECT * FROM (${frame.print(day)}) ${filter}`]
  })
  const joins = planner.frames.filter((frame) => frame !== driving).map((frame) => joinFrame(frame, driving, at))
  const described = isDescribed(driving) ? joinOverview(columnIn(driving.name, 'stock_id')) : ''
  return { from: `${driving.name}${joins.join('')}${described}`, with: tables }
}

function joinFrame(frame: Frame, driving: Frame, at: string | null): string {
  const same = frame.keyed && driving.keyed ? `${frame.name}.${frame.id} = ${driving.name}.${driving.id}` : null
  if (at !== null) return ` LEFT JOIN ${frame.name} ON ${same ?? 'true'}`
  const [join, sign] = isSlow(frame, driving.dataset.name) ? ['ASOF LEFT JOIN', '>='] : ['LEFT JOIN', '=']
  return ` ${join} ${frame.name} ON ${all([same, `${driving.name}.${driving.date} ${sign} ${frame.name}.${frame.date}`])}`
}

/** Whether the rows of a frame are of securities that the overview describes. */
const isDescribed = ({ keyed, dataset }: Frame): boolean => keyed && isListed(dataset)

/** Industry and market need a dataset of securities. */
function assertDescribed(frame: Frame, columns: readonly Expression[]): void {
  if (columns.some(isOfOverview) && !isDescribed(frame))
    throw new Meaningless('nothing is asked of securities that have a market or an industry')
}

const dateOf = ({ name, date, dataset }: Frame): SelectColumn => ownColumn(name, dataset, date)

function plan(representation: Representation, calendar: Calendar, at: string | null, from: string | null): Planner {
  const planner = createPlanner({ representation, calendar, at, from })
  for (const measure of [
    ...representation.select.flatMap(({ of }) => aroundFirst([of])),
    ...representation.where.flatMap(around),
  ])
    if (measure.kind !== 'across' && measure.kind !== 'weighted') planner.value(measure)
  return planner
}

/** One row an entity, at one date; or one row of each date of a series. */
function tableSelect(representation: Representation, calendar: Calendar): Select {
  const { shape, dataset, when, select, where: conditions, order, per, limit, ends } = representation
  const single = shape === 'entities'
  const range = single ? null : calendar.range(when, dataset)
  const at = single ? calendar.instant(when, dataset) : null
  const planner = plan(representation, calendar, at, range?.from ?? null)
  const column = (name: string): SelectColumn =>
    columnOf(planner.value({ kind: 'column', dataset, column: name }), name, textOfColumn(dataset, name))
  const outputs = select.map((output) => outputOf(output, planner.value(output.of)))
  const asked = conditions.map(planner.condition)
  const driving = planner.driving()
  const label = labels[dataset]
  const shown = label && driving.keyed ? [column(label)] : []
  const slow = planner.frames.filter((frame) => frame !== driving && !frame.period && isSlow(frame, dataset))
  const date = dateOf(driving)
  const each =
    per === undefined ? [] : [typeof per === 'object' ? column(per.column) : dimensionColumn(per, dataset, date)]
  assertDescribed(driving, each)
  const ids = driving.id ? [ownColumn(driving.name, driving.dataset, driving.id)] : []
  const names = isDescribed(driving) ? [overviewColumn('stock_name')] : []
  const { columns, made } = distinct([...ids, ...names, date, ...each, ...shown, ...slow.map(dateOf), ...outputs])
  const { from, with: tables } = joinSql(planner, at)
  const ranked = order.flatMap(({ by }) => (typeof by === 'number' ? [outputs[by]!.sql] : []))
  return {
    with: [...chosenSql(representation, calendar), ...tables],
    columns,
    from,
    where: [range ? inRange(date.sql, range) : null, ...asked, ...ranked.map((sql) => known(sql))],
    groups: [],
    having: '',
    qualify: '',
    order: orderOf(representation, outputs.map(made), (by) =>
      by === 'date' ? date.sql : `${driving.name}.${name(by)}`,
    ),
    ties: [...(single ? [] : [date.sql]), ...ids.map(({ sql }) => sql)],
    limit,
    per: each[0],
    ends: ends !== undefined,
  }
}

const calendarDimensions: readonly unknown[] = ['week', 'month', 'quarter', 'year', 'weekday']

function dimensionColumn(dimension: Dimension, dataset: string, { sql: date }: Expression): SelectColumn {
  if (typeof dimension !== 'string') throw new Meaningless('a column of the dataset groups its rows alone')
  const text = textOfDimension(dimension, dataset)
  if (dimension === 'industry') return overviewColumn('industry_category', text)
  if (dimension === 'market') return overviewColumn('market', text)
  if (dimension === 'type') return overviewColumn('security_type', text)
  const sql =
    dimension === 'weekday'
      ? `isodow(${date})`
      : dimension === 'year'
        ? `year(${date})`
        : `CAST(date_trunc('${dimension}', ${date}) AS DATE)`
  return columnOf({ sql, layer: 0 }, dimension, text)
}

/** What folds are made of: values and conditions of members, their dates, and what the groups are made by. */
type Folding = {
  readonly value: (measure: Measure) => Expression
  readonly condition: (asked: Condition) => string
  readonly date: Expression
  readonly by: readonly Dimension[]
  readonly dims: readonly SelectColumn[]
}

/** Folds in groups; what is not folded stands outside of every group and is a mistake. */
function foldedSql(measure: Measure, folding: Folding): string {
  const { condition, date } = folding
  const value = (of: Measure): string => folding.value(of).sql
  if (measure.kind === 'number') return quantity(measure, undefined)
  if (measure.kind === 'arithmetic')
    return combine(measure, foldedSql(measure.left, folding), foldedSql(measure.right, folding))
  if (measure.kind === 'share') return shareSql(foldedSql(measure.of, folding), folding)
  if (measure.kind === 'weighted') {
    const [of, weight] = [value(measure.of), value(measure.weight)]
    const both = all([known(of), known(weight), ...(measure.where ?? []).map(condition)])
    // As floats: a market value times a price is more than a decimal holds.
    const product = `CAST(${of} AS DOUBLE) * CAST(${weight} AS DOUBLE)`
    return `(sum(${product}) FILTER (WHERE ${both}) / nullif(sum(${weight}) FILTER (WHERE ${both}), 0))`
  }
  if (measure.kind !== 'across') throw new Meaningless('an output of groups must be folded across their members')
  // An entity is counted once, however many rows it has.
  const isEntity =
    measure.fn === 'count' && measure.of.kind === 'column' && datasetOf(measure.of.dataset).id === measure.of.column
  const folded = aggregateByDate(isEntity ? 'distinct' : measure.fn, value(measure.of), date.sql)
  const kept = all((measure.where ?? []).map(condition))
  return `${folded}${kept ? ` FILTER (WHERE ${kept})` : ''}`
}

/** In percent of all groups, of those of the same period where there are periods and something else beside. */
function shareSql(folded: string, { by, dims }: Folding): string {
  const periods = dims.filter((_, at) => calendarDimensions.includes(by[at]))
  const among = periods.length < dims.length ? periods.map(({ sql }) => sql).join(', ') : ''
  return `(${folded} / nullif(sum(${folded}) OVER (${among ? `PARTITION BY ${among}` : ''}), 0) * 100)`
}

type OfGroup = Extract<Condition, { kind: 'compare' }>

/** A condition on what was folded holds a group rather than its members. */
const isOfGroup = (condition: Condition): condition is OfGroup =>
  condition.kind === 'compare' && [condition.left, condition.right].some((side) => foldsIn(side).length > 0)

function havingSql(conditions: readonly OfGroup[], folding: Folding): string {
  const side = (one: Measure, other: Measure): string =>
    one.kind === 'number' ? quantity(one, other) : foldedSql(one, folding)
  return all(conditions.map(({ left, op, right }) => `${side(left, right)} ${sign(op)} ${side(right, left)}`))
}

/** What all statements of groups share, whatever their members are. */
function groupsSelect(
  representation: Representation,
  folding: Folding,
  rest: Pick<Select, 'with' | 'from' | 'where'>,
): Select {
  const { select, where, by, per, limit, ends } = representation
  const { dims } = folding
  const outputs = select.map((output) => outputOf(output, { sql: foldedSql(output.of, folding), layer: 0 }))
  const dimOf = (wanted: Dimension): SelectColumn | undefined =>
    dims[by.findIndex((dimension) => JSON.stringify(dimension) === JSON.stringify(wanted))]
  return {
    ...rest,
    columns: [...dims, ...outputs],
    groups: dims,
    having: havingSql(where.filter(isOfGroup), folding),
    qualify: '',
    order: orderOf(representation, outputs, (key) => name(dimOf(key as Dimension)?.as ?? key)),
    ties: dims.map(({ as }) => as),
    limit,
    per: per === undefined ? undefined : dimOf(per),
    ends: ends !== undefined,
  }
}

/** Groups of entities at one date, or of entities and dates. */
function entityGroupsSelect(representation: Representation, calendar: Calendar): Select {
  const { dataset, when, select, where: given, by } = representation
  const conditions = given.filter((condition) => !isOfGroup(condition))
  const isSeries = by.some((dimension) => calendarDimensions.includes(dimension))
  const range = isSeries ? calendar.range(when, dataset) : null
  const at = isSeries ? null : calendar.instant(when, dataset)
  const folds = [...select.map(({ of }) => of), ...given.filter(isOfGroup).flatMap(measuresIn)].flatMap(foldsIn)
  const members = folds.flatMap(membersIn)
  const planner = plan(
    { ...representation, where: conditions, select: members.map((of, i) => ({ as: `v${i}`, of })) },
    calendar,
    at,
    range?.from ?? null,
  )
  for (const measure of members) planner.value(measure)
  const asked = conditions.map(planner.condition)
  const driving = planner.driving()
  const date = dateOf(driving)
  const dims = by.map((dimension) => dimensionColumn(dimension, dataset, date))
  assertDescribed(driving, dims)
  const folding: Folding = { value: planner.value, condition: planner.condition, date, by, dims }
  const groups = groupsSelect(representation, folding, { with: [], from: '', where: [] })
  const { from, with: tables } = joinSql(planner, at)
  const named = dims.some(isOfOverview) ? dims.map(({ sql }) => known(sql)) : []
  return {
    ...groups,
    with: [...chosenSql(representation, calendar), ...tables],
    from,
    where: [range ? inRange(date.sql, range) : null, ...asked, ...named],
  }
}

type Folded = Extract<Measure, { kind: 'across' | 'weighted' }>
const foldsIn = (measure: Measure): Folded[] => {
  if (measure.kind === 'across' || measure.kind === 'weighted') return [measure]
  if (measure.kind === 'share') return foldsIn(measure.of)
  return measure.kind === 'arithmetic' ? [...foldsIn(measure.left), ...foldsIn(measure.right)] : []
}
const membersIn = (measure: Folded): Measure[] =>
  measure.kind === 'weighted' ? [measure.of, measure.weight] : [measure.of]

/** Rows as they stand, or groups of them. */
function rowsSelect(representation: Representation, calendar: Calendar): Select {
  const { universe, when, select, where: given, by, shape, per, limit, ends } = representation
  const dataset = datasetOf(representation.dataset)
  const isGrouped = shape === 'groups'
  const own = (column: string): SelectColumn => ownColumn('t', dataset, column)
  const value = (measure: Measure): Expression => rowValue(measure, dataset.name, 't', calendar)
  const condition = (asked: Condition): string => rowCondition(asked, dataset.name, 't', calendar)
  const asked = given.filter((one) => !isGrouped || !isOfGroup(one)).map(condition)
  const read = [...select.map(({ of }) => of), ...given.flatMap(measuresIn)].flatMap(columnsIn)
  const { where: picked, qualify } = pickSql(dataset, universe.rows ?? [])
  const date = own(dataset.date)
  const inside = when.kind === 'all' ? null : inRange(date.sql, calendar.range(when, dataset.name))
  const rest = {
    with: chosenSql(representation, calendar),
    from: `${tableOf(
      dataset,
      read.map(({ column }) => column),
    )} t`,
    where: [inside, universeSql(universe, dataset, true, 't.'), picked, ...asked],
  }
  const described = joinOverview(columnIn('t', 'stock_id'))
  if (isGrouped) {
    const dims = by.map((dimension) => {
      if (typeof dimension === 'object') return own(dimension.column)
      return dimension === 'market' && 'market' in dataset.columns
        ? own('market')
        : dimensionColumn(dimension, dataset.name, date)
    })
    const from = dims.some(isOfOverview) ? rest.from + described : rest.from
    return groupsSelect(representation, { value, condition, date, by, dims }, { ...rest, from })
  }
  const outputs = select.map((output) => outputOf(output, value(output.of)))
  const hasName = 'stock_name' in dataset.columns
  const each =
    per === undefined ? [] : [typeof per === 'object' ? own(per.column) : dimensionColumn(per, dataset.name, date)]
  const isJoined = isListed(dataset) && (!hasName || each.some(isOfOverview))
  const ids = dataset.id ? [own(dataset.id)] : []
  const names = hasName ? [own('stock_name')] : isJoined ? [overviewColumn('stock_name')] : []
  const { columns, made } = distinct([...ids, ...names, ...each, ...outputs])
  return {
    ...rest,
    columns,
    from: isJoined ? rest.from + described : rest.from,
    groups: [],
    having: '',
    qualify,
    order: orderOf(representation, outputs.map(made), (key) => (key === 'date' ? date.sql : name(key))),
    ties: [`${date.sql} DESC`, ...ids.map(({ sql }) => sql)],
    limit,
    per: each[0],
    ends: ends !== undefined,
  }
}

/** Folds over plain columns of a table with several rows of an entity a day, which must not be made one first. */
function isOfRows({ dataset, select }: Representation): boolean {
  const { key, id, date } = datasetOf(dataset)
  if (key.every((column) => column === id || column === date)) return false
  return select.every(
    ({ of }) =>
      of.kind === 'across' &&
      of.of.kind === 'column' &&
      of.of.dataset === dataset &&
      !(of.of.where || of.of.fold || of.of.entity),
  )
}

function selectOf(representation: Representation, { calendar }: Pick<Facts, 'calendar'>): Select {
  const { shape, dataset, by } = representation
  const ofRows =
    by.some((dimension) => typeof dimension === 'object') ||
    representation.when.kind === 'all' ||
    isOfRows(representation) ||
    frequencyOf(datasetOf(dataset)) === 'event'
  if (shape === 'rows' || (shape === 'groups' && ofRows)) return rowsSelect(representation, calendar)
  return shape === 'groups' ? entityGroupsSelect(representation, calendar) : tableSelect(representation, calendar)
}

/** The SELECT that a checked representation means. */
export const buildSql = (representation: Representation, facts: Pick<Facts, 'calendar'>): string =>
  printSelect(selectOf(representation, facts))

/** The columns of its rows, with their labels and units. */
export const columnsOfSql = (representation: Representation, facts: Pick<Facts, 'calendar'>) =>
  selectOf(representation, facts).columns.map(({ as, text }) => ({ name: as, ...text }))
