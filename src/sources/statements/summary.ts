import { TaiwanStockFinancialStatement } from '../../catalogue/fundamentals/TaiwanStockFinancialStatement.ts'
import { quarterEnd, republicYear } from '../periods.ts'
import { column, combined, constant, part } from '../reading.ts'
import { titlesIn } from '../text.ts'

/** The earnings a share that stand in a summary of every company. */
export const summaryOfIncome = part(
  TaiwanStockFinancialStatement,
  {
    stock_id: '公司代號',
    report_date: combined(['年度', '季別'], (year, quarter) => {
      const gregorian = republicYear(year)
      return gregorian && [1, 2, 3, 4].includes(Number(quarter)) ? quarterEnd(gregorian, Number(quarter)) : undefined
    }),
    period: constant('quarterly'),
    fiscal_year: column('年度', { read: republicYear }),
    fiscal_quarter: '季別',
    type: constant('EPS'),
    value: '基本每股盈餘(元)',
    unit: constant('TWD_per_share'),
  },
  {
    ignore: titlesIn('出表日期 公司名稱 產業別 普通股每股面額 營業收入 營業利益 營業外收入及支出 稅後淨利'),
  },
)
