import { TaiwanStockMonthRevenue } from '../../catalogue/fundamentals/TaiwanStockMonthRevenue.ts'
import { monthFrom } from '../dates.ts'
import type { Market } from '../feed.ts'
import { column, constant, type Reading, rounded, theDayMade, thousands, whole } from '../reading.ts'
import { registeredName } from './industries.ts'
import { esbOpenApi, tpexOpenApi, twseOpenApi } from './openApi.ts'

/** The list of revenues, which both exchanges publish with the same titles, in thousands of TWD. */
export const monthRevenue = (market: Market): Reading =>
  whole(
    TaiwanStockMonthRevenue,
    {
      stock_id: '公司代號',
      report_month: column('資料年月', { read: monthFrom }),
      stock_name: '公司名稱',
      market: constant(market),
      industry_category: column('產業別', { read: (text) => (text.trim() === '' ? null : registeredName(text)) }),
      revenue: thousands('營業收入-當月營收'),
      revenue_last_month: thousands('營業收入-上月營收'),
      revenue_last_year: thousands('營業收入-去年當月營收'),
      // Percentages come with all the places that a division gives.
      mom_percent: rounded('營業收入-上月比較增減(%)'),
      yoy_percent: rounded('營業收入-去年同月增減(%)'),
      revenue_ytd: thousands('累計營業收入-當月累計營收'),
      revenue_ytd_last_year: thousands('累計營業收入-去年累計營收'),
      ytd_yoy_percent: rounded('累計營業收入-前期比較增減(%)'),
      note: column('備註', { none: ['-'] }),
      // The day of the response; the loader keeps the first one.
      first_seen_date: theDayMade,
    },
    { ignore: ['出表日期'] },
  )

/** The newest month of every market. */
export const monthRevenues = [
  twseOpenApi.rows(monthRevenue('TWSE'), '/opendata/t187ap05_L', { recorded: '.json' }),
  tpexOpenApi.rows(monthRevenue('TPEX'), '/mopsfin_t187ap05_O'),
  esbOpenApi.rows(monthRevenue('ESB'), '/t187ap05_R'),
]
