import { type Calendar, frequencyOf } from '../calendar.ts'
import { type ColumnText, textOfColumn, textOfDimension, textOfOutput } from '../columnTexts.ts'
import type { Facts } from '../facts.ts'
import type { Condition, Dimension, Measure, Order, Output, Representation } from '../representation.ts'
import { columnsIn, datasetOf, Meaningless, measuresIn } from '../typing.ts'
import { divisors } from '../unitTable.ts'
import { aggregateByDate, combine, looksAround, quantity, sign } from './expressions.ts'
import type { Frame } from './frame.ts'
import { createPlanner, isSlow, type Planner } from './planner.ts'
import { all, inRange, name, number, where } from './print.ts'
import { rowCondition, rowValue } from './rows.ts'
import { chosen, datasetOfTop, isListed, pickSql, tableOf, universeSql } from './source.ts'

type Printed = { readonly as: string; readonly sql: string; readonly text: ColumnText }

/** A statement and the columns of its rows. */
type Built = { readonly sql: string; readonly columns: readonly Printed[] }

const scaled = (sql: string, { in: scale }: Output): string => {
  if (!scale) return sql
  const divisor = divisors[scale]
  return divisor < 1 ? `${sql} * ${number(1 / divisor)}` : `${sql} / ${number(divisor)}.0`
}

/** Two columns never share a name. */
function distinct(columns: readonly Printed[]): Printed[] {
  const taken = new Set<string>()
  const unique: Printed[] = []
  for (const { as, sql, text } of columns) {
    if (unique.some((column) => column.sql === sql && column.as === as)) continue
    let alias = as
    for (let n = 2; taken.has(alias); n++) alias = `${as}_${n}`
    taken.add(alias)
    unique.push({ as: alias, sql, text })
  }
  return unique
}

const list = (columns: readonly Printed[]): string =>
  columns.map(({ as, sql }) => (sql === as || sql.endsWith(`.${as}`) ? sql : `${sql} AS ${name(as)}`)).join(', ')

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
  if (condition.kind === 'known') return aroundFirst([condition.of])
  if (condition.kind === 'between') return aroundFirst([condition.of])
  if (condition.kind === 'and' || condition.kind === 'or') return condition.of.flatMap(around)
  return condition.kind === 'not' ? around(condition.of) : []
}

/** The end of a statement: the best of each where the limit is so, the order, and how many. */
function orderSql(
  { order, select, limit, per, ends }: Representation,
  outputs: readonly Printed[],
  named: (by: string) => string,
  ties: readonly string[],
  each?: Printed,
  qualify = '',
): string {
  const keys = order.map(({ by, descending }) => {
    const output = typeof by === 'number' ? outputs[outputs.length - select.length + by] : undefined
    if (typeof by === 'number' && !output) throw new Meaningless(`there is no output ${by} to order by`)
    return `${output ? output.as : named(by as string)} ${descending ? 'DESC' : 'ASC'} NULLS LAST`
  })
  const sorted = [...keys, ...ties].join(', ')
  const best =
    per !== undefined && each && limit !== null
      ? `row_number() OVER (PARTITION BY ${each.sql} ORDER BY ${[...keys.map((key, n) => inWindow(key, order[n]!, outputs, select.length)), ...ties].join(', ')}) <= ${number(limit)}`
      : ''
  const kept = all([
    qualify,
    best,
    ends && limit !== null ? endsSql(keys[0]!, outputs, ties, order[0]!, select.length, limit) : '',
  ])
  const first = best ? [`${each!.sql} ASC NULLS LAST`] : []
  const whole = [...first, ...(sorted ? [sorted] : [])].join(', ')
  return `${kept ? `\nQUALIFY ${kept}` : ''}${whole ? `\nORDER BY ${whole}` : ''}${limit === null || best || ends ? '' : `\nLIMIT ${number(limit)}`}`
}

/** So many rows from either end of an order. */
function endsSql(
  key: string,
  outputs: readonly Printed[],
  ties: readonly string[],
  order: Order,
  n: number,
  limit: number,
): string {
  const sorted = inWindow(key, order, outputs, n)
  const reversed = sorted.replace(/ (?:DESC|ASC)(?= NULLS LAST$)/, order.descending ? ' ASC' : ' DESC')
  const place = (by: string): string => `row_number() OVER (ORDER BY ${[by, ...ties].join(', ')}) <= ${number(limit)}`
  return `(${place(sorted)} OR ${place(reversed)})`
}

/** A window does not know the names that outputs are given beside it. */
const inWindow = (key: string, { by }: Order, outputs: readonly Printed[], n: number): string => {
  const output = typeof by === 'number' ? outputs[outputs.length - n + by] : undefined
  return output ? key.replace(output.as, () => output.sql) : key
}

/** An industry or a market is of securities: somebody's own column must be asked for. */
function assertDescribed({ keyed, dataset }: Frame, columns: readonly Printed[]): void {
  if (columns.some(({ sql }) => sql.startsWith('o.')) && !(keyed && isListed(dataset)))
    throw new Meaningless('nothing is asked of securities that have a market or an industry')
}

/** What the best of each are the best of. */
function eachSql(
  { per, dataset }: Representation,
  date: string,
  column: (name: string) => string,
): Printed | undefined {
  if (per === undefined) return undefined
  if (typeof per === 'object')
    return { as: per.column, sql: column(per.column), text: textOfColumn(dataset, per.column) }
  return dimensionSql(per, dataset, date)
}

/** The common table of those that a ranking chose, ranked at the date of the answer. */
function chosenSql({ universe, when, dataset }: Representation, calendar: Calendar): string | null {
  const { top, ...others } = universe
  if (!top) return null
  const ranked = datasetOfTop(top)
  const day = calendar.instant({ kind: 'latest' }, ranked.name, calendar.instant(when, dataset))
  const { rows, ...known } = others
  const { sql } = buildTable(
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
  return `${chosen} AS (SELECT ${name(ranked.id!)} FROM (${sql}))`
}

const withSql = (ctes: readonly (string | null)[]): string => {
  const told = ctes.filter((cte) => cte !== null)
  return told.length > 0 ? `WITH ${told.join(',\n')}\n` : ''
}

function joinSql(planner: Planner, at: string | null): { from: string; ctes: string[] } {
  const driving = planner.driving()
  const { dataset } = driving
  const ctes = planner.frames.map((frame) => {
    if (at === null) return `${frame.name} AS (${frame.print(null)})`
    const slow = isSlow(frame, dataset.name)
    const day = planner.today(frame)
    const rows = frame.print(slow && frame === driving ? day : day)
    const filter = slow
      ? `QUALIFY row_number() OVER (${frame.id ? `PARTITION BY ${frame.id} ` : ''}ORDER BY ${frame.date} DESC) = 1`
      : `WHERE ${inRange(frame.date, { from: day, to: day })}`
    return `${frame.name} AS (SELECT * FROM (${rows}) ${filter})`
  })
  const joins = planner.frames
    .filter((frame) => frame !== driving)
    .map((frame) => joinFrame(frame, driving, at))
    .join('')
  const described =
    driving.keyed && isListed(dataset)
      ? ` LEFT JOIN TaiwanStockOverview o ON o.stock_id = ${driving.name}.stock_id`
      : ''
  return { from: `${driving.name}${joins}${described}`, ctes }
}

function joinFrame(frame: Frame, driving: Frame, at: string | null): string {
  const same = frame.keyed && driving.keyed ? `${frame.name}.${frame.id} = ${driving.name}.${driving.id}` : null
  if (at !== null) return ` LEFT JOIN ${frame.name} ON ${same ?? 'true'}`
  const dates = `${driving.name}.${driving.date}`
  return isSlow(frame, driving.dataset.name)
    ? ` ASOF LEFT JOIN ${frame.name} ON ${all([same, `${dates} >= ${frame.name}.${frame.date}`])}`
    : ` LEFT JOIN ${frame.name} ON ${all([same, `${dates} = ${frame.name}.${frame.date}`])}`
}

const nameOfStock: Printed = {
  as: 'stock_name',
  sql: 'o.stock_name',
  text: textOfColumn('TaiwanStockOverview', 'stock_name'),
}

const dateOf = ({ name, date, dataset }: Frame): Printed => ({
  as: date,
  sql: `${name}.${date}`,
  text: textOfColumn(dataset.name, date),
})

const heads = (driving: Frame): Printed[] => [
  ...(driving.id
    ? [{ as: driving.id, sql: `${driving.name}.${driving.id}`, text: textOfColumn(driving.dataset.name, driving.id) }]
    : []),
  ...(driving.keyed && isListed(driving.dataset) ? [nameOfStock] : []),
  dateOf(driving),
]

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
function buildTable(representation: Representation, calendar: Calendar): Built {
  const { shape, dataset, when, select, where: conditions, order } = representation
  const single = shape === 'entities'
  const range = single ? null : calendar.range(when, dataset)
  const at = single ? calendar.instant(when, dataset) : null
  const planner = plan(representation, calendar, at, range?.from ?? null)
  const label = labels[dataset]
  const outputs = select.map((output) => ({
    as: output.as,
    sql: scaled(planner.value(output.of), output),
    text: textOfOutput(output),
  }))
  const asked = conditions.map((condition) => planner.condition(condition))
  const driving = planner.driving()
  const shown =
    label && driving.keyed
      ? [
          {
            as: label,
            sql: planner.value({ kind: 'column', dataset, column: label }),
            text: textOfColumn(dataset, label),
          },
        ]
      : []
  const slow = planner.frames.filter((frame) => frame !== driving && !frame.period && isSlow(frame, dataset))
  const each = eachSql(representation, `${driving.name}.${driving.date}`, (column) =>
    planner.value({ kind: 'column', dataset, column }),
  )
  assertDescribed(driving, each ? [each] : [])
  const { from, ctes } = joinSql(planner, at)
  const columns = distinct([...heads(driving), ...(each ? [each] : []), ...shown, ...slow.map(dateOf), ...outputs])
  const ranked = order.filter(({ by }) => typeof by === 'number').map(({ by }) => outputs[by as number]!.sql)
  const inside = range ? inRange(`${driving.name}.${driving.date}`, range) : null
  const named = (by: string) => (by === 'date' ? `${driving.name}.${driving.date}` : `${driving.name}.${name(by)}`)
  const ties = [
    ...(single ? [] : [`${driving.name}.${driving.date}`]),
    ...(driving.id ? [`${driving.name}.${driving.id}`] : []),
  ]
  const sql = `${withSql([chosenSql(representation, calendar), ...ctes])}SELECT ${list(columns)}
FROM ${from}${where([inside, ...asked, ...ranked.map((sql) => `${sql} IS NOT NULL`)])}${orderSql(representation, distinct(outputsOf(columns, outputs)), named, ties, each)}`
  return { sql, columns }
}

/** The outputs under the names they were given at last. */
const outputsOf = (columns: readonly Printed[], outputs: readonly Printed[]): Printed[] =>
  outputs.map((output) => columns.find(({ sql, as }) => sql === output.sql && as.startsWith(output.as)) ?? output)

const calendarDimensions = ['week', 'month', 'quarter', 'year', 'weekday'] as const

function dimensionSql(dimension: Dimension, dataset: string, date: string): Printed {
  if (typeof dimension !== 'string') throw new Meaningless('a column of the dataset groups its rows alone')
  const text = textOfDimension(dimension, dataset)
  if (dimension === 'industry') return { as: 'industry_category', sql: 'o.industry_category', text }
  if (dimension === 'market') return { as: 'market', sql: 'o.market', text }
  if (dimension === 'type') return { as: 'security_type', sql: 'o.security_type', text }
  if (dimension === 'weekday') return { as: 'weekday', sql: `isodow(${date})`, text }
  if (dimension === 'year') return { as: 'year', sql: `year(${date})`, text }
  return { as: dimension, sql: `CAST(date_trunc('${dimension}', ${date}) AS DATE)`, text }
}

/** What folds are made of: values and conditions of members, their dates, and the groups a share is of. */
type Folding = {
  readonly value: (measure: Measure) => string
  readonly condition: (asked: Condition) => string
  readonly date: string
  readonly dims: readonly Printed[]
}

/** Folds in groups; what is not folded stands outside of every group and is a mistake. */
function foldedSql(measure: Measure, folding: Folding): string {
  const { value, condition, date } = folding
  if (measure.kind === 'number') return quantity(measure, undefined)
  if (measure.kind === 'arithmetic')
    return combine(measure, foldedSql(measure.left, folding), foldedSql(measure.right, folding))
  if (measure.kind === 'share') return shareSql(foldedSql(measure.of, folding), folding.dims)
  if (measure.kind === 'weighted') {
    const [of, weight] = [value(measure.of), value(measure.weight)]
    const both = all([`${of} IS NOT NULL`, `${weight} IS NOT NULL`, ...(measure.where ?? []).map(condition)])
    // As floats: a market value times a price is more than a decimal holds.
    const product = `CAST(${of} AS DOUBLE) * CAST(${weight} AS DOUBLE)`
    return `(sum(${product}) FILTER (WHERE ${both}) / nullif(sum(${weight}) FILTER (WHERE ${both}), 0))`
  }
  if (measure.kind !== 'across') throw new Meaningless('an output of groups must be folded across their members')
  // Who is counted is counted once, however many rows there are of him.
  const isWho =
    measure.fn === 'count' && measure.of.kind === 'column' && datasetOf(measure.of.dataset).id === measure.of.column
  const folded = isWho ? `count(DISTINCT ${value(measure.of)})` : aggregateByDate(measure.fn, value(measure.of), date)
  const kept = all((measure.where ?? []).map(condition))
  return `${folded}${kept ? ` FILTER (WHERE ${kept})` : ''}`
}

/** In percent of all groups, of those of the same period where there are periods and something else beside. */
function shareSql(folded: string, dims: readonly Printed[]): string {
  const periods = dims.filter(({ as }) => calendarDimensions.includes(as as never))
  const among = periods.length < dims.length ? periods.map(({ sql }) => sql).join(', ') : ''
  return `(${folded} / nullif(sum(${folded}) OVER (${among ? `PARTITION BY ${among}` : ''}), 0) * 100)`
}

type OfGroup = Extract<Condition, { kind: 'compare' }>

/** A condition on what was folded holds a group rather than its members. */
const isOfGroup = (condition: Condition): condition is OfGroup =>
  condition.kind === 'compare' && [condition.left, condition.right].some((side) => foldsIn(side).length > 0)

function havingSql(conditions: readonly OfGroup[], folded: (measure: Measure) => string): string {
  const side = (one: Measure, other: Measure): string => (one.kind === 'number' ? quantity(one, other) : folded(one))
  const kept = all(conditions.map(({ left, op, right }) => `${side(left, right)} ${sign(op)} ${side(right, left)}`))
  return kept ? `\nHAVING ${kept}` : ''
}

function buildGroups(representation: Representation, calendar: Calendar): Built {
  const { dataset, when, select, where: given, by } = representation
  const ofGroups = given.filter(isOfGroup)
  const conditions = given.filter((condition) => !isOfGroup(condition))
  const isSeries = by.some((dimension) => calendarDimensions.includes(dimension as never))
  const range = isSeries ? calendar.range(when, dataset) : null
  const at = isSeries ? null : calendar.instant(when, dataset)
  const inner = [...select.map(({ of }) => of), ...ofGroups.flatMap(measuresIn)].flatMap(foldsIn).flatMap(membersIn)
  const planner = plan(
    { ...representation, where: conditions, select: inner.map((of, i) => ({ as: `v${i}`, of })) },
    calendar,
    at,
    range?.from ?? null,
  )
  for (const measure of inner) planner.value(measure)
  const asked = conditions.map((condition) => planner.condition(condition))
  const driving = planner.driving()
  const day = `${driving.name}.${driving.date}`
  const dims = by.map((dimension) => dimensionSql(dimension, dataset, day))
  assertDescribed(driving, dims)
  const folding: Folding = { value: planner.value, condition: planner.condition, date: day, dims }
  const outputs = select.map((output) => ({
    as: output.as,
    sql: scaled(foldedSql(output.of, folding), output),
    text: textOfOutput(output),
  }))
  const { from, ctes } = joinSql(planner, at)
  const needsNames = dims.some(({ sql }) => sql.startsWith('o.'))
  const inside = range ? inRange(`${driving.name}.${driving.date}`, range) : null
  const sql = `${withSql([chosenSql(representation, calendar), ...ctes])}SELECT ${list([...dims, ...outputs])}
FROM ${from}${where([inside, ...asked, ...(needsNames ? dims.map(({ sql }) => `${sql} IS NOT NULL`) : [])])}${groupBy(dims)}${havingSql(ofGroups, (measure) => foldedSql(measure, folding))}${orderSql(
    representation,
    outputs,
    (key) => name(key === 'industry' ? 'industry_category' : key),
    dims.map(({ as }) => as),
    eachOf(representation, dims),
  )}`
  return { sql, columns: [...dims, ...outputs] }
}

const groupBy = (dims: readonly Printed[]): string =>
  dims.length > 0 ? `\nGROUP BY ${dims.map(({ sql }) => sql).join(', ')}` : ''

/** The best of each are of one of the dimensions that the groups are made by. */
const eachOf = ({ per, by }: Representation, dims: readonly Printed[]): Printed | undefined =>
  per === undefined ? undefined : dims[by.findIndex((dimension) => JSON.stringify(dimension) === JSON.stringify(per))]

type Folded = Extract<Measure, { kind: 'across' | 'weighted' }>
const foldsIn = (measure: Measure): Folded[] => {
  if (measure.kind === 'across' || measure.kind === 'weighted') return [measure]
  if (measure.kind === 'share') return foldsIn(measure.of)
  return measure.kind === 'arithmetic' ? [...foldsIn(measure.left), ...foldsIn(measure.right)] : []
}
const membersIn = (measure: Folded): Measure[] =>
  measure.kind === 'weighted' ? [measure.of, measure.weight] : [measure.of]

/** Rows as they stand, or groups of them. */
function buildRows(representation: Representation, calendar: Calendar): Built {
  const { dataset: datasetName, universe, when, select, where: given, by, shape } = representation
  const ofGroups = shape === 'groups' ? given.filter(isOfGroup) : []
  const conditions = given.filter((condition) => shape !== 'groups' || !isOfGroup(condition))
  const dataset = datasetOf(datasetName)
  const value = (measure: Measure) => rowValue(measure, datasetName, 't', calendar)
  const asked = conditions.map((condition) => rowCondition(condition, datasetName, 't', calendar))
  const read = [...select.flatMap(({ of }) => columnsIn(of)), ...given.flatMap(measuresIn).flatMap(columnsIn)].map(
    ({ column }) => column,
  )
  const { where: picked, qualify } = pickSql(dataset, universe.rows ?? [])
  const inside = when.kind === 'all' ? null : inRange(`t.${name(dataset.date)}`, calendar.range(when, datasetName))
  const kept = where([inside, universeSql(universe, dataset, true, 't.'), picked, ...asked])
  const source = `${tableOf(dataset, read)} t`
  const ranking = withSql([chosenSql(representation, calendar)])
  const day = `t.${name(dataset.date)}`
  if (shape === 'groups') {
    const dims = by.map((dimension) =>
      typeof dimension === 'object'
        ? {
            as: dimension.column,
            sql: `t.${name(dimension.column)}`,
            text: textOfColumn(datasetName, dimension.column),
          }
        : dimension === 'market' && 'market' in dataset.columns
          ? { as: 'market', sql: 't.market', text: textOfColumn(datasetName, 'market') }
          : dimensionSql(dimension, datasetName, `t.${name(dataset.date)}`),
    )
    const condition = (asked: Condition): string => rowCondition(asked, datasetName, 't', calendar)
    const folded = (measure: Measure): string => foldedSql(measure, { value, condition, date: day, dims })
    const outputs = select.map((output) => ({
      as: output.as,
      sql: scaled(folded(output.of), output),
      text: textOfOutput(output),
    }))
    const described = dims.some(({ sql }) => sql.startsWith('o.'))
      ? ` LEFT JOIN TaiwanStockOverview o ON o.stock_id = t.stock_id`
      : ''
    const sql = `${ranking}SELECT ${list([...dims, ...outputs])}
FROM ${source}${described}${kept}${groupBy(dims)}${havingSql(ofGroups, folded)}${orderSql(
      representation,
      outputs,
      (key) => name(key),
      dims.map(({ as }) => as),
      eachOf(representation, dims),
    )}`
    return { sql, columns: [...dims, ...outputs] }
  }
  const outputs = select.map((output) => ({
    as: output.as,
    sql: scaled(value(output.of), output),
    text: textOfOutput(output),
  }))
  const hasName = 'stock_name' in dataset.columns
  const each = eachSql(representation, day, (column) => `t.${name(column)}`)
  const joined =
    isListed(dataset) && (!hasName || each?.sql.startsWith('o.'))
      ? ' LEFT JOIN TaiwanStockOverview o ON o.stock_id = t.stock_id'
      : ''
  const columns = distinct([
    ...(dataset.id ? [{ as: dataset.id, sql: `t.${dataset.id}`, text: textOfColumn(datasetName, dataset.id) }] : []),
    ...(hasName
      ? [{ as: 'stock_name', sql: 't.stock_name', text: textOfColumn(datasetName, 'stock_name') }]
      : joined
        ? [nameOfStock]
        : []),
    ...(each ? [each] : []),
    ...outputs,
  ])
  const ties = [`t.${name(dataset.date)} DESC`, ...(dataset.id ? [`t.${name(dataset.id)}`] : [])]
  const sql = `${ranking}SELECT ${list(columns)}
FROM ${source}${joined}${kept}${orderSql(representation, outputsOf(columns, outputs), (key) => (key === 'date' ? day : name(key)), ties, each, qualify)}`
  return { sql, columns }
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

function build(representation: Representation, { calendar }: Pick<Facts, 'calendar'>): Built {
  const { shape, dataset, by } = representation
  const ofRows =
    by.some((dimension) => typeof dimension === 'object') ||
    representation.when.kind === 'all' ||
    isOfRows(representation) ||
    frequencyOf(datasetOf(dataset)) === 'event'
  if (shape === 'rows' || (shape === 'groups' && ofRows)) return buildRows(representation, calendar)
  return shape === 'groups' ? buildGroups(representation, calendar) : buildTable(representation, calendar)
}

/** The SELECT that a checked representation means. */
export const buildSql = (representation: Representation, facts: Pick<Facts, 'calendar'>): string =>
  build(representation, facts).sql

/** The columns of its rows, with their labels and units. */
export const columnsOfSql = (representation: Representation, facts: Pick<Facts, 'calendar'>) =>
  build(representation, facts).columns.map(({ as, text }) => ({ name: as, ...text }))
