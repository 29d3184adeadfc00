import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { feedNamed, feedsIn, readBytes, requestFor } from '../../../test/support/feeds/fixture.ts'
import { testEmptyResponse } from '../../../test/support/feeds/testFeed.ts'
import type { Feed } from '../feed.ts'

const [futDataDown, futContractsDateDown, largeTraderFutDown, weightedPropertion, stockLists] = [
  'TaiwanFuturesDaily futDataDown',
  'TaiwanFuturesInstitutionalInvestors futContractsDateDown',
  'TaiwanFuturesLargeTraders largeTraderFutDown',
  'TaiwanStockMarketValueWeight weightedPropertion',
  'TaiwanFutureOptionDailyTotalOverview stockLists',
].map((name) => feedNamed(`taifex ${name}`)) as [Feed, Feed, Feed, Feed, Feed]
const day = requestFor('2024-05-02')

const encode = (text: string) => new TextEncoder().encode(text)
const fixture = (name: string) => readFileSync(`${import.meta.dirname}/fixtures/${name}`, 'utf8')
const futures = fixture('TaiwanFuturesDaily.futDataDown.csv')
const [titles = ''] = futures.split('\r\n')
const alerting = (message: string) => `<!DOCTYPE HTML><html><body><script> alert("${message}"); </script></body></html>`

testEmptyResponse(futDataDown, `${titles}\r\n`, requestFor('2024-05-01'))
testEmptyResponse(futContractsDateDown, alerting('查無資料'), requestFor('2024-05-01'))

test('a day that the exchange does not accept yet is not published yet', () => {
  const outcome = readBytes(
    futContractsDateDown,
    encode(alerting('日期時間錯誤 DateTime error')),
    requestFor('2100-01-01'),
  )
  assert.equal(outcome.kind, 'not_yet')
})

test('an HTML error page is blocked, whatever its status', () => {
  const page = encode('<html><head><title>404</title></head><body>gone</body></html>')
  const outcome = readBytes(futDataDown, page, day)
  assert.ok(outcome.kind === 'blocked' && outcome.reason === 'a page instead of the file: 404')
})

test('every daily file with another date gives other_day', () => {
  const files = readdirSync(`${import.meta.dirname}/fixtures`).filter((file) => file.endsWith('.csv'))
  const ofDays = feedsIn('taifex').filter(({ span }) => span === 'range')
  for (const feed of ofDays) {
    const file = files.find((one) => one.endsWith(`.${feed.endpoint}.csv`))!
    const outcome = readBytes(feed, encode(fixture(file)), requestFor('2024-05-03'))
    assert.ok(outcome.kind === 'other_day' && /^202[45]-/.test(outcome.served), `${file}: ${JSON.stringify(outcome)}`)
  }
  assert.equal(ofDays.length, 11)
})

test('a file cut inside a line is blocked, also where only the line break is missing', () => {
  for (const size of [1, 2, 40])
    assert.equal(readBytes(futDataDown, encode(futures.slice(0, futures.length - size)), day).kind, 'blocked')
})

test('a night session without its day session is not published yet', () => {
  const night = futures.replaceAll('一般', '盤後').split('\r\n')
  const only = encode([titles, night[2], ''].join('\r\n'))
  assert.equal(readBytes(futDataDown, only, day).kind, 'not_yet')
  const both = encode(`${futures}${night[2]!.replace('2024/05/02', '2024/05/03')}\r\n`)
  const outcome = readBytes(futDataDown, both, requestFor('2024-05-02', { to: '2024-05-03' }))
  assert.ok(outcome.kind === 'rows' && outcome.rows.length === 3)
  assert.ok(outcome.left.some(({ why }) => why === 'a night whose day is still to come'))
})

test('a day whose open interest is all zero is not published yet', () => {
  const outcome = readBytes(futDataDown, encode(futures.replace(',5678,', ',0,').replace(',0,0,7,', ',0,0,0,')), day)
  assert.ok(outcome.kind === 'not_yet' && outcome.reason.includes('open interest'), JSON.stringify(outcome))
})

test('columns that came up later are as they would have been, and only before the first night', () => {
  const old = (date: string) =>
    encode(
      futures
        .split('\r\n')
        .slice(0, 2)
        .map((line) => line.split(',').slice(0, 16).join(','))
        .concat('')
        .join('\r\n')
        .replaceAll('2024/05/02', date),
    )
  const outcome = readBytes(futDataDown, old('2005/03/04'), requestFor('2005-03-04'))
  assert.ok(outcome.kind === 'rows')
  assert.deepEqual([outcome.rows[0]!.trading_session, outcome.rows[0]!.is_halted], ['regular', false])
  assert.equal(readBytes(futDataDown, old('2018/03/02'), requestFor('2018-03-02')).kind, 'changed')
})

test('a cell beyond the titles is an unknown column', () => {
  const outcome = readBytes(futDataDown, encode(futures.replace(',盤後,,', ',盤後,,20240515')), day)
  assert.ok(outcome.kind === 'rows')
  assert.deepEqual(outcome.unread, ['(20)'])
})

test('a product that is not known by its name is rejected, not guessed', () => {
  const text = fixture('TaiwanFuturesInstitutionalInvestors.futContractsDateDown.csv').replace('臺股期貨', '火星期貨')
  const outcome = readBytes(futContractsDateDown, encode(text), day)
  assert.ok(outcome.kind === 'rows' && outcome.rows.length === 1)
  assert.deepEqual(
    outcome.rejected.map(({ column, why }) => [column, why]),
    [['futures_id', 'cannot be read']],
  )
})

test('net positions that are not long less short are rejected', () => {
  const text = fixture('TaiwanFuturesInstitutionalInvestors.futContractsDateDown.csv').replace(
    ',20,80400,',
    ',21,80400,',
  )
  const outcome = readBytes(futContractsDateDown, encode(text), day)
  assert.ok(outcome.kind === 'rows')
  assert.deepEqual(
    outcome.rejected.map(({ column }) => column),
    ['net trading is bought less sold'],
  )
})

test('a contract of large traders needs both of its rows', () => {
  const lines = fixture('TaiwanFuturesLargeTraders.largeTraderFutDown.csv').split('\r\n')
  const outcome = readBytes(largeTraderFutDown, encode(lines.toSpliced(2, 1).join('\r\n')), day)
  assert.ok(outcome.kind === 'rows' && outcome.rows.length === 1)
  assert.deepEqual(
    outcome.rejected.map(({ why }) => why),
    ['comes without its institutions'],
  )
})

test('remarks are recognised by the blank line above them, and a row among them is rejected', () => {
  const file = fixture('TaiwanFuturesLargeTraders.largeTraderFutDown.csv')
  const [table = ''] = file.split('\r\n\r\n')
  const remarks = [
    '月份類別格式: 999999 為合計。',
    '交易人類別格式： 0 為全體，1 為特定法人',
    '-表無契約；"0"表無部位。',
  ]
  const read = (...below: string[]) =>
    readBytes(largeTraderFutDown, encode([table, '', ...below, ''].join('\r\n')), day)
  const outcome = read(...remarks)
  assert.ok(outcome.kind === 'rows', JSON.stringify(outcome))
  assert.deepEqual([outcome.rows.length, outcome.rejected, outcome.unread], [2, [], []])
  const [, row = ''] = table.split('\r\n')
  for (const below of [row, row.slice(0, 40), row.replace('2024/05/02', '')]) {
    const moved = read(remarks[0]!, below, remarks[1]!)
    assert.ok(moved.kind === 'changed' && moved.reason.startsWith('rows below the remarks'), JSON.stringify(moved))
  }
})

test('weights that do not add up to a hundred are no weights', () => {
  const page = fixture('TaiwanStockMarketValueWeight.weightedPropertion.html').replace('60.1234%', '50.1234%')
  assert.equal(readBytes(weightedPropertion, encode(page), day).kind, 'changed')
})

test('a page that counts other products than it holds has changed', () => {
  const page = fixture('TaiwanFutureOptionDailyTotalOverview.stockLists.html').replace(
    '<td>2</td><td>1</td>',
    '<td>3</td><td>1</td>',
  )
  assert.equal(readBytes(stockLists, encode(page), day).kind, 'changed')
})
