import { isDate } from '../fields.ts'
import type { Account, Facts } from './facts.ts'
import type { Column, Condition, Filter, Fn, Measure, Representation, Universe, Window } from './representation.ts'
import { isListed } from './sql/source.ts'
import { columnOf, datasetOf, dimension, Meaningless, measuresIn, partsOf } from './typing.ts'
import { convert, type Dimension, scales } from './units.ts'

/** What makes a representation meaningless, in sentences; none where the builder can print it. */
export function check(representation: Representation, facts: Facts): string[] {
  const faults: string[] = []
  const fault = (sentence: string): void => {
    if (!faults.includes(sentence)) faults.push(sentence)
  }
  const attempt = <T>(work: () => T): T | undefined => {
    try {
      return work()
    } catch (error) {
      if (!(error instanceof Meaningless)) throw error
      fault(error.message)
      return undefined
    }
  }
  let nodes = 0
  const { shape, dataset, universe, when, select, where, by, order } = representation

  const checkWindow = (window: Window): void => {
    if (window.kind === 'on' && !isDate(window.date)) fault(`${window.date} is not a date`)
    if (window.kind === 'between')
      for (const date of [window.from, window.to]) if (date !== null && !isDate(date)) fault(`${date} is not a date`)
    if (window.kind === 'between' && window.from && window.to && window.from > window.to)
      fault('a time ends before it begins')
    if (
      (window.kind === 'this' || window.kind === 'previous') &&
      (window.unit === 'day' || window.unit === 'trading_day')
    )
      fault(`"${window.kind} ${window.unit}" is not a window: use latest or back`)
    if (window.kind === 'newest' && !window.quarter === !window.month) fault('"newest" names a quarter or a month')
  }

  const checkIds = (name: string, ids: readonly string[]): void => {
    const known = idsOf(name, facts)
    for (const id of ids)
      if (!known(id)) fault(`${name} has no ${datasetOf(name).id ?? 'entity'} ${JSON.stringify(id.slice(0, 20))}`)
  }

  const checkFilter = (name: string, filter: Filter): void => {
    const field = datasetOf(name).columns[filter.column]
    if (!field) {
      fault(`${name} has no column ${filter.column} to filter by`)
      return
    }
    if ('pick' in filter) {
      if (!['contract_month', 'expiry_date'].includes(filter.column))
        fault(`${filter.column} has no order to pick from`)
      return
    }
    for (const value of 'is' in filter ? filter.is : filter.isNot) {
      if (field.kind === 'text' && typeof value === 'string') {
        if (!isKnownText(name, filter.column, value, field.values, facts))
          fault(`${name}.${filter.column} is never ${JSON.stringify(value.slice(0, 30))}`)
      } else if (field.kind === 'boolean' ? typeof value !== 'boolean' : typeof value !== 'number')
        fault(`${name}.${filter.column} cannot be ${JSON.stringify(value)}`)
    }
  }

  const checkUniverse = (asked: Universe, name: string): void => {
    if (asked.ids) {
      if (datasetOf(name).id === null) fault(`${name} has no entities to name`)
      else checkIds(name, asked.ids)
    }
    for (const industry of asked.industry ?? [])
      if (!facts.securities.some((security) => security.industry === industry))
        fault(`there is no industry ${JSON.stringify(industry.slice(0, 20))}`)
    for (const filter of asked.rows ?? []) checkFilter(name, filter)
    if ((asked.industry || asked.market || asked.type) && !isListed(datasetOf(name)))
      fault(`${name} is not of securities that have a market or an industry`)
  }

  const checkColumn = (column: Column): void => {
    attempt(() => {
      const { kind } = columnOf(column.dataset, column.column)
      if (isReckoning(column.fold) && kind !== 'integer' && kind !== 'decimal')
        fault(`a ${kind} cannot be reckoned with`)
    })
    attempt(() => {
      if (column.entity !== undefined) {
        if (datasetOf(column.dataset).id === null) fault(`${column.dataset} has no entities to name`)
        else checkIds(column.dataset, [column.entity])
      }
      for (const filter of column.where ?? []) checkFilter(column.dataset, filter)
    })
  }

  const checkMeasure = (measure: Measure, inGroups: boolean): void => {
    if (++nodes > 400) {
      fault('it says too much at once')
      return
    }
    if (measure.kind === 'column') {
      checkColumn(measure)
      return
    }
    if (measure.kind === 'across' && !inGroups) fault('a fold across entities stands in groups alone')
    if ('window' in measure) checkWindow(measure.window)
    if (measure.kind === 'change') checkWindow(measure.since)
    if (measure.kind === 'at') checkWindow(measure.when)
    const { measures, conditions } = partsOf(measure)
    for (const part of measures) checkMeasure(part, inGroups && measure.kind === 'arithmetic')
    for (const part of conditions) checkCondition(part)
    if (measure.kind === 'arithmetic' && (measure.op === 'add' || measure.op === 'subtract'))
      attempt(() => comparable(measure.left, measure.right, `${measure.op} `))
    const reckons = 'fn' in measure && isReckoning(measure.fn)
    if (measure.kind !== 'across' || reckons) for (const part of measures) attempt(() => numeric(part, reckons))
  }

  const numeric = (measure: Measure, reckons: boolean): void => {
    const found = dimension(measure)
    if (found === 'text' || found === 'boolean' || (reckons && found === 'date'))
      fault(`a ${found} cannot be reckoned with`)
  }

  const comparable = (left: Measure, right: Measure, what = ''): void => {
    for (const [one, other] of [
      [left, right],
      [right, left],
    ] as const)
      if (one.kind === 'number') {
        if (convert(one.value, one.unit, dimension(other)) === undefined)
          fault(`${what}${one.value} ${one.unit ?? ''} does not fit ${dimension(other)}`)
        return
      }
    const [a, b]: [Dimension, Dimension] = [dimension(left), dimension(right)]
    if (a !== b && a !== 'other' && b !== 'other' && !(isPrice(a) && isPrice(b))) fault(`${what}${a} does not fit ${b}`)
  }

  const checkCondition = (condition: Condition, inGroups = false): void => {
    if (++nodes > 400) {
      fault('it says too much at once')
      return
    }
    switch (condition.kind) {
      case 'compare':
      case 'cross':
        attempt(() => comparable(condition.left, condition.right))
        break
      case 'between':
        attempt(() => comparable(condition.of, condition.low))
        attempt(() => comparable(condition.of, condition.high))
        break
      case 'every':
      case 'some':
        checkWindow(condition.window)
        checkCondition(condition.of)
        return
      case 'not':
        checkCondition(condition.of)
        return
      case 'and':
      case 'or':
        for (const part of condition.of) checkCondition(part)
        return
      case 'member':
        checkUniverse(condition.universe, dataset)
        return
      case 'exists':
        attempt(() => datasetOf(condition.dataset))
        for (const part of condition.where) checkCondition(part)
        return
      case 'is':
        attempt(() => checkFilter(condition.of.dataset, { column: condition.of.column, is: condition.values }))
        break
      case 'within':
        checkWindow(condition.window)
        break
      case 'during':
        checkWindow(condition.when)
    }
    for (const measure of measuresIn(condition)) checkMeasure(measure, inGroups && condition.kind === 'compare')
  }

  attempt(() => datasetOf(dataset))
  attempt(() => checkUniverse(universe, dataset))
  checkWindow(when)
  for (const output of select) {
    checkMeasure(output.of, shape === 'groups')
    if (shape === 'groups' && !isFolded(output.of)) fault(`in groups, ${output.as} must be folded across the members`)
    attempt(() => {
      if (output.in && !scales(output.in, dimension(output.of))) fault(`${output.as} cannot be told in ${output.in}`)
    })
  }
  for (const condition of where) checkCondition(condition, shape === 'groups')
  if (by.length > 0 && shape !== 'groups') fault('only groups are made by something')
  for (const dimension of by)
    if (typeof dimension === 'object' && !(dimension.column in datasetOf(dataset).columns))
      fault(`${dataset} has no column ${dimension.column}`)
  for (const { by: key } of order)
    if (typeof key === 'number' ? key >= select.length : !isOrderable(key, representation))
      fault(`there is nothing called ${key} to order by`)
  return faults
}

/** Folds that need numbers; the others take dates as well. */
const isReckoning = (fn: Fn | undefined): boolean => fn !== undefined && ['sum', 'avg', 'median', 'stddev'].includes(fn)

const isPrice = (of: Dimension): boolean => of === 'TWD' || of === 'points' || of === 'USD'

const isFolded = (measure: Measure): boolean =>
  measure.kind === 'across' ||
  measure.kind === 'number' ||
  (measure.kind === 'arithmetic' && isFolded(measure.left) && isFolded(measure.right))

const isOrderable = (key: string, { by, dataset }: Representation): boolean =>
  key === 'date' ||
  by.some((dimension) => dimension === key || (typeof dimension === 'object' && dimension.column === key)) ||
  key in datasetOf(dataset).columns

const shape = /^[A-Za-z0-9^.*_-]{1,20}$/

/** Which ids a dataset may be asked for: those the data knows. */
function idsOf(name: string, facts: Facts): (id: string) => boolean {
  const dataset = datasetOf(name)
  const values = dataset.id === null ? [] : dataset.columns[dataset.id]!.values
  if (values) return (id) => values.includes(id)
  const of = (known: readonly { readonly id: string }[]) => (id: string) => known.some((one) => one.id === id)
  const { named } = facts
  if (name === 'TaiwanStockSectorPrice') return of(named.TaiwanStockSectorPrice)
  if (name === 'TaiwanIndex5Seconds')
    return (id) => ['TAIEX', 'TPEX'].includes(id) || of(named.TaiwanStockSectorPrice)(id)
  if (name === 'USStockPrice') return of(named.USStockPrice)
  if (name === 'CentralBankRate') return of(named.CentralBankRate)
  if (['futures_id', 'option_id', 'product_id'].includes(dataset.id ?? '')) return (id) => shape.test(id)
  return (id) =>
    id === 'MARKET' || of(facts.securities)(id) || (name === 'TaiwanStockOverviewIncludeWarrant' && shape.test(id))
}

function isKnownText(
  dataset: string,
  column: string,
  value: string,
  values: readonly string[] | undefined,
  { securities, named, accounts, texts }: Facts,
): boolean {
  if (values) return values.includes(value)
  if (texts[`${dataset}.${column}`]?.includes(value)) return true
  if (column === 'trade_time') return /^\d\d:\d\d:\d\d$/.test(value)
  const among = (texts: Iterable<string | null>) => [...texts].includes(value)
  if (column === 'industry_category')
    return (
      among(securities.map(({ industry }) => industry)) || among(named.TaiwanStockCompanyIndustry.map(({ id }) => id))
    )
  if (column === 'sub_industry') return among(named.TaiwanStockCompanyIndustry.map(({ name }) => name))
  if (column === 'type')
    return accounts.some((account: Account) => account.dataset === dataset && account.type === value)
  if (column === 'contract_month' || column === 'near_month' || column === 'far_month')
    return /^(\d{6}([WF]\d)?(\/\d{6})?|all|week)$/.test(value)
  if (column === 'trade_time') return /^\d{2}:\d{2}:\d{2}$/.test(value)
  return /^[A-Za-z0-9^.*_-]{1,20}$/.test(value)
}
