import { integer, nullable, nullableDecimal, oneOf } from '../../fields.ts'
import { reportMonth } from '../columns.ts'
import { dataset } from '../dataset.ts'

export const TaiwanMonthlyEconomicIndicator = dataset({
  name: 'TaiwanMonthlyEconomicIndicator',
  tier: 'lite',
  category: 'other',
  title: { en: 'Taiwan monthly business indicators', zh: '台灣景氣指標與燈號' },
  about: {
    en: 'Leading, coincident and lagging indices and the monitoring score and light of the National Development Council, monthly.',
    zh: '國發會每月景氣領先、同時、落後指標與景氣對策信號。',
  },
  notes: {
    en: 'Published around the 27th for the previous month. The whole history is revised every month and rebased from time to time, so do not mix downloads of different dates. monitoring_score: 9-16 blue, 17-22 yellow_blue, 23-31 green, 32-37 yellow_red, 38-45 red; none before 1984. The newest month may lack some components.',
    zh: '約於每月 27 日公布上月資料。歷史數列每月全面修正並不定期更換基期，不同時間下載者請勿混用。monitoring_score：9-16 藍燈、17-22 黃藍燈、23-31 綠燈、32-37 黃紅燈、38-45 紅燈，1984 年以前無資料。最新月份可能缺部分項目。',
  },
  also: {
    en: 'business cycle, leading indicator, economic indicators, monitoring light, economic cycle',
    zh: '景氣指標、景氣燈號、景氣對策信號、領先指標、同時指標',
  },
  columns: {
    report_month: reportMonth,
    leading_index: nullableDecimal(4, 'Leading index', '領先指標綜合指數', {
      unit: 'index',
      also: { en: 'leading indicator', zh: '領先指標' },
    }),
    leading_index_notrend: nullableDecimal(4, 'Leading index, trend-adjusted', '領先指標不含趨勢指數', {
      unit: 'index',
    }),
    coincident_index: nullableDecimal(4, 'Coincident index', '同時指標綜合指數', {
      unit: 'index',
      also: { en: 'coincident indicator', zh: '同時指標' },
    }),
    coincident_index_notrend: nullableDecimal(4, 'Coincident index, trend-adjusted', '同時指標不含趨勢指數', {
      unit: 'index',
    }),
    lagging_index: nullableDecimal(4, 'Lagging index', '落後指標綜合指數', {
      unit: 'index',
      also: { en: 'lagging indicator', zh: '落後指標' },
    }),
    lagging_index_notrend: nullableDecimal(4, 'Lagging index, trend-adjusted', '落後指標不含趨勢指數', {
      unit: 'index',
    }),
    monitoring_score: nullable(
      integer('Monitoring score, 9 to 45', '景氣對策信號綜合分數', {
        unit: 'points',
        also: {
          en: 'monitoring indicator, monitoring score',
          zh: '景氣分數、景氣對策信號、景氣對策信號分數、對策信號分數、分數',
        },
      }),
    ),
    monitoring_light: nullable(
      oneOf(
        ['blue', 'yellow_blue', 'green', 'yellow_red', 'red'],
        'Monitoring light',
        '景氣燈號：blue 藍、yellow_blue 黃藍、green 綠、yellow_red 黃紅、red 紅',
        { also: { en: 'business light', zh: '景氣燈號、燈號' } },
      ),
    ),
    m1b: nullableDecimal(2, 'Money supply M1B', '貨幣總計數 M1B', {
      unit: 'TWD',
      also: { en: 'M1B', zh: 'M1B、貨幣供給' },
    }),
    stock_price_index: nullableDecimal(4, 'Stock price index', '股價指數', { unit: 'index 1966=100' }),
    industrial_production_index: nullableDecimal(4, 'Industrial production index', '工業生產指數', { unit: 'index' }),
    exports: nullableDecimal(2, 'Customs exports', '海關出口值', {
      unit: 'TWD',
      also: { en: 'exports', zh: '出口、出口值' },
    }),
    unemployment_rate: nullableDecimal(2, 'Unemployment rate', '失業率', {
      unit: 'percent',
      also: { en: 'unemployment', zh: '失業' },
    }),
  },
  key: ['report_month'],
  date: 'report_month',
  unit: 'index points; TWD; percent',
  adjustment: 'seasonally adjusted by the publisher',
  update: '17:30',
  complete: { every: 'month', each: 'dataset', due: 35 },
  sources: ['ndc', 'ndcSite'],
})
