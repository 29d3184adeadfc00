import { isDate } from '../fields.ts'
import { findComputed } from './computed.ts'
import type { Account, Facts } from './facts.ts'
import { futuresWithIndex, type IndicatorMeasure, parametersOf } from './indicators.ts'
import {
  type Column,
  type Condition,
  calendarPeriods,
  type Filter,
  type Fn,
  type Measure,
  type Representation,
  type Top,
  type Universe,
  type Window,
} from './representation.ts'
import { datasetOfTop, isListed } from './sql/source.ts'
import { columnOf, columnsIn, datasetOf, dimension, Meaningless, measuresIn, partsOf } from './typing.ts'
import type { Dimension } from './units.ts'
import { convert, scales } from './units.ts'

/** Measures and conditions that one question may have. */
const mostNodes = 400

/** What makes a representation meaningless, in sentences; none where the builder can print it. */
export function check(representation: Representation, facts: Facts): string[] {
  const faults: string[] = []
  const fault = (sentence: string): void => {
    if (!faults.includes(sentence)) faults.push(sentence)
  }
  const attempt = (work: () => void): void => {
    try {
      work()
    } catch (error) {
      if (!(error instanceof Meaningless)) throw error
      fault(error.message)
    }
  }
  let nodes = 0
  const isTooMuch = (): boolean => {
    if (++nodes > mostNodes) fault('it says too much at once')
    return nodes > mostNodes
  }
  const { shape, dataset, universe, when, select, where, by, order } = representation

  const checkDate = (date: string | null): void => {
    if (date !== null && !isDate(date)) fault(`${date} is not a date`)
  }

  const checkWindow = (window: Window): void => {
    switch (window.kind) {
      case 'on':
        checkDate(window.date)
        return
      case 'between':
        checkDate(window.from)
        checkDate(window.to)
        if (window.from && window.to && window.from > window.to) fault('a time ends before it begins')
        return
      case 'this':
      case 'previous':
      case 'following':
        if (window.unit === 'day' || window.unit === 'trading_day')
          fault(`"${window.kind} ${window.unit}" is not a window: use latest or back`)
        return
      case 'span':
        for (const edge of [window.from, ...(window.to ? [window.to] : [])])
          if (calendarPeriods.includes(edge.kind)) checkWindow(edge)
          else fault('a span begins and ends with a day, week, month, quarter or year')
        return
      case 'newest':
      case 'each':
        if (!window.quarter === !window.month) fault(`"${window.kind}" names a quarter or a month`)
    }
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
    if (asked.top) checkTop(asked.top, name)
  }

  const checkTop = ({ by: measure }: Top, name: string): void => {
    checkMeasure(measure, false)
    attempt(() => {
      if (datasetOfTop({ n: 1, by: measure, descending: true }).id !== datasetOf(name).id)
        fault(`${name} has no entities that the ranking could choose`)
      if (['text', 'boolean', 'date'].includes(dimension(measure))) fault('a ranking is by a number')
    })
  }

  const checkIndicator = (measure: IndicatorMeasure): void => {
    const { name: asked, of, parameters } = measure
    const { byDefault, fraction } = parametersOf[asked]
    if (asked === 'payout_ratio') {
      if (of) fault('payout_ratio takes no column: it is of dividends and earnings')
      if (parameters && (parameters.length !== 1 || !isWithin(parameters[0]!, 1990, 2100)))
        fault('payout_ratio takes a year, or nothing')
      return
    }
    if (!of) {
      fault(`${asked} is of a column: give "of"`)
      return
    }
    if (
      asked.startsWith('premium') &&
      !(of.dataset === 'TaiwanFuturesDaily' && futuresWithIndex.includes(of.entity ?? ''))
    )
      fault(
        `${asked} is of a future over its index: "of" is a column of TaiwanFuturesDaily, entity ${futuresWithIndex.join(' or ')}`,
      )
    if (!parameters) return
    if (parameters.length !== byDefault.length) fault(`${asked} takes ${byDefault.length} numbers`)
    const isFit = (value: number, place: number): boolean =>
      fraction && place === byDefault.length - 1 ? value > 0 && value <= 10 : isWithin(value, 2, 500)
    if (!parameters.every(isFit)) fault(`${asked} cannot be reckoned with ${parameters.join(', ')}`)
  }

  const checkCircle = (measure: Extract<Measure, { kind: 'group' | 'share' }>, inGroups: boolean): void => {
    if (measure.kind === 'group' && (measure.fn === 'first' || measure.fn === 'last'))
      fault(`a group has no ${measure.fn} member`)
    if (inGroups && measure.kind === 'share') {
      if (measure.by !== 'all') fault('in groups, a share is of all')
      return
    }
    const own = columnsIn(measure.of).filter(({ entity }) => entity === undefined)
    if (own.length === 0) fault(`"${measure.kind}" is of entities that stand among others`)
    for (const { dataset: name } of own)
      attempt(() => {
        if (measure.by !== 'all' && !isListed(datasetOf(name)))
          fault(`${name} is not of securities that have a market or an industry`)
      })
  }

  const checkFold = ({ dataset: name, column }: Column, fn: Fn | undefined): void =>
    attempt(() => {
      const { kind } = columnOf(name, column)
      if (isReckoning(fn) && kind !== 'integer' && kind !== 'decimal') fault(`a ${kind} cannot be reckoned with`)
    })

  const checkColumn = (column: Column): void => {
    checkFold(column, column.fold)
    attempt(() => {
      if (column.entity !== undefined) {
        if (datasetOf(column.dataset).id === null) fault(`${column.dataset} has no entities to name`)
        else checkIds(column.dataset, [column.entity])
      }
      for (const filter of column.where ?? []) checkFilter(column.dataset, filter)
    })
  }

  const checkMeasure = (measure: Measure, inGroups: boolean): void => {
    if (isTooMuch()) return
    if (measure.kind === 'column') {
      checkColumn(measure)
      return
    }
    if ((measure.kind === 'across' || measure.kind === 'weighted') && !inGroups)
      fault('a fold across entities stands in groups alone')
    if ('window' in measure) checkWindow(measure.window)
    if (measure.kind === 'change') checkChange(measure)
    if (measure.kind === 'at') checkWindow(measure.when)
    if (measure.kind === 'indicator') checkIndicator(measure)
    if (measure.kind === 'group' || measure.kind === 'share') checkCircle(measure, inGroups)
    if (measure.kind === 'days')
      attempt(() => {
        if (dimension(measure.of) !== 'date') fault('"days" are counted to or from a date')
      })
    const { measures, conditions } = partsOf(measure)
    const isOfFolds = measure.kind === 'arithmetic' || measure.kind === 'share'
    for (const part of measures) checkMeasure(part, inGroups && isOfFolds)
    for (const part of conditions) checkCondition(part)
    if (measure.kind === 'arithmetic' && (measure.op === 'add' || measure.op === 'subtract'))
      attempt(() => comparable(measure.left, measure.right, `${measure.op} `))
    if ('period' in measure && measure.period)
      for (const column of columnsIn(measure)) checkFold(column, measure.period.fn)
    const reckons = isReckoned(measure)
    if (measure.kind !== 'across' || reckons) for (const part of measures) attempt(() => numeric(part, reckons))
  }

  const checkChange = ({ since, until }: Extract<Measure, { kind: 'change' }>): void => {
    checkWindow(since)
    if (since.kind === 'each') fault('a change has one start: "each" has several')
    if (!until) return
    checkWindow(until)
    if (since.kind === 'on' && until.kind === 'on' && since.date > until.date) fault('a change ends before it begins')
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
    if (isTooMuch()) return
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
        if (condition.universe.top) fault('a ranking chooses the universe of the whole question, not of a condition')
        return
      case 'exists':
        attempt(() => datasetOf(condition.dataset))
        for (const part of condition.where) checkCondition(part)
        return
      case 'is':
        attempt(() => {
          const { dataset: name, column } = condition.of
          const texts = findComputed(name, column)?.values
          if (!texts) checkFilter(name, { column, is: condition.values })
          else
            for (const value of condition.values)
              if (!texts.includes(String(value))) fault(`${name}.${column} is never ${JSON.stringify(value)}`)
        })
        break
      case 'within':
        checkWindow(condition.window)
        break
      case 'during':
        checkWindow(condition.when)
    }
    for (const measure of measuresIn(condition)) checkMeasure(measure, inGroups && condition.kind === 'compare')
  }

  function checkPer(): void {
    const { per, limit, ends } = representation
    if (ends && (limit === null || order.length !== 1)) fault('both ends of an order need one order and a limit')
    if (ends && per !== undefined) fault('both ends are of one order, not of each of several')
    if (per === undefined) return
    if (limit === null) fault('the best of each needs a limit')
    if (order.length === 0) fault('the best of each needs an order')
    attempt(() => {
      const own = datasetOf(dataset)
      if (shape === 'groups') {
        if (!by.some((one) => JSON.stringify(one) === JSON.stringify(per)))
          fault('the best of each are of what groups are made by')
      } else if (typeof per === 'object') {
        if (!(per.column in own.columns)) fault(`${dataset} has no column ${per.column}`)
      } else if (['industry', 'market', 'type'].includes(per)) {
        if (!isListed(own)) fault(`${dataset} is not of securities that have a market or an industry`)
      } else if (shape === 'entities') fault(`the best of each ${per} are of a series or of rows`)
    })
  }

  attempt(() => datasetOf(dataset))
  attempt(() => checkUniverse(universe, dataset))
  checkWindow(when)
  if (shape === 'entities' && when.kind === 'each') fault('"each" has several dates: the shape is series or groups')
  for (const output of select) {
    checkMeasure(output.of, shape === 'groups')
    if (shape === 'groups' && !isFolded(output.of)) fault(`in groups, ${output.as} must be folded across the members`)
    attempt(() => {
      if (output.in && !scales(output.in, dimension(output.of))) fault(`${output.as} cannot be told in ${output.in}`)
    })
  }
  for (const condition of where) checkCondition(condition, shape === 'groups')
  if (by.length > 0 && shape !== 'groups') fault('only groups are made by something')
  checkPer()
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

/** Measures that compute with values rather than choose one of them or count. */
const isReckoned = (measure: Measure): boolean => {
  if (measure.kind === 'indicator' || measure.kind === 'day') return measure.kind === 'indicator'
  if ('fn' in measure) return isReckoning(measure.fn)
  if (measure.kind === 'arithmetic') return measure.op !== 'subtract'
  return [
    'change',
    'average',
    'percentile',
    'correlation',
    'beta',
    'drawdown',
    'cumulative',
    'share',
    'standing',
    'weighted',
  ].includes(measure.kind)
}

const isPrice = (of: Dimension): boolean => of === 'TWD' || of === 'points' || of === 'USD'

const isWithin = (value: number, low: number, high: number): boolean =>
  Number.isInteger(value) && value >= low && value <= high

const isFolded = (measure: Measure): boolean =>
  measure.kind === 'across' ||
  measure.kind === 'weighted' ||
  measure.kind === 'number' ||
  (measure.kind === 'share' && isFolded(measure.of)) ||
  (measure.kind === 'arithmetic' && isFolded(measure.left) && isFolded(measure.right))

const isOrderable = (key: string, { by, dataset }: Representation): boolean =>
  key === 'date' ||
  by.some((dimension) => dimension === key || (typeof dimension === 'object' && dimension.column === key)) ||
  key in datasetOf(dataset).columns

/** Whether a text looks like an id, where the data does not list all of them. */
const isCode = (text: string): boolean => /^[A-Za-z0-9^.*_-]{1,20}$/.test(text)

/** Which ids a dataset may be asked for: those the data knows. */
export function idsOf(name: string, facts: Facts): (id: string) => boolean {
  const dataset = datasetOf(name)
  const values = dataset.id === null ? [] : dataset.columns[dataset.id]!.values
  if (values) return (id) => values.includes(id)
  const of = (known: readonly { readonly id: string }[]) => (id: string) => known.some((one) => one.id === id)
  const { named } = facts
  if (name === 'TaiwanIndex5Seconds')
    return (id) => ['TAIEX', 'TPEX'].includes(id) || of(named.TaiwanStockSectorPrice)(id)
  if (name === 'TaiwanStockSectorPrice' || name === 'USStockPrice' || name === 'CentralBankRate') return of(named[name])
  const product = { futures_id: 'futures', option_id: 'option' }[dataset.id ?? '']
  if (product) {
    const other = named.TaiwanFutureOptionDailyTotalOverview.filter(({ more }) => more !== product)
    return (id) => isCode(id) && !of(other)(id)
  }
  if (dataset.id === 'product_id') return isCode
  return (id) =>
    id === 'MARKET' || of(facts.securities)(id) || (name === 'TaiwanStockOverviewIncludeWarrant' && isCode(id))
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
  return isCode(value)
}
