import { date, integer, nullable, text } from '../../fields.ts'
import { announceDate, market, stockId, stockName } from '../columns.ts'
import { dataset } from '../dataset.ts'

export const TaiwanStockDisposition = dataset({
  name: 'TaiwanStockDisposition',
  tier: 'lite',
  category: 'chips',
  title: { en: 'Disposition notices', zh: '處置有價證券' },
  about: {
    en: 'Securities placed under disposition (restricted trading) after abnormal trading, with trigger, measure and period.',
    zh: '公布處置有價證券之條件、措施與起訖期間。',
  },
  notes: {
    en: 'A row is one notice; periods start after the announcement, so future dates are normal, and the end moves when the market closes unexpectedly. match_interval_minutes is read from the text and null where it gives none. Warrants, ETNs, TDRs and convertible bonds occur; bonds and warrants are returned regardless of include_inactive.',
    zh: '一列為一則公告，處置期間自公告後起算，未來日期屬正常；遇臨時休市迄日會順延。match_interval_minutes 取自公告內容，未載明為 null。含權證、ETN、TDR 與可轉債，其中權證與債券不受 include_inactive 影響。',
  },
  also: { en: 'disposition, restricted trading, trading restrictions', zh: '處置股、處置股票、處置有價證券、分盤交易' },
  columns: {
    stock_id: stockId,
    stock_name: nullable(stockName),
    market: market('TWSE', 'TPEX', 'ESB'),
    announce_date: announceDate,
    disposition_count: nullable(integer('Cumulative number of dispositions', '累計次數')),
    condition: nullable(text('Trigger', '處置條件')),
    measure: nullable(text('Measure', '處置措施')),
    period_start_date: date('First restricted day', '處置起日', { also: { zh: '處置開始' } }),
    period_end_date: date('Last restricted day', '處置迄日', { also: { zh: '處置結束' } }),
    match_interval_minutes: nullable(
      integer('Minutes between matchings', '撮合間隔（分鐘）', {
        unit: 'minutes',
        also: { en: 'match interval, matching interval', zh: '分盤時間、撮合時間' },
      }),
    ),
    detail: nullable(text('Full text of the notice', '處置內容')),
  },
  key: ['stock_id', 'announce_date', 'period_start_date'],
  date: 'announce_date',
  example: '6547',
  unit: null,
  update: '23:00',
  filed: 'announce_date',
  sources: ['twse', 'twseOpenApi', 'tpex', 'tpexOpenApi'],
})
