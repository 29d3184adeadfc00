import { TaiwanStockCapitalReductionReferencePrice } from '../../catalogue/fundamentals/TaiwanStockCapitalReductionReferencePrice.ts'
import { dateOf, dayOf } from '../../days.ts'
import { resumption } from '../exchange/resumptions.ts'
import { lacking, part, theDay, whole } from '../reading.ts'
import { titlesIn } from '../text.ts'
import { eventIn, eventsOf, measured, twseDetail } from './details.ts'
import { rwd, twseDayFeed, twseRangeFeed } from './response.ts'

const reductions = whole(
  TaiwanStockCapitalReductionReferencePrice,
  {
    stock_id: '股票代號',
    ...resumption('TWSE'),
    stock_name: '名稱',
    ...lacking('halt_date', 'shares_per_1000', 'refund_per_share'),
    exright_reference_price: '除權參考價',
    reason: '減資原因',
  },
  { ignore: ['詳細資料'] },
)

/** The path has the publisher's own spelling. */
export const twtauu = twseRangeFeed(reductions, 'reducation/TWTAUU', {
  wholeByDate: true,
  longest: 366,
  since: '2011-01-01',
  recording: 'twse/TWTAUU_20240101_20240628.json',
})

const exchanged = part(
  TaiwanStockCapitalReductionReferencePrice,
  {
    stock_id: '股票代號：',
    resumption_date: theDay,
    halt_date: '停止買賣日期：',
    shares_per_1000: measured('每壹仟股換發新股票：', 6),
    refund_per_share: measured('每股退還股款：', 6),
  },
  {
    ignore: titlesIn(`
      股票名稱： 原股每股配發現金股利： 減資並(有償)現金增資： 每股認購金額： a.公開承銷： b.員工認購：
      c.原股東認購： 按股東持股比例每千股認購：
    `),
  },
)

/** The exchange of shares and the start of the halt, by the day of the announcement. */
export const twtavuDetail = twseDayFeed(exchanged, 'reducation/TWTAVUDetail', {
  role: 'part',
  each: 'id',
  since: '2011-01-01',
  request(request) {
    const { code, named } = eventIn(request)
    return rwd('reducation/TWTAVUDetail', { STK_NO: code, FILE_DATE: named })
  },
  parse: twseDetail(exchanged, ({ halt_date }, { from }) =>
    typeof halt_date === 'number' && halt_date >= dayOf(from) ? dateOf(halt_date) : null,
  ),
  detailOf: eventsOf(twtauu, '恢復買賣日期'),
})
