import { find } from '../../catalogue/index.ts'
import { type Frequency, frequencyOf } from '../calendar.ts'
import { findComputed } from '../computed.ts'
import type { Column, Filter, Fn, Measure, Window } from '../representation.ts'
import type { Composite, Reading, Subject, Who } from './senses.ts'
import type { Time } from './time.ts'

/** A measure as the question names it, before it is known what it is of and when. */
export type Phrase = {
  readonly readings?: readonly Reading[]
  readonly composite?: Composite
  readonly n?: number
  readonly line?: number
  readonly who?: readonly Who[]
  readonly side?: 'buy' | 'sell' | 'either'
  readonly net?: boolean | null
  /** In money rather than in shares. */
  readonly money?: boolean
  readonly direction?: 'up' | 'down'
  readonly fold?: Fn
  readonly growth?: 'year' | 'quarter' | 'month'
  /** A window that stands beside the measure and belongs to it alone. */
  readonly time?: Time
  /** A percentage of another measure. */
  readonly of?: Phrase
  readonly text: string
}

/** What the measures of a question are of. */
export type Context = {
  readonly subject: Subject
  /** Datasets named by words of their own: adjusted prices, weekly bars. */
  readonly hints: readonly string[]
  readonly market: 'TWSE' | 'TPEX' | null
  readonly annual: boolean
  readonly night: boolean
  readonly pick: 'front' | 'second' | 'nearest' | 'monthly' | 'weekly' | null
  readonly right: 'call' | 'put' | null
  readonly who: Who | null
  readonly entity?: string
}

/** A measure that can be printed, and how it behaves over time. */
export type Meant = {
  readonly measure: Measure
  readonly dataset: string
  readonly name: string
  /** Adds up over time: volumes and flows do, prices and balances do not. */
  readonly flow: boolean
  readonly frequency: Frequency
  /** Already added up over its time. */
  readonly summed?: boolean
}

const closes: Partial<Record<Subject, { dataset: string; column: string }>> = {
  stock: { dataset: 'TaiwanStockPrice', column: 'close' },
  index: { dataset: 'TaiwanWeightedIndex', column: 'close' },
  sector: { dataset: 'TaiwanStockSectorPrice', column: 'close' },
  us: { dataset: 'USStockPrice', column: 'close' },
  gold: { dataset: 'GoldPrice', column: 'price' },
  oil: { dataset: 'CrudeOilPrices', column: 'price' },
  currency: { dataset: 'ExchangeRate', column: 'spot_sell' },
  bond: { dataset: 'USBondYield', column: 'value' },
  futures: { dataset: 'TaiwanFuturesDaily', column: 'close' },
  mood: { dataset: 'TaiwanFearAndGreedIndex', column: 'fear_greed_score' },
  money: { dataset: 'CurrencyCirculation', column: 'amount' },
}

const adds =
  /^(volume|turnover|trade_count|revenue|borrowed_volume|after_hours_volume|(put|call)_volume)$|_(buy|sell|net|return|repayment|volume|amount)$|_deal_|^day_trading_|^exports$/
const balances = /balance|open_interest|outstanding|^buy_order|^sell_order|issue_amount/
const isFlow = ({ dataset, column }: Reading): boolean => {
  if (column === 'value') return dataset === 'TaiwanStockFinancialStatement'
  return adds.test(column) && !balances.test(column)
}

const pickOf = ({ pick }: Context): Filter[] => {
  if (pick === 'nearest') return [{ column: 'expiry_date', pick: 'nearest' }]
  return pick ? [{ column: 'contract_month', pick }] : []
}

const investors: Readonly<Record<Who, string | null>> = {
  foreign: 'foreign_investor',
  trust: 'investment_trust',
  dealer: 'dealer',
  dealer_self: null,
  dealer_hedging: null,
  all: null,
}

/** Filters that every column of a dataset needs for there to be one row of each entity and date. */
function filtersOf(dataset: string, context: Context): Filter[] | null {
  const columns = find(dataset)?.columns ?? {}
  const filters: Filter[] = []
  if ('trading_session' in columns && dataset !== 'TaiwanFutureOptionTickRealtime')
    filters.push({ column: 'trading_session', is: [context.night ? 'after_hours' : 'regular'] })
  if ('institutional_investor' in columns) {
    const who = context.who ? investors[context.who] : null
    if (who) filters.push({ column: 'institutional_investor', is: [who] })
    else if (context.who !== 'all') return null
  }
  if (dataset === 'TaiwanFuturesDaily')
    filters.push(...(context.pick ? pickOf(context) : [{ column: 'contract_month', pick: 'front' as const }]))
  if (dataset === 'TaiwanFinancialHoldingsCompany') filters.push({ column: 'entity_type', is: ['holding'] })
  if (dataset.endsWith('LargeTraders')) filters.push({ column: 'contract_month', is: ['all'] })
  if ('call_put' in columns && context.right) filters.push({ column: 'call_put', is: [context.right] })
  if (dataset === 'TaiwanOptionDaily') filters.push(...pickOf(context))
  if (dataset === 'TaiwanStockMarginRatio') filters.push({ column: 'market', is: [context.market ?? 'ALL'] })
  else if (context.subject === 'market' && 'market' in columns && context.market)
    filters.push({ column: 'market', is: [context.market] })
  return filters
}

/** One row of each entity and date is left: what else the key has is fixed by a filter. */
function isUnique(dataset: string, where: readonly Filter[]): boolean {
  const { key, id, date } = find(dataset)!
  const fixed = new Set(where.map(({ column }) => (column === 'entity_type' ? 'entity_name' : column)))
  return key.every((column) => column === id || column === date || column === 'market' || fixed.has(column))
}

/** A column of a reading, with everything that makes it one value a date. */
function columnOf(reading: Reading, context: Context): Column | null {
  const filters = filtersOf(reading.dataset, context)
  if (!filters) return null
  const own: Filter[] = (reading.where ?? []).map((filter) =>
    filter.column === 'period' && context.annual ? { column: 'period', is: ['annual'] } : filter,
  )
  const where = [...filters, ...own]
  const summed =
    reading.fold ??
    (context.subject === 'market' &&
    reading.dataset !== 'TaiwanStockMarginRatio' &&
    !context.market &&
    'market' in find(reading.dataset)!.columns
      ? 'sum'
      : context.who === 'all' && 'institutional_investor' in find(reading.dataset)!.columns
        ? 'sum'
        : undefined)
  if (!summed && !isUnique(reading.dataset, where)) return null
  return {
    kind: 'column',
    dataset: reading.dataset,
    column: reading.column,
    ...(where.length > 0 ? { where } : {}),
    ...(context.entity === undefined ? {} : { entity: context.entity }),
    ...(summed ? { fold: summed } : {}),
  }
}

/** Of the columns a word may mean, the one of this subject; a dataset named beside it decides between several. */
function readingOf(readings: readonly Reading[], { subject, hints, market, who }: Context): Reading | null {
  const fitting = readings.filter((reading) => reading.subject === subject)
  const hinted = fitting.find(({ dataset }) => hints.includes(dataset))
  if (hinted) return hinted
  if ((subject === 'futures' || subject === 'option') && who) {
    const theirs = fitting.find(
      ({ dataset }) => dataset.endsWith('InstitutionalInvestors') && !dataset.includes('Night'),
    )
    if (theirs) return theirs
  }
  if (subject === 'market' && market !== undefined) {
    const money = fitting.find(({ column }) => column === 'margin_purchase_balance')
    if (money)
      return { ...money, dataset: 'TaiwanStockTotalMarginPurchaseShortSale', column: 'margin_purchase_balance_amount' }
  }
  return fitting[0] ?? null
}

const meant = (measure: Measure, dataset: string, name: string, flow = false): Meant => ({
  measure,
  dataset,
  name,
  flow,
  frequency: frequencyOf(find(dataset)!),
})

const account = (dataset: string, type: string, context: Context): Column => ({
  kind: 'column',
  dataset,
  column: 'value',
  where: [
    { column: 'period', is: [context.annual ? 'annual' : 'quarterly'] },
    { column: 'type', is: [type] },
  ],
  ...(context.entity === undefined ? {} : { entity: context.entity }),
})

const percent = (left: Measure, right: Measure): Measure => ({ kind: 'arithmetic', op: 'percent', left, right })

const income = 'TaiwanStockFinancialStatement'
const balance = 'TaiwanStockBalanceSheet'
const ratios: Partial<Record<Composite, (context: Context) => [Measure, string]>> = {
  gross_margin: (c) => [percent(account(income, 'GrossProfit', c), account(income, 'Revenue', c)), income],
  operating_margin: (c) => [percent(account(income, 'OperatingIncome', c), account(income, 'Revenue', c)), income],
  net_margin: (c) => [percent(account(income, 'IncomeAfterTaxes', c), account(income, 'Revenue', c)), income],
  debt_ratio: (c) => [percent(account(balance, 'Liabilities', c), account(balance, 'TotalAssets', c)), balance],
  current_ratio: (c) => [
    percent(account(balance, 'CurrentAssets', c), account(balance, 'CurrentLiabilities', c)),
    balance,
  ],
  roe: (c) => [percent(account(income, 'IncomeAfterTaxes', c), account(balance, 'Equity', c)), income],
  roa: (c) => [percent(account(income, 'IncomeAfterTaxes', c), account(balance, 'TotalAssets', c)), income],
}

export const price = (context: Context, column?: string): Column | null => {
  const known = closes[context.subject]
  if (!known) return null
  const hinted = context.hints.find((dataset) => find(dataset)?.columns.close && context.subject === 'stock')
  return columnOf(
    { subject: context.subject, dataset: hinted ?? known.dataset, column: column ?? known.column },
    context,
  )
}

/** A return: the published change of one day, or the way between two closes. */
function returnOf(context: Context, time: Time | undefined): Meant | null {
  const close = price(context)
  if (!close) return null
  const window = time?.window
  if (!window || ['latest', 'back', 'on'].includes(window.kind)) {
    const daily = context.subject === 'futures' ? 'spread_percent' : 'change_percent'
    if (findComputed(close.dataset, daily) || daily in find(close.dataset)!.columns)
      return meant({ ...close, column: daily }, close.dataset, 'change_percent')
    return meant(
      { kind: 'change', of: close, since: { kind: 'back', n: 1 }, as: 'percent' },
      close.dataset,
      'return_percent',
    )
  }
  return meant(
    { kind: 'change', of: close, since: windowFor(time, close.dataset), as: 'percent' },
    close.dataset,
    'return_percent',
  )
}

/** Days of the calendar where the dataset does not follow the Taiwan market. */
const abroad = new Set([
  'USStockPrice',
  'GoldPrice',
  'CrudeOilPrices',
  'USBondYield',
  'ExchangeRate',
  'CentralBankRate',
])

/** Numbers of days that stand for weeks, months and years of the calendar. */
const calendarDays = new Set([7, 14, 30, 60, 90, 180, 365])

/** The window a time means for a dataset. */
export function windowFor(time: Time, dataset: string): Window {
  const { window, loose } = time
  if (loose && window.kind === 'last' && abroad.has(dataset) && calendarDays.has(window.n))
    return { ...window, unit: 'day' }
  const frequency = frequencyOf(find(dataset)!)
  if (window.kind === 'last' && window.n === 1 && window.unit === frequency && frequency !== 'day')
    return { kind: 'latest' }
  // The month or quarter that closed last is the newest one there are figures of.
  if (window.kind === 'previous' && (window.n ?? 1) === 1 && window.unit === frequency && frequency !== 'week')
    return { kind: 'latest' }
  return window
}

const daily = (context: Context): Measure | null => {
  const close = price(context)
  return close && { kind: 'change', of: close, since: { kind: 'back', n: 1 }, as: 'percent' }
}

const quarterWindow: Window = { kind: 'last', n: 1, unit: 'quarter' }
const growths: Readonly<Record<'year' | 'quarter' | 'month', Window>> = {
  year: { kind: 'last', n: 1, unit: 'year' },
  quarter: quarterWindow,
  month: { kind: 'last', n: 1, unit: 'month' },
}

/** The number a phrase stands for, at one date or over the window that belongs to it. */
export function meaningOf(phrase: Phrase, context: Context, time?: Time): Meant | null {
  const own = phrase.time ?? time
  const base = baseOf(phrase, context, own)
  if (!base) return null
  if (phrase.of) {
    // Both are of the same period where they can be.
    const whole = meaningOf(phrase.of, { ...context, hints: [base.dataset, ...context.hints] }, time)
    if (whole && whole.frequency !== base.frequency) return null
    if (whole?.flow && base.flow && own && !['latest', 'back', 'on'].includes(own.window.kind)) {
      const sum = (of: Measure, dataset: string): Measure => ({
        kind: 'over',
        fn: 'sum',
        of,
        window: windowFor(own, dataset),
      })
      return {
        ...base,
        measure: percent(sum(base.measure, base.dataset), sum(whole.measure, whole.dataset)),
        name: `${base.name}_percent`,
        flow: false,
        summed: true,
      }
    }
    return (
      whole && { ...base, measure: percent(base.measure, whole.measure), name: `${base.name}_percent`, flow: false }
    )
  }
  if (phrase.growth && !base.name.endsWith('percent')) {
    const since = growths[phrase.growth]
    return {
      ...base,
      measure: { kind: 'change', of: base.measure, since, as: 'percent' },
      name: `${base.name}_growth`,
      flow: false,
    }
  }
  return base
}

function baseOf(phrase: Phrase, context: Context, time: Time | undefined): Meant | null {
  const close = price(context)
  if (phrase.line !== undefined)
    return close && meant({ kind: 'average', of: close, n: phrase.line }, close.dataset, `ma${phrase.line}`)
  if (phrase.who) return flowOf(phrase, context)
  if (phrase.readings) {
    const both = bothMarkets(phrase.readings, context)
    if (both) return both
    const reading = readingOf(phrase.readings, context)
    const column = reading && columnOf(reading, context)
    return column && meant(column, column.dataset, nameOf(reading), isFlow(reading))
  }
  const ratio = phrase.composite && ratios[phrase.composite]
  if (ratio) {
    if (context.subject !== 'stock') return null
    const [measure, dataset] = ratio(context)
    return meant(measure, dataset, phrase.composite!)
  }
  const span = time && !['latest', 'back', 'on'].includes(time.window.kind) ? time : undefined
  switch (phrase.composite) {
    case 'price':
      return close && meant(close, close.dataset, close.column)
    case 'return':
      return returnOf(context, time)
    case 'volatility': {
      const change = daily(context)
      if (!change || !close || !span) return null
      return meant(
        { kind: 'over', fn: 'stddev', of: change, window: windowFor(span, close.dataset) },
        close.dataset,
        'volatility',
      )
    }
    case 'drawdown':
      return close && span
        ? meant({ kind: 'drawdown', of: close, window: windowFor(span, close.dataset) }, close.dataset, 'drawdown')
        : null
    case 'average_volume': {
      const volume = price(context, 'volume')
      if (!volume || !('volume' in find(volume.dataset)!.columns)) return null
      return meant(
        { kind: 'over', fn: 'avg', of: volume, window: { kind: 'last', n: phrase.n!, unit: 'trading_day' } },
        volume.dataset,
        `average_volume_${phrase.n}`,
      )
    }
    case 'free_cash_flow': {
      const flows = 'TaiwanStockCashFlowsStatement'
      const [operating, spending] = [
        account(flows, 'CashFlowsFromOperatingActivities', context),
        account(flows, 'PropertyAndPlantAndEquipment', context),
      ]
      return context.subject === 'stock'
        ? meant({ kind: 'arithmetic', op: 'add', left: operating, right: spending }, flows, 'free_cash_flow')
        : null
    }
    case 'day_trading_ratio':
      return context.subject === 'stock'
        ? meant(
            percent(
              { kind: 'column', dataset: 'TaiwanStockDayTradingInfo', column: 'day_trading_volume' },
              { kind: 'column', dataset: 'TaiwanStockPrice', column: 'volume' },
            ),
            'TaiwanStockPrice',
            'day_trading_ratio',
          )
        : null
    case 'turnover_rate':
      return context.subject === 'stock'
        ? meant(
            percent(
              { kind: 'column', dataset: 'TaiwanStockPrice', column: 'volume' },
              { kind: 'column', dataset: 'TaiwanStockMarketValue', column: 'issued_shares' },
            ),
            'TaiwanStockPrice',
            'turnover_rate',
          )
        : null
    case 'large_holders':
    case 'holders': {
      const level = phrase.composite === 'holders' ? [17] : phrase.n === 1000 ? [15] : [12, 13, 14, 15]
      const column = phrase.composite === 'holders' ? 'people' : 'percent'
      return holdersOf(column, level, context)
    }
    default:
      return null
  }
}

/** What both markets traded together, from the bars of their indices. */
function bothMarkets(readings: readonly Reading[], context: Context): Meant | null {
  if (context.subject !== 'market' || readings.some(({ subject }) => subject === 'market')) return null
  const found = readings.find(
    ({ dataset, column }) =>
      dataset === 'TaiwanWeightedIndex' && ['volume', 'turnover', 'trade_count'].includes(column),
  )
  if (!found) return null
  const of = (entity: string): Column => ({ kind: 'column', dataset: found.dataset, column: found.column, entity })
  const measure: Measure = context.market
    ? of(context.market === 'TPEX' ? 'TPEX' : 'TAIEX')
    : { kind: 'arithmetic', op: 'add', left: of('TAIEX'), right: of('TPEX') }
  return meant(measure, found.dataset, found.column, true)
}

/** A bracket of the shareholder distribution. */
const holdersOf = (column: string, levels: readonly number[], context: Context): Meant | null =>
  context.subject === 'stock'
    ? meant(
        {
          kind: 'column',
          dataset: 'TaiwanStockHoldingSharesPer',
          column,
          where: [{ column: 'level', is: levels }],
          ...(levels.length > 1 ? { fold: 'sum' as const } : {}),
        },
        'TaiwanStockHoldingSharesPer',
        `holders_${column}`,
      )
    : null

const nameOf = (reading: Reading): string => {
  const type = reading.where?.find(({ column }) => column === 'type')?.is[0]
  return typeof type === 'string' && /^[A-Za-z]+$/.test(type)
    ? type.replaceAll(/([a-z])([A-Z])|([A-Z])(?=[A-Z][a-z])/g, '$1$3_$2').toLowerCase()
    : reading.column
}

const stems: Readonly<Record<Who, string>> = {
  foreign: 'foreign_investor',
  trust: 'investment_trust',
  dealer: 'dealer',
  dealer_self: 'dealer_self',
  dealer_hedging: 'dealer_hedging',
  all: 'total',
}

/** What an investor bought or sold: of a stock in shares, of the market in money, of futures in contracts. */
function flowOf({ who = [], side = 'either', net, money }: Phrase, context: Context): Meant | null {
  // What a stock's investors paid is not published, only what they bought.
  if (money && context.subject === 'stock') return null
  const part = net === false ? (side === 'sell' ? 'sell' : 'buy') : 'net'
  const parts = who.map((one) => oneFlow(one, part, context))
  if (parts.length === 0 || parts.some((one) => one === null)) return null
  const [first, ...rest] = parts as Meant[]
  let sum = first!
  for (const { measure, name } of rest) {
    const both: Measure = { kind: 'arithmetic', op: 'add', left: sum.measure, right: measure }
    sum = { ...sum, measure: both, name: `${sum.name}_and_${name}` }
  }
  return sum
}

function oneFlow(who: Who, part: 'net' | 'buy' | 'sell', context: Context): Meant | null {
  const { subject } = context
  if (subject === 'futures' || subject === 'option') {
    const dataset = `Taiwan${subject === 'futures' ? 'Futures' : 'Option'}${context.night ? `${subject === 'option' ? 's' : ''}Night` : ''}InstitutionalInvestors`
    const column = part === 'net' ? 'net_deal_volume' : part === 'buy' ? 'long_deal_volume' : 'short_deal_volume'
    const found = columnOf({ subject, dataset, column }, { ...context, who, night: false })
    return found && meant(found, dataset, column, true)
  }
  if (subject === 'stock') {
    if (who === 'all' && part !== 'net') return null
    const column = `${stems[who]}_${part}`
    return meant(
      {
        kind: 'column',
        dataset: 'TaiwanStockInstitutionalInvestorsBuySell',
        column,
        ...(context.entity ? { entity: context.entity } : {}),
      },
      'TaiwanStockInstitutionalInvestorsBuySell',
      column,
      true,
    )
  }
  if (subject !== 'market') return null
  const dataset = 'TaiwanStockTotalInstitutionalInvestors'
  const found = columnOf({ subject, dataset, column: `${stems[who]}_${part}_amount` }, context)
  return found && meant(found, dataset, `${stems[who]}_${part}_amount`, true)
}

/** Balances whose change since the day before is published beside them. */
const published: Readonly<Record<string, { change: string; previous: string }>> = {
  margin_purchase_balance: { change: 'margin_change', previous: 'margin_purchase_previous_balance' },
  short_sale_balance: { change: 'short_change', previous: 'short_sale_previous_balance' },
  sbl_short_sale_balance: { change: 'sbl_short_sale_change', previous: 'sbl_short_sale_previous_balance' },
  margin_purchase_balance_amount: {
    change: 'margin_amount_change',
    previous: 'margin_purchase_previous_balance_amount',
  },
}

/** The balances that changes since the day before are of. */
export const balancesOf = (readings: readonly Reading[]): Reading[] =>
  readings.flatMap((reading) => {
    const found = Object.entries(published).find(([, { change }]) => change === reading.column)
    return found ? [{ ...reading, column: found[0] }] : []
  })

/** How a measure moved: since the row before, or since a window began. */
export function changeOf(
  of: Meant,
  time: Time | undefined,
  asPercent: boolean,
): { measure: Measure; previous?: Measure } {
  const { measure } = of
  const window = time ? windowFor(time, of.dataset) : undefined
  const step = !window || ['latest', 'back', 'on'].includes(window.kind)
  if (step && measure.kind === 'column') {
    const known = published[measure.column]
    if (known && findComputed(measure.dataset, known.change)) {
      const change: Column = { ...measure, column: known.change }
      const previous: Column = { ...measure, column: known.previous }
      return { measure: asPercent ? percent(change, previous) : change, previous }
    }
  }
  const since: Window = step ? { kind: 'back', n: 1 } : window
  return { measure: { kind: 'change', of: measure, since, as: asPercent ? 'percent' : 'difference' } }
}
