import { columnsOf, type Dataset } from '../../catalogue/dataset.ts'
import { faultsOf } from '../../lake/schema.ts'
import { column, has, type Rule, rowRule } from './rule.ts'

/** Rules about single values, and about pairs of values. */

const required: Rule = rowRule(
  'required_value',
  {
    en: 'A column that cannot be null has a value, and one with a list of values has one of them.',
    zh: '不可為空的欄位必有值，限定值的欄位必為其中之一。',
  },
  (dataset) => faultsOf(dataset).map(([says, bad]) => ({ bad, says })),
)

const codes: Rule = rowRule(
  'code_form',
  { en: 'Codes have no spaces around them, and the id is not empty.', zh: '代號前後沒有空白，且代號不為空。' },
  ({ key, id, columns }) =>
    key
      .filter((name) => columns[name]!.kind === 'text')
      .map((name) => ({
        bad: `${column(name)} != trim(${column(name)}) OR ${name === id ? `${column(name)} = ''` : 'false'}`,
        says: `${name} is "{${name}}"`,
      })),
)

/** Counts that may be negative: differences and corrections. */
const isSigned = (name: string): boolean => /(^|_)net(_|$)|adjustment|change|^spread/.test(name)

/** Amounts and prices that cannot be negative; oil prices, rates, revenue and earnings can. */
const isPositive = (name: string): boolean =>
  /^(turnover|strike_price|reference_price|limit_up|limit_down|close_before|opening_reference_price)$/.test(name) ||
  /_(buy|sell|balance)_amount$|_value$|^(cash|spot)_(buy|sell)$|^reference_rate$/.test(name)

/** Spreads between two months of a future may be negative. */
const hasPrices = ({ name }: Dataset): boolean => name !== 'TaiwanFuturesSpread'
const prices = ['open', 'high', 'low', 'close', 'settlement_price']

/** The bracket with corrections is excepted. */
const corrects = (dataset: Dataset): string => (has(dataset, 'level', 'people') ? `${column('level')} != 16` : 'true')

const isCounted = (dataset: Dataset, name: string, kind: string): boolean =>
  !isSigned(name) &&
  (kind === 'integer' || (kind === 'decimal' && (isPositive(name) || (hasPrices(dataset) && prices.includes(name)))))

const counts: Rule = rowRule(
  'negative_value',
  { en: 'What is counted, paid or asked for is not below zero.', zh: '計數、金額與報價不小於零。' },
  (dataset) =>
    columnsOf(dataset)
      .filter(([name, { kind }]) => isCounted(dataset, name, kind))
      .map(([name]) => ({
        bad: `${column(name)} < 0 AND ${corrects(dataset)}`,
        says: `${name} is {${name}}`,
      })),
)

const shares = ['foreign_available_ratio', 'foreign_shareholding_ratio', 'foreign_limit_ratio', 'mainland_limit_ratio']

const percentages = rowRule(
  'percentage_of_whole',
  { en: 'A part of a whole is 0 to 100 percent of it.', zh: '部分占整體的比例在 0 到 100% 之間。' },
  shares.map((name) => ({ on: [name], bad: `r.${name} NOT BETWEEN 0 AND 100`, says: `${name} is {${name}}` })),
)

/** Columns of which the first is not later than the second. */
const orders = [
  ['listing_date', 'delisting_date'],
  ['halt_date', 'resumption_date'],
  ['suspend_start_date', 'suspend_end_date'],
  ['period_start_date', 'period_end_date'],
  ['issue_date', 'maturity_date'],
  ['conversion_start_date', 'conversion_end_date'],
  ['trade_date', 'original_return_date'],
] as const

const dates = rowRule(
  'dates_in_order',
  { en: 'What begins does not end before.', zh: '結束日不早於開始日。' },
  orders.map(([first, last]) => ({
    on: [first, last],
    bad: `r.${first} > r.${last}`,
    says: `${first} {${first}} is after ${last} {${last}}`,
  })),
)

const forms = rowRule(
  'date_form',
  {
    en: 'A month is named by its first day, a weekday is that of its date, a time of day exists.',
    zh: '月份以其第一天表示，星期與日期相符，時間確實存在。',
  },
  [
    { on: ['report_month'], bad: 'day(r.report_month) != 1', says: 'report_month is {report_month}' },
    {
      on: ['trade_date', 'weekday'],
      bad: 'isodow(r.trade_date) != r.weekday',
      says: '{trade_date} is not weekday {weekday}',
    },
    ...['trade_time', 'halt_time', 'resumption_time'].map((name) => ({
      on: [name],
      bad: `r.${name} != '' AND NOT regexp_full_match(r.${name}, '([01][0-9]|2[0-3])(:[0-5][0-9]){2}')`,
      says: `${name} is {${name}}`,
    })),
  ],
)

export const valueRules: readonly Rule[] = [required, codes, counts, percentages, dates, forms]
