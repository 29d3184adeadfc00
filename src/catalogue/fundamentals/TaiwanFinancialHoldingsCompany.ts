import { nullable, nullableDecimal, oneOf, text } from '../../fields.ts'
import { announceDate, reportMonth, stockId, stockName } from '../columns.ts'
import { dataset } from '../dataset.ts'

export const TaiwanFinancialHoldingsCompany = dataset({
  name: 'TaiwanFinancialHoldingsCompany',
  tier: 'lite',
  category: 'fundamentals',
  title: { en: 'Financial holding companies, monthly earnings', zh: '金控公司月自結損益' },
  about: {
    en: 'Monthly self-assessed profit of the listed financial holding companies and their main subsidiaries.',
    zh: '上市金控公司及主要子公司每月自結損益。',
  },
  notes: {
    en: 'Preliminary, unaudited figures as announced around the middle of the next month; later statements can differ. entity_name is the holding company itself (entity_type holding) or a subsidiary, so do not add the rows of one group. eps_ytd and net_revenue_month exist on holding rows only, the latter from TaiwanStockMonthRevenue. Holding companies merged away, such as 2888, need include_inactive=true.',
    zh: '為次月中旬前後公告的自結數，未經會計師查核，可能與財報不同。entity_name 為金控本身（entity_type 為 holding）或子公司，同一集團各列不可加總。eps_ytd 與 net_revenue_month 僅金控列有值，後者取自 TaiwanStockMonthRevenue。已合併消滅的金控（如 2888）需加 include_inactive=true。',
  },
  also: {
    en: 'financial holding companies, bank earnings, self-assessed earnings, financials EPS, self-assessed',
    zh: '金控、金控獲利、自結損益、金控自結、金控EPS、自結',
  },
  columns: {
    stock_id: stockId,
    report_month: reportMonth,
    stock_name: stockName,
    entity_name: text('Reporting entity', '申報主體名稱'),
    entity_type: oneOf(
      ['holding', 'bank', 'life', 'property_insurance', 'securities', 'other'],
      'Entity type',
      '主體類型',
    ),
    pre_tax_income_month: nullableDecimal(2, 'Pre-tax income of the month', '單月稅前損益', { unit: 'TWD' }),
    net_income_month: nullableDecimal(2, 'After-tax income of the month', '單月稅後損益', {
      unit: 'TWD',
      also: { en: 'net income, monthly profit', zh: '單月獲利、稅後淨利' },
    }),
    pre_tax_income_ytd: nullableDecimal(2, 'Pre-tax income of the year to date', '累計稅前損益', { unit: 'TWD' }),
    net_income_ytd: nullableDecimal(2, 'After-tax income of the year to date', '累計稅後損益', {
      unit: 'TWD',
      also: { zh: '累計獲利' },
    }),
    eps_ytd: nullableDecimal(4, 'EPS of the year to date', '累計每股盈餘', {
      unit: 'TWD',
      also: { en: 'EPS', zh: '累計EPS、每股盈餘' },
    }),
    net_revenue_month: nullableDecimal(2, 'Net revenue of the month', '單月淨收益', { unit: 'TWD' }),
    announce_date: nullable(announceDate),
    link: nullable(text('Announcement URL', '公告連結')),
  },
  key: ['stock_id', 'report_month', 'entity_name'],
  date: 'report_month',
  example: '2881',
  accumulation: 'single month; *_ytd columns are year to date',
  update: '21:00',
  complete: { every: 'month', each: 'id', due: 20 },
  filed: 'announce_date',
  sources: ['twseOpenApi', 'mops'],
})
