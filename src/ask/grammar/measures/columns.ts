import { find } from '../../../catalogue/index.ts'
import type { Column, Filter } from '../../representation.ts'
import type { Reading, Who } from '../senses.ts'
import type { Context } from './phrase.ts'

const adds =
  /^(volume|turnover|trade_count|revenue|borrowed_volume|after_hours_volume|(put|call)_volume)$|_(buy|sell|net|return|repayment|volume|amount)$|_deal_|^day_trading_|^exports$/

const balances = /balance|open_interest|outstanding|^buy_order|^sell_order|issue_amount/

export const isFlow = ({ dataset, column }: Reading): boolean => {
  if (dataset === 'ExchangeRate') return false
  if (column === 'value') return dataset === 'TaiwanStockFinancialStatement'
  return adds.test(column) && !balances.test(column)
}

const pickOf = ({ pick, expiry }: Context): Filter[] => {
  if (expiry) return [{ column: 'contract_month', is: [expiry] }]
  if (pick === 'nearest') return [{ column: 'expiry_date', pick: 'nearest' }]
  return pick ? [{ column: 'contract_month', pick }] : []
}

/** What institutions are called in tables with a row for each of them; null where they have none. */
export const investorCodes: Readonly<Record<Who, string | null>> = {
  foreign: 'foreign_investor',
  foreign_dealer: null,
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
    const who = context.who ? investorCodes[context.who] : null
    if (who) filters.push({ column: 'institutional_investor', is: [who] })
    else if (context.who !== 'all') return null
  }
  if (dataset === 'TaiwanFuturesDaily')
    filters.push(
      ...(context.pick || context.expiry ? pickOf(context) : [{ column: 'contract_month', pick: 'front' as const }]),
    )
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
export function columnOf(reading: Reading, context: Context): Column | null {
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
export function readingOf(readings: readonly Reading[], { subject, hints, market, who }: Context): Reading | null {
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

export const nameOf = (reading: Reading): string => {
  const type = reading.where?.find(({ column }) => column === 'type')?.is[0]
  return typeof type === 'string' && /^[A-Za-z]+$/.test(type)
    ? type.replaceAll(/([a-z])([A-Z])|([A-Z])(?=[A-Z][a-z])/g, '$1$3_$2').toLowerCase()
    : reading.column
}
