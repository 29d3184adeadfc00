import { TaiwanStockCapitalReductionReferencePrice } from '../../catalogue/fundamentals/TaiwanStockCapitalReductionReferencePrice.ts'
import { dateOf, dayOf } from '../../days.ts'
import { dayFrom } from '../dates.ts'
import { scaled } from '../numbers.ts'
import { column, lacking, part, theDay, whole } from '../reading.ts'
import { titlesIn } from '../text.ts'
import { resumption } from './securities.ts'
import { inDetail, tpexRangeFeed } from './tpex.ts'
import { rwd, twseDayFeed, twseRangeFeed } from './twse.ts'
import { eventIn, eventsOf, measured, twseDetail } from './twseDetails.ts'

const listed = whole(
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
const twtauu = twseRangeFeed(listed, 'reducation/TWTAUU', {
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

const otc = whole(TaiwanStockCapitalReductionReferencePrice, {
  stock_id: '股票代號',
  ...resumption('TPEX', '減資恢復買賣開始日參考價格'),
  stock_name: '名稱',
  halt_date: inDetail('停止買賣日期', dayFrom),
  // Only where new shares are sold at the same time.
  exright_reference_price: column('除權參考價', { none: ['0.00', '0'] }),
  reason: '減資原因',
  shares_per_1000: inDetail('每壹仟股換發新股票', (text) => scaled(text.replace(/股$/, ''), 6, true)),
  refund_per_share: inDetail('每股退還股款', (text) => scaled(text.replace(/元\/股$/, ''), 6, true)),
})

export const capitalReductions = [
  twtauu,
  // The exchange of shares and the start of the halt, by the day of the announcement.
  twseDayFeed(exchanged, 'reducation/TWTAVUDetail', {
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
  }),
  tpexRangeFeed(otc, 'bulletin/revivt', {
    wholeByDate: true,
    longest: 366,
    since: '2013-01-02',
    recording: 'tpex/revivt_20240101_20240701.json',
  }),
]
