import { date, nullable, nullableDecimal, oneOf, text } from '../../fields.ts'
import { stockId, stockName } from '../columns.ts'
import { dataset } from '../dataset.ts'

/** The kinds of events, with what a calendar calls them. */
export const calendarEvents = {
  ex_dividend: { en: 'ex-dividend', zh: '除息' },
  ex_rights: { en: 'ex-rights', zh: '除權' },
  dividend_payment: { en: 'dividend payment', zh: '股利發放' },
  shareholder_meeting: { en: 'annual meeting near: short positions must be covered', zh: '股東常會前融券最後回補' },
  extraordinary_meeting: {
    en: 'extraordinary meeting near: short positions must be covered',
    zh: '股東臨時會前融券最後回補',
  },
  capital_reduction: { en: 'trading resumes after a capital reduction', zh: '減資後恢復買賣' },
  split: { en: 'split or merger of shares', zh: '股票分割或反分割' },
  par_change: { en: 'change of par value', zh: '變更面額' },
  disposition_start: { en: 'disposition begins', zh: '處置開始' },
  disposition_end: { en: 'disposition ends', zh: '處置結束' },
  delisting: { en: 'delisting', zh: '終止上市（櫃）' },
  revenue_deadline: { en: 'deadline of monthly revenue', zh: '月營收公告期限' },
  statement_deadline: { en: 'deadline of financial statements', zh: '財報公告期限' },
  settlement: { en: 'final settlement', zh: '期貨選擇權最後結算' },
} as const

const names = Object.keys(calendarEvents) as [keyof typeof calendarEvents, ...(keyof typeof calendarEvents)[]]

/** The rows of a security on the day of the event. */
const onTheDay = { id: 'stock_id', from: 'event_date', to: 'event_date' } as const

export const TaiwanCorporateCalendar = dataset({
  name: 'TaiwanCorporateCalendar',
  isOurs: true,
  tier: 'lite',
  category: 'fundamentals',
  title: { en: 'Corporate calendar', zh: '公司與市場行事曆' },
  about: {
    en: 'What happens on a day: ex-dividend and ex-rights days, payments, meetings where known, reductions, splits, dispositions, delistings, deadlines of revenue and statements, settlements.',
    zh: '每日事件：除權息、股利發放、股東會（可得知者）、減資、分割、處置、下市、營收與財報期限、期權結算。',
  },
  notes: {
    en: 'start_date and end_date are those of the event, which may lie in the future: end_date=2027-12-31 brings what is announced ahead. Dividends are taken from the latest announcement of their period that has the date; one that was moved stands at its new day alone. Meetings are known by the last day to cover short positions before them, which is the event_date. stock_id MARKET has deadlines, by the law before holidays move them, and settlements have the product in detail. format=ics makes a calendar file of the rows.',
    zh: 'start_date、end_date 為事件日期，可為未來：end_date=2027-12-31 可取得已公告之未來事件。股利取各期間最新且含該日期之公告，延期者僅列新日期。股東會以其前之融券最後回補日為 event_date。stock_id 為 MARKET 者為法定期限（未計假日順延），結算則於 detail 註明商品。format=ics 可輸出行事曆檔。',
  },
  also: {
    en: 'calendar, corporate events, upcoming ex-dividends, settlement days',
    zh: '行事曆、除權息日程、即將除息、結算日、股東會',
  },
  columns: {
    stock_id: stockId,
    event_date: date('Day of the event', '事件日期'),
    event: oneOf(names, 'Kind of the event', '事件類別'),
    detail: text('Period, contract or reason', '期間、契約或原因'),
    stock_name: nullable(stockName),
    amount: nullableDecimal(6, 'Dividend per share, reference or settlement price', '每股股利、參考價或結算價', {
      unit: 'TWD or points',
    }),
    announce_date: nullable(date('Day of the announcement', '公告日期')),
  },
  key: ['stock_id', 'event_date', 'event', 'detail'],
  date: 'event_date',
  update: '23:30',
  filed: 'announce_date',
  knownBy: null,
  sources: ['computed'],
  derived: {
    from: [
      ...['TaiwanStockDividend', 'TaiwanStockMarginShortSaleSuspension', 'TaiwanStockCapitalReductionReferencePrice'],
      ...['TaiwanStockSplitPrice', 'TaiwanStockChangeFaceReference', 'TaiwanStockDisposition', 'TaiwanStockDelisting'],
      ...['TaiwanDerivativesContracts', 'TaiwanStockTradingDate'],
    ],
    inputs: {
      TaiwanStockDividend: { id: 'stock_id', when: ['event', 'ex_dividend', 'ex_rights', 'dividend_payment'] },
      TaiwanStockMarginShortSaleSuspension: {
        ...{ id: 'stock_id', from: 'event_date', to: 'event_date' },
        when: ['event', 'shareholder_meeting', 'extraordinary_meeting'],
      },
      TaiwanStockDisposition: { id: 'stock_id', when: ['event', 'disposition_start', 'disposition_end'] },
      TaiwanStockCapitalReductionReferencePrice: { ...onTheDay, when: ['event', 'capital_reduction'] },
      TaiwanStockSplitPrice: { ...onTheDay, when: ['event', 'split'] },
      TaiwanStockChangeFaceReference: { ...onTheDay, when: ['event', 'par_change'] },
      TaiwanStockDelisting: { ...onTheDay, when: ['event', 'delisting'] },
      TaiwanDerivativesContracts: { when: ['event', 'settlement'] },
      TaiwanStockTradingDate: { when: ['event', 'revenue_deadline', 'statement_deadline'] },
    },
    formula: {
      en: 'A row of another dataset under the day that it names.',
      zh: '將其他資料集的列，改列於其所載之事件日期。',
    },
    rule: [
      'ex_dividend, ex_rights, dividend_payment: cash_ex_date, stock_ex_date, cash_payment_date of TaiwanStockDividend, of the latest announcement of each stock_id and dividend_period with that date not null; amount is the sum of its cash or stock legs per share, null where all are null.',
      'shareholder_meeting, extraordinary_meeting: suspend_start_date of TaiwanStockMarginShortSaleSuspension whose reason is 股東常會 or 臨時會.',
      'capital_reduction, split, par_change: rows of their reference prices; amount is the reference price.',
      'disposition_start, disposition_end: the first and last restricted day of TaiwanStockDisposition. delisting: TaiwanStockDelisting without transfers.',
      'settlement: expiry_date of the futures of TaiwanDerivativesContracts, stock_id MARKET, detail product and contract, amount the final settlement price, announced on first_trade_date.',
      'revenue_deadline: the 10th of each month; statement_deadline: 03-31, 05-15, 08-14 and 11-14; stock_id MARKET, announced 365 days before by this table, for the months and years of TaiwanStockTradingDate.',
    ].join(' '),
  },
})
