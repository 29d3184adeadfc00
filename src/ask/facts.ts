import { columnsOf } from '../catalogue/dataset.ts'
import { contractDatasets, find } from '../catalogue/index.ts'
import { type Calendar, createCalendar, frequencyOf } from './calendar.ts'
import { isListed } from './sql/source.ts'

/** What the data itself says: which dates, securities and products there are. Read once per data version. */
export type Facts = {
  readonly calendar: Calendar
  readonly securities: readonly Security[]
  /** Everything else that has an id and a name, by the dataset that knows it. */
  readonly named: Readonly<Record<NamedDataset, readonly Named[]>>
  /** The few texts that a column of a table ever holds, by `dataset.column`. */
  readonly texts: Readonly<Record<string, readonly string[]>>
  /** The types of securities that a dataset has rows of, where it has rows of all of them every day, week or quarter. */
  readonly types: Readonly<Record<string, readonly string[]>>
  /** The accounts of the statements: their codes and what filings call them. */
  readonly accounts: readonly Account[]
}
type Security = {
  readonly id: string
  readonly name: string
  readonly market: string
  readonly type: string
  readonly industry: string | null
  readonly active: boolean
}
type Named = { readonly id: string; readonly name: string; readonly more: string | null }
export type Account = { readonly dataset: string; readonly type: string; readonly name: string }

/** Runs one SELECT over the published rows. */
export type Select = (sql: string) => Promise<{ columns: readonly string[]; rows: readonly unknown[][] }>

const namedQueries = {
  TaiwanStockSectorPrice: 'SELECT DISTINCT stock_id, index_name, market FROM TaiwanStockSectorPrice',
  TaiwanFutureOptionDailyTotalOverview:
    'SELECT DISTINCT product_id, product_name, product_type FROM TaiwanFutureOptionDailyTotalOverview',
  USStockPrice: 'SELECT DISTINCT stock_id, stock_id, NULL FROM USStockPrice',
  CentralBankRate: 'SELECT DISTINCT bank_code, bank_name, country_code FROM CentralBankRate',
  TaiwanCBOverview: 'SELECT DISTINCT cb_id, cb_name, stock_id FROM TaiwanCBOverview',
  TaiwanStockCompanyIndustry:
    "SELECT DISTINCT industry_category, sub_industry, NULL FROM TaiwanStockCompanyIndustry WHERE classification = 'value_chain'",
  TaiwanStockBrokerInfo: 'SELECT DISTINCT broker_id, broker_name, NULL FROM TaiwanStockBrokerInfo',
  TaiwanFuturesBrokerDaily: 'SELECT DISTINCT broker_id, broker_name, NULL FROM TaiwanFuturesBrokerDaily',
} as const
type NamedDataset = keyof typeof namedQueries

/** The sessions whose dates count: a night session may be a day ahead of the regular one. */
const regular = new Set(['TaiwanFuturesDaily', 'TaiwanOptionDaily', 'TaiwanFuturesSpread'])

const statements = ['TaiwanStockFinancialStatement', 'TaiwanStockBalanceSheet', 'TaiwanStockCashFlowsStatement']

/** Free text that is said again and again, as a reason is; names, codes, times and remarks are not. */
const isRepeated = (column: string): boolean =>
  /^(reason|condition|measure|trade_type|settlement_period|change_reason|source|listing_status)$/.test(column)
const fewest = 40

async function loadTexts(select: Select): Promise<Record<string, readonly string[]>> {
  const texts: Record<string, readonly string[]> = {}
  for (const dataset of contractDatasets)
    for (const [column, { kind, values }] of columnsOf(dataset)) {
      const { name } = dataset
      if (kind !== 'text' || values || !isRepeated(column)) continue
      const { rows } = await select(
        `SELECT DISTINCT ${column} FROM ${name} WHERE length(${column}) BETWEEN 2 AND 20 ORDER BY 1 LIMIT ${fewest + 1}`,
      )
      if (rows.length <= fewest) texts[`${name}.${column}`] = rows.map(([text]) => text as string)
    }
  return texts
}

async function loadTypes(select: Select): Promise<Record<string, readonly string[]>> {
  const types: Record<string, readonly string[]> = {}
  // A split that no fund has had is an answer; a ratio that no fund has is none.
  for (const dataset of contractDatasets.filter((one) => isListed(one) && frequencyOf(one) !== 'event')) {
    const { rows } = await select(
      `SELECT DISTINCT security_type FROM TaiwanStockOverview WHERE stock_id IN (SELECT stock_id FROM ${dataset.name}) ORDER BY 1`,
    )
    types[dataset.name] = rows.map(([type]) => type as string)
  }
  return types
}

export async function loadFacts(select: Select): Promise<Facts> {
  const dates = new Map<string, readonly string[]>()
  for (const { name, date } of contractDatasets) {
    const where = regular.has(name) ? " WHERE trading_session = 'regular'" : ''
    const { rows } = await select(
      `SELECT CAST(day AS VARCHAR) FROM (SELECT DISTINCT ${date} AS day FROM ${name}${where}) ORDER BY 1`,
    )
    dates.set(
      name,
      rows.map(([day]) => day as string),
    )
  }
  const { rows: listed } = await select(
    'SELECT stock_id, stock_name, market, security_type, industry_category, is_active FROM TaiwanStockOverview ORDER BY 1',
  )
  const named: Partial<Record<NamedDataset, Named[]>> = {}
  for (const [dataset, sql] of Object.entries(namedQueries)) {
    const { rows } = await select(`${sql} ORDER BY 1, 2`)
    named[dataset as NamedDataset] = rows
      .filter(([id, name]) => id !== null && name !== null)
      .map(([id, name, more]) => ({ id: id as string, name: name as string, more: more as string | null }))
  }
  const accounts: Account[] = []
  for (const dataset of statements) {
    const { rows } = await select(
      `SELECT type, origin_name, count(*) FROM ${dataset} GROUP BY 1, 2 ORDER BY 1, 3 DESC, 2`,
    )
    accounts.push(...rows.map(([type, name]) => ({ dataset, type: type as string, name: name as string })))
  }
  return {
    calendar: createCalendar((name) => (find(name) ? (dates.get(name) ?? []) : [])),
    securities: listed.map(([id, name, market, type, industry, active]) => ({
      id: id as string,
      name: name as string,
      market: market as string,
      type: type as string,
      industry: industry as string | null,
      active: active as boolean,
    })),
    named: named as Record<NamedDataset, Named[]>,
    texts: await loadTexts(select),
    types: await loadTypes(select),
    accounts,
  }
}
