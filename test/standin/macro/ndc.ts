import { TaiwanMonthlyEconomicIndicator } from '../../../src/catalogue/other/TaiwanMonthlyEconomicIndicator.ts'
import { archived } from '../../support/zipped.ts'
import { csvBody } from '../csv.ts'
import { jsonBody, type Page } from '../page.ts'
import { printer, type Sheet, type Spelling } from '../sheet.ts'

/** Business indicators: an answer that tells where the archive lies, and the archive. */

const hand: Spelling = { date: (day) => day.replaceAll('-', '').slice(0, 6), grouped: false, none: '-' }
const select = `SELECT *, CASE monitoring_light WHEN 'blue' THEN '藍' WHEN 'yellow_blue' THEN '黃藍' WHEN 'green' THEN '綠'
  WHEN 'yellow_red' THEN '黃紅' WHEN 'red' THEN '紅' ELSE '-' END AS light, m1b / 1000000 AS money,
  exports / 1000000000 AS sold
  FROM TaiwanMonthlyEconomicIndicator WHERE report_month <= :through ORDER BY report_month`
const files = [
  `Date report_month
   工業生產指數(Index2021=100) industrial_production_index/bare
   電力(企業)總用電量(十億度) =14.9
   製造業銷售量指數(Index2021=100) =107.3
   批發、零售及餐飲業營業額(十億元) =1598.7
   工業及服務業加班工時(小時) =8.5
   海關出口值(十億元) sold/plain
   機械及電機設備進口值(十億元) =760.6`,
  `Date report_month
   領先指標綜合指數 leading_index/bare
   領先指標不含趨勢指數 leading_index_notrend/bare
   同時指標綜合指數 coincident_index/bare
   同時指標不含趨勢指數 coincident_index_notrend/bare
   落後指標綜合指數 lagging_index/bare
   落後指標不含趨勢指數 lagging_index_notrend/bare
   景氣對策信號綜合分數 monitoring_score
   景氣對策信號 light`,
  `Date report_month
   貨幣總計數M1B(百萬元) money/plain
   股價指數(Index1966=100) stock_price_index/bare
   工業生產指數(Index2021=100) industrial_production_index/bare
   工業及服務業加班工時(小時) =8.5
   海關出口值(十億元) sold/plain
   機械及電機設備進口值(十億元) =510.6
   製造業銷售量指數(Index2021=100) =107.3
   批發、零售及餐飲業營業額(十億元) =1598.7`,
  `Date report_month
   失業率(%) unemployment_rate
   製造業單位產出勞動成本指數(2021=100) =101.1`,
].map((lines) => printer(TaiwanMonthlyEconomicIndicator, '', select, lines))

const path = '/Download.ashx'

const bytesOf = (sheet: Sheet): Uint8Array => new TextEncoder().encode(csvBody(sheet, { bom: true }).body as string)

export const ndcPages: readonly Page[] = [
  {
    publisher: 'ndc',
    path: '/api/v2/rest/dataset/6099',
    asked: () => null,
    sheets: async () => [
      { title: '', titles: ['resourceDownloadUrl'], rows: [[`https://ws.ndc.gov.tw${path}?u=6099`]] },
    ],
    write: (sheets) => {
      const { titles, rows } = sheets.at(-1)!
      return jsonBody({ success: true, result: { distribution: [{ [titles[0]!]: rows[0]?.[0] }] } })
    },
    nothing: () => jsonBody({ success: true, result: { distribution: [] } }),
  },
  {
    publisher: 'ndc',
    path,
    asked: () => null,
    sheets: (market, days) => Promise.all(files.map(({ print }) => print(market, days, hand))),
    write: (sheets) => ({ body: archived(sheets.map(bytesOf)), type: 'application/zip' }),
    nothing: () => ({ body: archived([]), type: 'application/zip' }),
  },
]
