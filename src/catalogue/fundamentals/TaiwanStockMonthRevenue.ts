import { date, decimal, nullable, nullableDecimal, text } from '../../fields.ts'
import { industryCategory, market, reportMonth, stockId, stockName, yoyPercent } from '../columns.ts'
import { dataset } from '../dataset.ts'

export const TaiwanStockMonthRevenue = dataset({
  name: 'TaiwanStockMonthRevenue',
  tier: 'lite',
  category: 'fundamentals',
  title: { en: 'Monthly revenue', zh: '月營收' },
  about: {
    en: 'Revenue each company reports every month, with the previous month, the same month last year and the year to date.',
    zh: '各公司每月營業收入，附上月、去年同月與累計比較。',
  },
  notes: {
    en: 'Due by the 10th of the following month. report_month is the month the revenue belongs to, not the month of filing; for tests without hindsight ask with as_of, or use first_seen_date, the day the figure was first available here. Figures are revised in place. Financial holding companies report net revenue, which can be negative.',
    zh: '公司應於次月 10 日前申報。report_month 為營收所屬月份而非申報月份；回測時請使用 as_of，或以 first_seen_date（本服務首次取得日）避免未來資料。數字更正時直接覆寫。金控公司申報淨收益，可能為負數。',
  },
  also: {
    en: 'monthly revenue, sales, revenue growth, YoY revenue, MoM revenue',
    zh: '月營收、營收、營收年增率、營收月增率、累計營收',
  },
  columns: {
    stock_id: stockId,
    report_month: reportMonth,
    stock_name: nullable(stockName),
    market: market('TWSE', 'TPEX', 'ESB'),
    industry_category: nullable(industryCategory),
    revenue: decimal(2, 'Revenue of the month', '當月營收', {
      unit: 'TWD',
      also: { en: 'sales, monthly revenue, revenue, monthly sales', zh: '營收、月營收、單月營收、營業額、業績' },
    }),
    revenue_last_month: nullableDecimal(2, 'Revenue of the previous month', '上月營收', { unit: 'TWD' }),
    revenue_last_year: nullableDecimal(2, 'Revenue of the same month last year', '去年當月營收', { unit: 'TWD' }),
    mom_percent: nullableDecimal(2, 'Change from the previous month', '月增率', {
      unit: 'percent',
      also: { en: 'MoM, month-on-month growth', zh: '月增、上月比較增減、營收月增率、月營收月增率、營收月增' },
    }),
    yoy_percent: nullable(yoyPercent),
    revenue_ytd: nullableDecimal(2, 'Revenue of the year to date', '累計營收', {
      unit: 'TWD',
      also: { en: 'YTD revenue, year-to-date revenue, cumulative revenue', zh: '今年累計營收' },
    }),
    revenue_ytd_last_year: nullableDecimal(2, 'Revenue to date in the previous year', '去年累計營收', { unit: 'TWD' }),
    ytd_yoy_percent: nullableDecimal(2, 'Change of revenue to date', '累計年增率', {
      unit: 'percent',
      also: { en: 'YTD growth', zh: '累計營收年增率、前期比較增減' },
    }),
    note: nullable(text('Remark of the company', '備註')),
    first_seen_date: nullable(date('Day first available here', '首次取得日期')),
  },
  key: ['stock_id', 'report_month'],
  date: 'report_month',
  accumulation: 'single month; *_ytd columns are year to date',
  update: '21:00',
  complete: { every: 'month', each: 'stock', due: 14 },
  seen: 'first_seen_date',
  knownBy: 'tenth',
  sources: ['mops', 'twseOpenApi', 'tpexOpenApi'],
})
