import { date, integer, nullable, nullableDecimal } from '../../fields.ts'
import { stockId } from '../columns.ts'
import { dataset } from '../dataset.ts'

const percent = (en: string, zh: string, also?: { readonly en?: string; readonly zh?: string }) =>
  nullableDecimal(4, en, zh, { unit: 'percent', ...(also ? { also } : {}) })
const amount = (en: string, zh: string, also?: { readonly en?: string; readonly zh?: string }) =>
  nullableDecimal(4, en, zh, { unit: 'TWD', ...(also ? { also } : {}) })

export const TaiwanStockRatios = dataset({
  name: 'TaiwanStockRatios',
  isOurs: true,
  tier: 'free',
  category: 'fundamentals',
  title: { en: 'Ratios from financial statements', zh: '財務比率' },
  about: {
    en: 'Margins, returns, debt, turnover, free cash flow and earnings per share of each company and quarter, computed from its three statements.',
    zh: '由三大財報計算各公司各季之利潤率、報酬率、負債比率、週轉率、自由現金流與每股盈餘。',
  },
  notes: {
    en: 'announce_date is the latest filing date of the statements of the quarter, and null unless all three have one; before it the row was not known, so backtests use as_of or this column. Margins and asset_turnover of banks, insurers and securities firms follow their own Revenue line and say little. Trailing figures need four consecutive quarters, averages both ends; otherwise they are null, never a sum of fewer.',
    zh: 'announce_date 為該季各報表申報日之最晚者，三表皆有申報日才有值；該日以前尚不得知，回測請使用 as_of 或此欄。金融、保險、證券業之利潤率與週轉率依其收入項目計算，參考性低。近四季數值需連續四季、平均值需期初與期末，否則為 null，不以較少季數加總。',
  },
  also: {
    en: 'financial ratios, profitability, leverage, free cash flow, trailing EPS',
    zh: '財務比率、股東權益報酬率、資產報酬率、負債比、自由現金流、近四季 EPS',
  },
  columns: {
    stock_id: stockId,
    report_date: date('Last day of the quarter', '財報期間截止日'),
    fiscal_year: integer('Fiscal year', '會計年度（西元）'),
    fiscal_quarter: integer('Fiscal quarter, 1 to 4', '季別（1 至 4）'),
    announce_date: nullable(date('Latest filing date of its statements', '各報表申報日之最晚者')),
    gross_margin: percent('Gross profit over revenue', '毛利率', { zh: '營業毛利率' }),
    operating_margin: percent('Operating income over revenue', '營業利益率', { zh: '營益率' }),
    net_margin: percent('Net income over revenue', '稅後淨利率', { zh: '淨利率' }),
    roe_trailing: percent('Return on equity, four quarters', '股東權益報酬率（近四季）', { en: 'ROE', zh: 'ROE' }),
    roe_annualised: percent('Return on equity, the quarter times four', '股東權益報酬率（單季年化）'),
    roa_trailing: percent('Return on assets, four quarters', '資產報酬率（近四季）', { en: 'ROA', zh: 'ROA' }),
    roa_annualised: percent('Return on assets, the quarter times four', '資產報酬率（單季年化）'),
    debt_ratio: percent('Liabilities over assets', '負債比率', { zh: '負債比' }),
    asset_turnover: nullableDecimal(4, 'Revenue of four quarters over average assets', '總資產週轉率（近四季）', {
      unit: 'times',
    }),
    free_cash_flow: amount('Operating cash flow less purchases of property', '單季自由現金流'),
    free_cash_flow_trailing: amount('The same of four quarters', '近四季自由現金流'),
    eps: nullableDecimal(4, 'Basic earnings per share of the quarter', '單季基本每股盈餘', { unit: 'TWD per share' }),
    eps_trailing: nullableDecimal(4, 'Basic earnings per share of four quarters', '近四季基本每股盈餘', {
      unit: 'TWD per share',
    }),
  },
  key: ['stock_id', 'report_date'],
  date: 'report_date',
  unit: 'percent; TWD; TWD per share; times',
  update: '22:00',
  complete: { every: 'quarter', each: 'stock' },
  filed: 'announce_date',
  sources: ['computed'],
  derived: {
    from: ['TaiwanStockFinancialStatement', 'TaiwanStockBalanceSheet', 'TaiwanStockCashFlowsStatement'],
    inputs: {
      TaiwanStockFinancialStatement: { id: 'stock_id', to: 'report_date' },
      TaiwanStockBalanceSheet: { id: 'stock_id', to: 'report_date' },
      TaiwanStockCashFlowsStatement: { id: 'stock_id', to: 'report_date' },
    },
    formula: {
      en: 'margins = GrossProfit, OperatingIncome, IncomeAfterTaxes / Revenue x 100; roe = NetIncomeAttributableToOwnersOfParent / average EquityAttributableToOwnersOfParent x 100; roa = IncomeAfterTaxes / average TotalAssets x 100; debt_ratio = Liabilities / TotalAssets x 100; free_cash_flow = CashFlowsFromOperatingActivities + PropertyAndPlantAndEquipment (an outflow, negative).',
      zh: '利潤率 = GrossProfit、OperatingIncome、IncomeAfterTaxes / Revenue × 100；roe = NetIncomeAttributableToOwnersOfParent / 平均 EquityAttributableToOwnersOfParent × 100；roa = IncomeAfterTaxes / 平均 TotalAssets × 100；debt_ratio = Liabilities / TotalAssets × 100；free_cash_flow = CashFlowsFromOperatingActivities + PropertyAndPlantAndEquipment（支出為負數）。',
    },
    rule: [
      'Quarterly rows. Four quarters are the quarter and the three before it, all with a value.',
      'roe_trailing, roa_trailing, asset_turnover: the sum of four quarters over the mean of the balances at the end of the quarter and of the same quarter a year before; roe_annualised, roa_annualised: four times the quarter over the mean of the balances at its end and at the end of the quarter before.',
      'Cash flows run from 1 January: those of a quarter are less those of the quarter before in the same year.',
      'Ratios are half-up to 4 decimals, away from 0 where negative, and null where the divisor is not positive.',
    ].join(' '),
  },
})
