import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calendarOf, feedNamed, printed, readBytes, requestFor } from '../../../test/support/feeds/fixture.ts'
import type { Feed, FeedRequest } from '../feed.ts'

/** The layouts that answers had in other years, and what exchanges write into cells. */

const twt93u = feedNamed('twse TaiwanDailyShortSaleBalances TWT93U')
const t86 = feedNamed('twse TaiwanStockInstitutionalInvestorsBuySell T86')
const miMargn = feedNamed('twse TaiwanStockMarginPurchaseShortSale MI_MARGN')
const bwibbuD = feedNamed('twse TaiwanStockPER BWIBBU_d')
const miIndex = feedNamed('twse TaiwanStockPrice MI_INDEX')
const stockDay = feedNamed('twse TaiwanStockPrice STOCK_DAY')
const stockDayAll = feedNamed('twse TaiwanStockPrice STOCK_DAY_ALL')
const sectorCloses = feedNamed('twse TaiwanStockSectorPrice MI_INDEX')
const miQfiis = feedNamed('twse TaiwanStockShareholding MI_QFIIS')
const bfi82u = feedNamed('twse TaiwanStockTotalInstitutionalInvestors BFI82U')
const marginTotals = feedNamed('twse TaiwanStockTotalMarginPurchaseShortSale MI_MARGN')

const bytes = (body: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(body))
const readBody = (feed: Feed, body: unknown, request: FeedRequest) => readBytes(feed, bytes(body), request)

/** The rows of a response that is read whole. */
function rowsOf(feed: Feed, body: unknown, request: FeedRequest): Record<string, unknown>[] {
  const outcome = readBody(feed, body, request)
  assert.ok(outcome.kind === 'rows', JSON.stringify(outcome))
  assert.deepEqual([outcome.unread, outcome.rejected], [[], []])
  return outcome.rows.map((row) => printed(feed.dataset, row))
}
const pick = (row: Record<string, unknown> | undefined, ...names: string[]) => names.map((name) => row?.[name])

const republicTitle = (date: string) => `${Number(date.slice(0, 4)) - 1911}年${date.slice(5, 7)}月${date.slice(8)}日`
const table = (date: string, fields: string, ...data: string[][]) => ({
  stat: 'OK',
  date: date.replaceAll('-', ''),
  title: `${republicTitle(date)} 某表`,
  fields: fields.split(' '),
  data,
})

const quoteTitles =
  '證券代號 證券名稱 成交股數 成交筆數 成交金額 開盤價 最高價 最低價 收盤價 漲跌(+/-) 漲跌價差 最後揭示買價 最後揭示買量 最後揭示賣價 最後揭示賣量 本益比'
const quote = (id: string, sign: string, change: string, price = '10.00') => [
  ...[id, '甲', '1,000', '2', '10,000', price, price, price, price, sign, change],
  ...['--', '0', '--', '0', '0.00'],
]

test('until 2023 the tables of a day were numbered, each under its own title', () => {
  const day = '2012-05-02'
  const body = {
    stat: 'OK',
    date: '20120502',
    subtitle1: '101年05月02日 價格指數(臺灣證券交易所)',
    fields1: ['指數', '收盤指數', '漲跌(+/-)', '漲跌點數', '漲跌百分比(%)', '特殊處理註記'],
    data1: [
      ['發行量加權股價指數', '7,676.81', "<p style ='color:red'>+</p>", '175.09', '2.33', ''],
      ['水泥類指數', '120.50', "<p style ='color:green'>-</p>", '1.20', '-0.99', ''],
    ],
    subtitle9: '101年05月02日 每日收盤行情(全部(不含權證、牛熊證))',
    fields9: quoteTitles.split(' '),
    data9: [quote('1111', "<p style ='color:green'>-</p>", '0.15'), quote('0050', '<p>X</p>', '0.00')],
  }
  assert.deepEqual(
    rowsOf(miIndex, body, requestFor(day)).map((row) => pick(row, 'stock_id', 'close', 'spread')),
    [
      ['1111', '10.0000', '-0.1500'],
      ['0050', '10.0000', null],
    ],
  )
  assert.deepEqual(pick(rowsOf(sectorCloses, body, requestFor(day))[0], 'stock_id', 'close', 'spread'), [
    'IX0010',
    '120.5000',
    '-1.2000',
  ])
})

test('a security without trades has volumes and no prices', () => {
  const [row] = rowsOf(
    miIndex,
    table('2024-05-02', quoteTitles, quote('1111', '<p> </p>', '0.00', '--')),
    requestFor('2024-05-02'),
  )
  assert.deepEqual(pick(row, 'open', 'close', 'volume', 'spread'), [null, null, 1000, '0.0000'])
})

test('flows had 12, 16 and 19 columns', () => {
  const early = '證券代號 證券名稱 外資買進股數 外資賣出股數 外資買賣超股數 投信買進股數 投信賣出股數 投信買賣超股數'
  const first = ['1111', '甲', '300', '100', '200', '50', '60', '-10']
  const [old] = rowsOf(
    t86,
    table('2013-01-07', `${early} 自營商買進股數 自營商賣出股數 自營商買賣超股數 三大法人買賣超股數`, [
      ...first,
      '7',
      '4',
      '3',
      '193',
    ]),
    requestFor('2013-01-07'),
  )
  const names = [
    'foreign_investor_net',
    'foreign_dealer_net',
    'dealer_self_net',
    'dealer_buy',
    'dealer_net',
    'total_net',
  ]
  assert.deepEqual(pick(old, ...names), [200, null, null, 7, 3, 193])
  const split = '自營商買賣超股數 自營商買進股數(自行買賣) 自營商賣出股數(自行買賣) 自營商買賣超股數(自行買賣)'
  const hedged = '自營商買進股數(避險) 自營商賣出股數(避險) 自營商買賣超股數(避險) 三大法人買賣超股數'
  const dealers = ['3', '5', '4', '1', '2', '0', '2', '193']
  const [middle] = rowsOf(
    t86,
    table('2016-01-07', `${early} ${split} ${hedged}`, [...first, ...dealers]),
    requestFor('2016-01-07'),
  )
  assert.deepEqual(pick(middle, ...names), [200, null, 1, 7, 3, 193])
  // The same titles a year after the foreign dealers were told apart are a change, not a null.
  const late = readBody(
    t86,
    table('2019-01-07', `${early} ${split} ${hedged}`, [...first, ...dealers]),
    requestFor('2019-01-07'),
  )
  assert.ok(late.kind === 'changed' && late.reason.includes('外資自營商'), JSON.stringify(late))
})

test('ratios had 5, 7 and 8 columns', () => {
  const read = (day: string, fields: string, row: string[]) =>
    pick(
      rowsOf(bwibbuD, table(day, fields, row), requestFor(day))[0],
      'pe_ratio',
      'pb_ratio',
      'dividend_yield',
      'dividend_year',
    )
  assert.deepEqual(
    read('2010-01-04', '證券代號 證券名稱 本益比 殖利率(%) 股價淨值比', ['1111', '甲', '-', '0.00', '0.99']),
    [null, '0.99', '0.00', null],
  )
  const seven = '證券代號 證券名稱 殖利率(%) 股利年度 本益比 股價淨值比 財報年/季'
  assert.deepEqual(read('2018-01-04', seven, ['1111', '甲', '5.91', '106', '16.92', '1.07', '106/3']), [
    '16.92',
    '1.07',
    '5.91',
    2017,
  ])
  const eight = '證券代號 證券名稱 收盤價 殖利率(%) 股利年度 本益比 股價淨值比 財報年/季'
  assert.deepEqual(read('2025-01-06', eight, ['1111', '甲', '1,060.00', '5.91', '112', '1,016.92', '1.07', '113/3']), [
    '1016.92',
    '1.07',
    '5.91',
    2023,
  ])
})

test('totals of institutions had one row of dealers, then two, and foreign dealers last', () => {
  const read = (day: string, ...rows: [string, string, string, string][]) =>
    pick(
      rowsOf(bfi82u, table(day, '單位名稱 買進金額 賣出金額 買賣差額', ...rows), requestFor(day))[0],
      ...['foreign_investor_net_amount', 'foreign_dealer_net_amount', 'dealer_self_net_amount', 'dealer_net_amount'],
    )
  const [trust, all]: [string, string, string, string][] = [
    ['投信', '5', '3', '2'],
    ['合計', '35', '17', '18'],
  ]
  assert.deepEqual(read('2010-05-03', ['自營商', '10', '4', '6'], trust!, ['外資', '20', '10', '10'], all!), [
    '10.00',
    null,
    null,
    '6.00',
  ])
  const dealers: [string, string, string, string][] = [
    ['自營商(自行買賣)', '6', '3', '3'],
    ['自營商(避險)', '4', '1', '3'],
  ]
  assert.deepEqual(read('2016-05-03', ...dealers, trust!, ['外資及陸資', '20', '10', '10'], all!), [
    '10.00',
    null,
    '3.00',
    '6.00',
  ])
})

test('before the mainland’s investors were let in, titles spoke of foreigners alone', () => {
  const fields =
    '證券代號 證券名稱 國際證券編碼 發行股數 外資尚可投資股數 全體外資持有股數 外資尚可投資比率 全體外資持股比率 法令投資上限比率 與前日異動原因 最近一次上市公司申報外資持股異動日期'
  const row = ['1111', '甲', 'TW0001111000', '1,000', '400', '600', '40.00', '60.00', '100.00', '', '97/05/02']
  const [held] = rowsOf(miQfiis, table('2008-05-05', fields, row), requestFor('2008-05-05'))
  assert.deepEqual(pick(held, 'foreign_shares', 'mainland_limit_ratio', 'last_report_date'), [600, null, '2008-05-02'])
  const late = readBody(miQfiis, table('2024-05-02', fields, row), requestFor('2024-05-02'))
  assert.ok(late.kind === 'changed' && late.reason.includes('陸資法令投資上限比率'), JSON.stringify(late))
})

const credit = {
  groups: [
    { start: 2, span: 6, title: '融資' },
    { start: 8, span: 6, title: '融券' },
  ],
  fields:
    '股票代號 股票名稱 買進 賣出 現金償還 前日餘額 今日餘額 限額 買進 賣出 現券償還 前日餘額 今日餘額 限額 資券互抵 註記'.split(
      ' ',
    ),
  data: [
    ['1111', '甲', '10', '5', '1', '100', '104', '900', '2', '3', '0', '20', '21', '900', '1', ''],
    ['', '合　計', '10', '5', '1', '100', '104', '', '2', '3', '0', '20', '21', '', '1', ''],
  ],
}

test('until 2023 the totals of credit stood beside the securities, whose total is no security', () => {
  const body = {
    stat: 'OK',
    date: '20120502',
    title: '101年05月02日 融資融券彙總 (全部)',
    ...credit,
    creditTitle: '101年05月02日 信用交易統計',
    creditFields: ['項目', '買進', '賣出', '現金(券)償還', '前日餘額', '今日餘額'],
    creditList: [
      ['融資(交易單位)', '10', '5', '1', '100', '104'],
      ['融券(交易單位)', '2', '3', '0', '20', '21'],
      ['融資金額(仟元)', '1,000', '500', '100', '9,000', '9,400'],
    ],
  }
  const outcome = readBody(miMargn, body, requestFor('2012-05-02'))
  assert.ok(outcome.kind === 'rows', JSON.stringify(outcome))
  assert.deepEqual([outcome.rows.length, outcome.rejected, outcome.left], [1, [], [{ why: 'totals', rows: 1 }]])
  assert.deepEqual(pick(rowsOf(marginTotals, body, requestFor('2012-05-02'))[0], 'margin_purchase_balance_amount'), [
    '9400000.00',
  ])
})

test('a row without a code that is no total is rejected, not counted as one', () => {
  const [first, total] = credit.data as [string[], string[]]
  const data = [first, ['', '乙', ...first.slice(2)], total]
  const outcome = readBody(
    miMargn,
    { stat: 'OK', date: '20240502', title: '', ...credit, data },
    requestFor('2024-05-02'),
  )
  assert.ok(outcome.kind === 'rows' && outcome.rejected.length === 1, JSON.stringify(outcome))
  assert.deepEqual([outcome.rejected[0]!.column, outcome.rejected[0]!.why], ['stock_id', 'has no value'])
})

test('short balances of both kinds are distinguished by the headings above them', () => {
  const fields =
    '代號 名稱 前日餘額 賣出 買進 現券 今日餘額 次一營業日限額 前日餘額 當日賣出 當日還券 當日調整 當日餘額 次一營業日可限額 備註'
  const body = {
    ...table('2024-05-02', fields, [
      ...['1111', '甲', '20', '3', '2', '0', '21', '900', '500', '10', '20', '-5', '485', '1,000', 'X'],
    ]),
    groups: [
      { start: 2, span: 6, title: '融券' },
      { start: 8, span: 6, title: '借券賣出' },
    ],
  }
  assert.deepEqual(
    pick(rowsOf(twt93u, body, requestFor('2024-05-02'))[0], 'short_sale_limit', 'sbl_short_sale_adjustment'),
    [900, -5],
  )
})

test('a month of a security marks what is not compared, and is of the security that was asked for', () => {
  const month = { ...table('2024-05-01', '日期 成交股數 成交金額 開盤價 最高價 最低價 收盤價 漲跌價差 成交筆數 註記') }
  const body = {
    ...month,
    title: '113年05月 0050 某基金 各日成交資訊',
    data: [
      ['113/05/02', '1,000', '10,000', '10.00', '10.10', '9.90', '10.00', 'X0.00', '3', ''],
      [' 113/05/03', '0', '0', '--', '--', '--', '--', ' 0.00', '0', ''],
    ],
  }
  const request = requestFor('2024-05-01', { to: '2024-05-31', id: '0050' })
  assert.deepEqual(
    rowsOf(stockDay, body, request).map((row) => pick(row, 'trade_date', 'close', 'spread')),
    [
      ['2024-05-02', '10.0000', null],
      ['2024-05-03', null, '0.0000'],
    ],
  )
  assert.equal(readBody(stockDay, body, { ...request, id: '0051' }).kind, 'changed')
  assert.equal(readBody(stockDay, body, requestFor('2024-06-01', { to: '2024-06-30', id: '0050' })).kind, 'other_day')
})

test('codes may be written for a spreadsheet, behind a byte order mark and before a comma too many', () => {
  const titles = '證券代號,證券名稱,成交股數,成交金額,開盤價,最高價,最低價,收盤價,漲跌價差,成交筆數'
  const file = `\ufeff${titles}\r\n="0050","甲","1,000","10,000","0.00","0.00","0.00","0.00","X0.00","1",\r\n\r\n`
  const request = requestFor('2024-05-02', { modified: '2024-05-02T08:00:00Z' })
  const outcome = readBytes(stockDayAll, new TextEncoder().encode(file), request)
  assert.ok(outcome.kind === 'rows' && outcome.rejected.length === 0, JSON.stringify(outcome))
  assert.deepEqual(pick(printed(stockDayAll.dataset, outcome.rows[0]!), 'stock_id', 'close', 'spread'), [
    '0050',
    null,
    null,
  ])
})

test('a title with another day than the response is rejected', () => {
  const body = { ...table('2024-05-02', quoteTitles, quote('1111', '', '0.00')), title: '113年05月03日 每日收盤行情' }
  const outcome = readBody(miIndex, body, requestFor('2024-05-02'))
  assert.ok(outcome.kind === 'other_day' && outcome.served === '2024-05-03', JSON.stringify(outcome))
})

test('every kind of empty response has its own outcome', () => {
  const kind = (body: unknown, isClosed = false) =>
    readBody(miIndex, body, requestFor('2024-05-02', { calendar: calendarOf(...(isClosed ? ['2024-05-02'] : [])) }))
      .kind
  for (const stat of ['很抱歉，沒有符合條件的資料!', '很抱歉，沒有符合條件的資料', '查無資料'])
    assert.deepEqual([kind({ stat }), kind({ stat }, true)], ['not_yet', 'closed'], stat)
  const empty = table('2024-05-02', quoteTitles)
  assert.deepEqual([kind(empty), kind(empty, true)], ['not_yet', 'closed'])
  // Other tables of the day do not make up for the one that is empty.
  const others = { title: '某表', fields: ['項目', '值'], data: [['甲', '1']] }
  const beside = { stat: 'OK', date: '20240502', tables: [others, { ...empty, stat: undefined }] }
  assert.equal(kind(beside), 'not_yet')
  assert.equal(kind({ stat: '查詢日期大於今日，請重新查詢!' }, true), 'not_yet')
  for (const stat of ['查詢日期小於93年2月11日，請重新查詢!', '系統忙碌', ''])
    assert.equal(kind({ stat }), 'changed', stat)
  assert.equal(readBody(miIndex, [], requestFor('2024-05-02')).kind, 'changed')
})
