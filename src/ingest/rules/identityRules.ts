import type { Dataset } from '../../catalogue/dataset.ts'
import type { Label } from '../../fields.ts'
import { quote } from '../../lake/schema.ts'
import { column, has, messageSql, type RowCondition, type Rule, rowRule } from './rule.ts'

/** Rules about figures that add up, within a row or within a statement. */

/** `whole` equals the sum of `parts`; a leading minus subtracts. */
type Sum = {
  readonly whole: string
  readonly parts: readonly string[]
  /** Tolerance for rounding at the source. */
  readonly within?: number
  readonly where?: string
}

const nameOf = (part: string): string => part.replace(/^-/, '')

const conditionOf = ({ whole, parts, within = 0, where = 'true' }: Sum): RowCondition => {
  const total = parts.map((part) => `${part.startsWith('-') ? '-' : '+'} ${column(nameOf(part))}`).join(' ')
  return {
    on: [whole, ...parts.map(nameOf)],
    bad: `abs(${total} - ${column(whole)}) > ${within} AND ${where}`,
    says: `${parts.join(' + ').replaceAll('+ -', '- ')} is {${total}}, ${whole} is {${whole}}`,
  }
}

const sumRule = (name: string, about: Label, sums: readonly Sum[]): Rule => rowRule(name, about, sums.map(conditionOf))

/** The SBL short-sale balance was computed differently before. */
const presentWay = "r.trade_date >= DATE '2012-03-19'"

const rollForward = sumRule(
  'roll_forward',
  { en: 'The balance is the one before and what came and went since.', zh: '餘額等於前日餘額加上其間的增減。' },
  [
    ...['', '_amount'].map((unit) => ({
      whole: `margin_purchase_balance${unit}`,
      parts: [
        `margin_purchase_previous_balance${unit}`,
        `margin_purchase_buy${unit}`,
        `-margin_purchase_sell${unit}`,
        `-margin_purchase_cash_repayment${unit}`,
      ],
      // Each amount is rounded to thousands.
      within: unit === '' ? 0 : 5000,
    })),
    {
      whole: 'short_sale_balance',
      parts: ['short_sale_previous_balance', 'short_sale_sell', '-short_sale_buy', '-short_sale_stock_repayment'],
    },
    {
      whole: 'sbl_short_sale_balance',
      parts: [
        'sbl_short_sale_previous_balance',
        'sbl_short_sale_sell',
        '-sbl_short_sale_return',
        'sbl_short_sale_adjustment',
      ],
      where: presentWay,
    },
  ],
)

const investors = ['foreign_investor', 'foreign_dealer', 'investment_trust', 'dealer_self', 'dealer_hedging', 'dealer']
const kinds = ['deal', 'open_interest']

/** Foreign dealers are counted among the dealers. */
const totals = sumRule(
  'totals',
  { en: 'Net is bought less sold, and the parts make the whole.', zh: '淨額等於買進減賣出，各部分加總等於合計。' },
  [
    ...['', '_amount'].flatMap((unit): Sum[] => [
      ...[...investors, 'total'].map((who) => ({
        whole: `${who}_net${unit}`,
        parts: [`${who}_buy${unit}`, `-${who}_sell${unit}`],
      })),
      { whole: `dealer_net${unit}`, parts: [`dealer_self_net${unit}`, `dealer_hedging_net${unit}`] },
    ]),
    { whole: 'total_net', parts: ['foreign_investor_net', 'investment_trust_net', 'dealer_net'] },
    ...kinds.flatMap((kind): Sum[] => [
      { whole: `net_${kind}_volume`, parts: [`long_${kind}_volume`, `-short_${kind}_volume`] },
      // Each amount is rounded to thousands.
      { whole: `net_${kind}_amount`, parts: [`long_${kind}_amount`, `-short_${kind}_amount`], within: 2000 },
    ]),
  ],
)

/** A rule on groups of rows; the rows of a group are rejected together. */
const grouped = (
  rule: Pick<Rule, 'name' | 'about'> & {
    readonly isFor: (dataset: Dataset) => boolean
    readonly by: readonly string[]
    /** Aggregates of the group, used in `bad` and `says` as `g.…`. */
    readonly sums: Readonly<Record<string, string>>
    readonly bad: string
    readonly says: string
  },
): Rule => ({
  name: rule.name,
  about: rule.about,
  find(dataset, table) {
    if (!rule.isFor(dataset)) return null
    const by = rule.by.map(quote).join(', ')
    const sums = Object.entries(rule.sums).map(([name, sql]) => `${sql} AS ${quote(name)}`)
    return `SELECT r.rowid AS "row", ${messageSql(rule.says)} AS message FROM ${quote(table)} r
      JOIN (SELECT ${by}, ${sums.join(', ')} FROM ${quote(table)} GROUP BY ${by}) g USING (${by}) WHERE ${rule.bad}`
  },
})

const holders = grouped({
  name: 'levels_make_total',
  about: {
    en: 'The holders and shares of all brackets make the total of the week.',
    zh: '各級距的人數與股數加總等於當週合計。',
  },
  isFor: (dataset) => has(dataset, 'level', 'people', 'shares'),
  by: ['stock_id', 'record_date'],
  sums: {
    shares: 'sum(shares) FILTER (level < 17)',
    people: 'sum(people) FILTER (level < 17)',
    all_shares: 'any_value(shares) FILTER (level = 17)',
    all_people: 'any_value(people) FILTER (level = 17)',
    levels: 'count(DISTINCT level)',
  },
  bad: 'g.levels < 16 OR g.shares != g.all_shares OR g.people != g.all_people',
  says: '{g.levels} levels hold {g.shares} shares of {g.people} people; the total is {g.all_shares} of {g.all_people}',
})

const account = (type: string): string => `any_value(value) FILTER (type = '${type}')`

const balance = grouped({
  name: 'balance_sheet_balances',
  about: { en: 'Assets are liabilities and equity.', zh: '資產等於負債加權益。' },
  isFor: ({ name }) => name === 'TaiwanStockBalanceSheet',
  by: ['stock_id', 'report_date', 'period', 'statement_scope'],
  sums: { assets: account('TotalAssets'), liabilities: account('Liabilities'), equity: account('Equity') },
  // Figures are in thousands.
  bad: 'abs(g.assets - g.liabilities - g.equity) > 2000',
  says: 'assets {g.assets}, liabilities {g.liabilities}, equity {g.equity}',
})

/** Publishers truncate ratios after two places; rounded ones pass too. */
const ratios = rowRule(
  'ratio_of_shares',
  { en: 'The ratio is that of the shares it stands beside.', zh: '比率與同列的股數相符。' },
  [
    {
      on: ['foreign_shares', 'issued_shares', 'foreign_shareholding_ratio'],
      bad: 'r.issued_shares > 0 AND abs(r.foreign_shares * 100.0 / r.issued_shares - r.foreign_shareholding_ratio) > 0.011',
      says: '{foreign_shares} of {issued_shares} shares are not {foreign_shareholding_ratio} percent',
    },
  ],
)

/** SQL: the light of a score. */
const lights =
  "CASE WHEN r.monitoring_score >= 38 THEN 'red' WHEN r.monitoring_score >= 32 THEN 'yellow_red' WHEN r.monitoring_score >= 23 THEN 'green' WHEN r.monitoring_score >= 17 THEN 'yellow_blue' ELSE 'blue' END"

const light = rowRule(
  'light_of_score',
  { en: 'The light of the business cycle follows from its score.', zh: '景氣燈號與綜合判斷分數相符。' },
  [
    {
      on: ['monitoring_score', 'monitoring_light'],
      bad: `r.monitoring_score NOT BETWEEN 9 AND 45 OR r.monitoring_light != ${lights}`,
      says: 'a score of {monitoring_score} is not {monitoring_light}',
    },
  ],
)

export const identityRules: readonly Rule[] = [rollForward, totals, ratios, holders, balance, light]
