import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { test } from 'node:test'
import fc from 'fast-check'
import { recorded, samples, withoutSamples as skip } from '../../../test/support/feeds/fixture.ts'
import { codeForm } from '../codes.ts'
import { csvTable } from '../csvTable.ts'
import { typeOf } from '../isin/registry.ts'
import { decode } from '../text.ts'
import { codeRules, codeSources, isUnknownCode, ruleOfCode, typeOfCode } from './securityCodes.ts'

const describe = (code: string) => {
  const rule = ruleOfCode(code)
  return rule && `${rule.type}: ${rule.kind}`
}

test('the last character of a warrant tells calls, puts, bulls and bears on both exchanges', () => {
  const kinds = {
    '0': 'call on a domestic underlying',
    P: 'put on a domestic underlying',
    U: 'put on a domestic underlying',
    T: 'put on a domestic underlying',
    F: 'call on a foreign underlying',
    Q: 'put on a foreign underlying',
    C: 'callable bull contract',
    B: 'callable bear contract',
    X: 'extendible bull contract',
    Y: 'extendible bear contract',
  }
  for (const [end, kind] of Object.entries(kinds))
    for (const [number, market] of [
      ...['03000', '08999'].map((one) => [one, 'TWSE'] as const),
      ...['70000', '71698', '73999'].map((one) => [one, 'TPEX'] as const),
    ]) {
      assert.equal(describe(`${number}${end}`), `warrant: ${kind}`)
      assert.deepEqual(ruleOfCode(`${number}${end}`)!.markets, [market])
    }
})

test('codes of every other kind have their type', () => {
  for (const [code, type] of Object.entries({
    2330: 'stock: common stock',
    6488: 'stock: common stock',
    '000218': 'stock: public securities firm that is not listed',
    '0050': 'etf: equity fund',
    '00878': 'etf: equity fund',
    '006201': 'etf: equity fund',
    '009816': 'etf: equity fund',
    '00400A': 'etf: active equity fund',
    '00679B': 'etf: bond fund',
    '00687C': 'etf: bond fund in a foreign currency',
    '00980D': 'etf: active bond fund',
    '00625K': 'etf: equity fund in a foreign currency',
    '00631L': 'etf: leveraged fund',
    '00632R': 'etf: inverse fund',
    '00980T': 'etf: multi-asset fund',
    '00635U': 'etf: futures fund',
    '0015': 'other: closed-end fund',
    '01001T': 'reit: real estate investment trust',
    '01014S': 'other: asset-backed security',
    '020000': 'etn: note',
    '02001L': 'etn: leveraged note',
    '02001S': 'etn: options strategy note',
    9103: 'tdr: depositary receipt',
    910322: 'tdr: depositary receipt',
    '2887E': 'preferred: preferred stock',
    '2887G': 'preferred: preferred stock',
    '2887Z1': 'preferred: exchangeable preferred stock',
    '1234GA': 'preferred: preferred stock with warrants',
    '1234G1': 'other: subscription warrant of the company',
    '1234GD': 'bond: bond with warrants',
    '1234F1': 'bond: bond whose warrants are exercised or split off',
    11011: 'bond: convertible bond',
    629010: 'bond: convertible bond',
    140201: 'bond: exchangeable bond',
    '15901E': 'bond: convertible bond in a foreign currency',
    A14101: 'bond: central government bond',
    AU9901: 'other: spot gold',
    IX0028: 'index: price index',
    TAIEX: 'index: headline indices and the market as a whole',
  }))
    assert.equal(describe(code), type, code)
})

test('a code that no rule covers has no type, and a text that is not a code is not reported as unknown', () => {
  for (const code of ['71698E', '740000', '090001', '00980X', '01001X', '02001T', '0330', '2330Z0', '2330GM', 'C12345'])
    assert.deepEqual([typeOfCode(code), isUnknownCode(code)], [undefined, true], code)
  for (const text of ['合計', '', '--', '台積電', '2,330', '33.35'])
    assert.deepEqual([typeOfCode(text), isUnknownCode(text)], [undefined, false], text)
})

test('codes are known however they are padded', () => {
  assert.deepEqual(['2330  ', '　００５０', '71698U '].map(typeOfCode), ['stock', 'etf', 'warrant'])
})

test('every rule covers a code that no rule before it covers, and names its source', () => {
  for (const rule of codeRules) {
    const pattern = new RegExp(`^(?:${rule.form.replaceAll('#', '[0-9]').replaceAll('@', '[0-9A-Z]')})$`)
    const codes = fc.sample(fc.stringMatching(pattern), { numRuns: 200, seed: 1 })
    assert.ok(
      codes.some((code) => ruleOfCode(code) === rule),
      rule.form,
    )
    assert.ok(rule.source in codeSources)
    assert.ok(rule.since === undefined || rule.until === undefined || rule.since < rule.until)
  }
})

test('the registry of ISIN codes gives every security the type that its code tells', { skip }, () => {
  const wrong = new Set<string>()
  let count = 0
  for (const market of ['twse', 'tpex']) {
    const { titles, rows } = csvTable(recorded(`history/isin_codes_${market}.csv.gz`))
    const [type, code] = ['type', 'code'].map((title) => titles.indexOf(title)) as [number, number]
    for (const row of rows) {
      count++
      if (typeOf(String(row[type])) !== typeOfCode(String(row[code]))) wrong.add(`${row[type]} ${row[code]}`)
    }
  }
  assert.deepEqual([...wrong], [])
  assert.equal(count, 46_725)
})

/** Columns of recorded responses and histories that hold codes of securities. */
const codeTitles = new Set([
  ...['代號', '證券代號', '股票代號', '公司代號', '基金代號', '有價證券代號'],
  ...['SecuritiesCompanyCode', 'Code', 'StockCode', 'SecurCode', 'TWSECode', 'GRETAICode', 'GoldCode', 'BondCode'],
  ...['stock_id', 'cb_id', 'code'],
])
/** Files in which these columns hold something else. */
const others: Readonly<Record<string, string>> = {
  'twse-openapi/brokerService_brokerList.json': 'brokers',
  'twse-openapi/opendata_t187ap18.json': 'brokers',
  'tpex-openapi/tpex_margin_trading_marginspot.json': 'brokers',
  'tpex-openapi/tpex_daily_broker1.json': 'brokers',
  'twse-openapi/swagger_decoded.json': 'a description of the interface',
  'isin/class_main_market7_futopt.html.gz': 'futures and options',
}
const isCode = codeForm('', 'stock_id')!
const plain = (text: unknown): string =>
  String(text)
    .replace(/<[^>]*>|&nbsp;/g, '')
    .trim()

function* codesInJson(node: unknown): Generator<string> {
  if (typeof node !== 'object' || node === null) return
  const { fields, data } = node as { fields?: unknown; data?: unknown }
  if (Array.isArray(fields) && Array.isArray(data))
    for (const [at, title] of fields.entries())
      if (codeTitles.has(plain(title).replace(/\s/g, ''))) for (const row of data) yield plain(row[at])
  for (const [title, value] of Object.entries(node))
    if (typeof value === 'string' && codeTitles.has(title)) yield plain(value)
    else yield* codesInJson(value)
}

function codesInCsv(bytes: Uint8Array): string[] {
  const { titles, rows } = csvTable(bytes)
  return titles.flatMap((title, at) => (codeTitles.has(title) ? rows.map((row) => plain(row[at])) : []))
}

/** The first cell of each row that could be a code: numbers of rows are shorter, and names are no codes. */
const codesInHtml = (page: string): string[] =>
  page.split(/<tr/i).flatMap((row) => {
    const cells = [...row.matchAll(/<td[^>]*>(.*?)<\/td>/gis)].map(([, text]) => plain(text))
    return cells.find(isCode) ?? []
  })

function codesIn(file: string): Iterable<string> {
  const bytes = recorded(file)
  if (/\.html/.test(file)) return codesInHtml(decode(bytes, /t163sb04/.test(file) ? 'utf-8' : 'big5'))
  if (/\.csv/.test(file)) return codesInCsv(bytes)
  return /\.json/.test(file) ? codesInJson(JSON.parse(decode(bytes, 'utf-8'))) : []
}

test('a rule covers every code in the recorded answers and histories', { skip }, () => {
  const seen = new Set<string>()
  const unknown: Record<string, string[]> = {}
  for (const path of globSync('{raw,history}/**/*', { cwd: samples }).sort()) {
    const file = path.replace(/^raw\//, '')
    if (!/\.(json|csv|html)(\.gz)?$/.test(file) || file in others || /taifex\/|us-stock\//.test(file)) continue
    for (const code of codesIn(file)) {
      if (!isCode(code)) continue
      seen.add(code)
      if (isUnknownCode(code) && !unknown[file]?.includes(code)) unknown[file] = [...(unknown[file] ?? []), code]
    }
  }
  assert.deepEqual(unknown, {})
  assert.ok(seen.size > 50_000, `${seen.size} codes`)
})
