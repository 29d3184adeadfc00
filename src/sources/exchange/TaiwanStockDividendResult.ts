import { TaiwanStockDividendResult } from '../../catalogue/fundamentals/TaiwanStockDividendResult.ts'
import { compact, dateFrom } from '../dates.ts'
import { scaled } from '../numbers.ts'
import {
  column,
  combined,
  constant,
  inOpenApi,
  lacking,
  type Named,
  onSite,
  part,
  rounded,
  theDay,
  whole,
} from '../reading.ts'
import { titlesIn } from '../text.ts'
import { tpexOpenApi } from './openApi.ts'
import { exEvent, unlimited } from './securities.ts'
import { tpexRangeFeed } from './tpex.ts'
import { rwd, twseDayFeed, twseRangeFeed } from './twse.ts'
import { eventIn, eventsOf, measured, twseDetail } from './twseDetails.ts'

/** The value is not divided here: it is one part or the other where only one was taken off. */
const partOf = (event: string) =>
  combined(['權/息', '權值+息值'], (kind, value) => (exEvent(kind) === event ? scaled(value, 6) : null))

const listed = whole(
  TaiwanStockDividendResult,
  {
    stock_id: '股票代號',
    ex_date: '資料日期',
    stock_name: '股票名稱',
    market: constant('TWSE'),
    close_before: '除權息前收盤價',
    reference_price: '除權息參考價',
    dividend_value: '權值+息值',
    rights_value: partOf('rights'),
    cash_value: partOf('dividend'),
    event_type: column('權/息', { read: exEvent }),
    limit_up: column('漲停價格', unlimited),
    limit_down: column('跌停價格', unlimited),
    opening_reference_price: '開盤競價基準',
    dividend_reference_price: '減除股利參考價',
    ...lacking('cash_dividend', 'stock_dividend_per_1000'),
    ...lacking('rights_issue_shares', 'rights_issue_price', 'rights_issue_per_1000'),
  },
  {
    ignore: ['詳細資料', '最近一次申報資料 季別/日期', '最近一次申報每股 (單位)淨值', '最近一次申報每股 (單位)盈餘'],
  },
)

const twt49u = twseRangeFeed(listed, 'exRight/TWT49U', {
  wholeByDate: true,
  longest: 366,
  since: '2003-05-05',
  recording: 'twse/TWT49U_20240304_20240305.json',
})

const paid = part(
  TaiwanStockDividendResult,
  {
    stock_id: '股票代號',
    ex_date: theDay,
    cash_dividend: measured('(每股配發現金股利)除息', 6),
    stock_dividend_per_1000: measured('A. 按普通股股東持股比例每千股無償配股', 6),
    rights_issue_shares: measured('C. (有償) 現金增資', 0),
    rights_issue_price: measured('每股認購金額', 4),
    rights_issue_per_1000: measured('按股東持股比例每千股認購', 6),
  },
  { ignore: titlesIn('股票名稱 (增資配股)除權 B.員工紅利轉增資 a.公開承銷 b.員工認購 c.原股東認購') },
)

const kept = { rounds: true } as const

/** Titles are spelled like that: in the list, the value of the cash is `CashDividend`, the dividend `CashDivdend`. */
const otc = (named: Named) =>
  whole(
    TaiwanStockDividendResult,
    {
      stock_id: named('代號', 'SecuritiesCompanyCode'),
      ex_date: named('除權息日期', 'Date'),
      stock_name: named('名稱', 'CompanyName'),
      market: constant('TPEX'),
      close_before: named('除權息前收盤價', 'ClosePriceBeforeExRightsDiviend'),
      reference_price: named('除權息參考價', 'ExRightsDiviendQuote'),
      dividend_value: named('權值+息值', 'StockDividendPlusCashDividend', kept),
      rights_value: named('權值', 'StockDividend', kept),
      cash_value: named('息值', 'CashDividend', kept),
      event_type: named('權/息', 'ExRightsDiviend', { read: exEvent }),
      limit_up: named('漲停價', 'LimitUp', unlimited),
      limit_down: named('跌停價', 'LimitDown', unlimited),
      opening_reference_price: named('開始交易基準價', 'OpeningReferencePrice'),
      dividend_reference_price: named('減除股利參考價', 'DividendDeductedQuote'),
      cash_dividend: named('現金股利', 'CashDivdend', kept),
      stock_dividend_per_1000: named('每仟股無償配股', 'StockDivdendThousandShares', kept),
      rights_issue_shares: named('現金增資股數', 'CashCapitalIncreaseShares'),
      rights_issue_price: named('現金增資認購價', 'SubscriptionPricePerShare'),
      rights_issue_per_1000: named('按持股比例仟股認購', 'SubscribedProRataThousandShares', kept),
    },
    {
      ignore:
        named === onSite
          ? ['公開承銷股數', '員工認購股數', '原股東認購股數']
          : ['AllocatedForPublicUnderwriting', 'SubscribedByEmployees', 'SubscribedByExistingShareholders'],
    },
  )

/** Shares a share. */
const perThousand = (title: string) => column(title, { read: (text) => scaled(text, 9, true) })

/** Titles are spelled like that. */
const forecast = part(
  TaiwanStockDividendResult,
  {
    stock_id: 'SecuritiesCompanyCode',
    ex_date: 'ExRrightsExDividendDate',
    market: constant('TPEX'),
    event_type: column('ExRrightsExDividend', { read: exEvent }),
    // Of funds it is announced a few days before.
    cash_dividend: rounded('CashDividend', { none: ['尚未公告'] }),
    stock_dividend_per_1000: perThousand('StockDividendRatio'),
    rights_issue_price: 'SubscriptionPricePerShare',
    rights_issue_per_1000: rounded('SubscribedProRataInThousandShares'),
  },
  {
    ignore: titlesIn(`
      CompanyName SubscriptionRatioToNewSharesIssued AllocatedForPublicUnderwriting SubscribedByEmployees
      SubscribedByExistingShareholders
    `),
  },
)

export const dividendResults = [
  twt49u,
  // The dividends and offers of an ex-date, of which the list has only the value.
  twseDayFeed(paid, 'exRight/TWT49UDetail', {
    role: 'part',
    each: 'id',
    since: '2003-05-05',
    request(request) {
      const { code, named } = eventIn(request)
      return rwd('exRight/TWT49UDetail', { STK_NO: code, T1: named })
    },
    parse: twseDetail(paid, (_, request) => {
      const { named } = eventIn(request)
      return compact(request.from) === named ? null : (dateFrom(named) ?? named)
    }),
    detailOf: eventsOf(twt49u, '資料日期'),
  }),
  // Ex-dates of the newest days.
  tpexOpenApi.events(otc(inOpenApi), '/tpex_exright_daily'),
  // Ex-dates of the coming weeks and the last one, without prices: it makes no row.
  tpexOpenApi.events(forecast, '/tpex_exright_prepost', { role: 'witness' }),
  tpexRangeFeed(otc(onSite), 'bulletin/exDailyQ', {
    wholeByDate: true,
    longest: 366,
    since: '2008-01-02',
    recording: 'tpex/exDailyQ_20240322_20240323.json',
  }),
]
