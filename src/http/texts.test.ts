import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openApi } from '../../test/support/api.ts'
import type { RequestOptions } from '../../test/support/client.ts'
import { shareService } from '../../test/support/sharedService.ts'
import { sentences } from '../ask/sentences.ts'
import * as complete from '../catalogue/complete.ts'
import * as elsewhere from '../catalogue/elsewhere.ts'
import { catalogue } from '../catalogue/index.ts'
import { failures } from '../errors.ts'
import { alternatives } from '../fields.ts'
import { sentenceOf } from '../pay/reasons.ts'
import { parameters } from '../query/parameters.ts'
import * as headers from './openapi/headers.ts'
import { paymentParameters } from './openapi/parameters.ts'
import { sectionNames, sections } from './reference/sections.ts'
import { paragraphsOf, warningCodes } from './reference/texts.ts'
import * as words from './reference/words.ts'
import { routes } from './routes/routes.ts'

const { send, keys } = await openApi(shareService())

/** Names of headers, paths, values and programs stand in Chinese texts as they are; words that bind a sentence do not. */
const binding =
  /(?<![\w/.-])(?:or|and|the|is|are|was|of|to|with|for|not|an?|one|must|from|by|use|send|in|on|at|this|that|it|which)(?![\w/.-])/

/** Quoted, the words are code, and so is what other services write. */
const withoutCode = (text: string): string => text.replace(/`[^`]*`/g, '').replace(/「[^」]*」/g, '')

function assertChinese(text: string, where: string): void {
  assert.match(text, /\p{Script=Han}/u, `${where}: ${text}`)
  const found = binding.exec(withoutCode(text))
  assert.equal(found, null, `${where}: "${found?.[0]}" in ${text}`)
  assert.doesNotMatch(text, /[？。，；：][？。，；：]|[.?]。|undefined|\[object/, `${where}: ${text}`)
  // Punctuation between Chinese characters is Chinese.
  assert.doesNotMatch(text, /\p{Script=Han}[,;:?!]\p{Script=Han}/u, `${where}: ${text}`)
}

function assertEnglish(text: string, where: string): void {
  assert.doesNotMatch(text, /[？。，；：]|\?\.|(?<!\.)\.\.(?!\.)|undefined|\[object/, `${where}: ${text}`)
}

/** Every pair of texts within a value, with its place. */
function* pairsIn(value: unknown, where: string, seen = new Set<unknown>()): Generator<[string, string, string]> {
  if (typeof value !== 'object' || value === null || seen.has(value)) return
  seen.add(value)
  const { en, zh, label } = value as Record<string, unknown>
  if (typeof en === 'string' && typeof zh === 'string') yield [where, en, zh]
  if (label) yield* pairsIn(label, `${where}.label`, seen)
  for (const [name, inner] of Object.entries(value))
    if (name !== 'also' && name !== 'values') yield* pairsIn(inner, `${where}.${name}`, seen)
}

test('no text in the code mixes two languages', () => {
  let count = 0
  for (const [where, en, zh] of pairsIn(
    {
      ...{ parameters, warningCodes, headers, paymentParameters, sections },
      ...{ words, elsewhere, complete, catalogue, routes },
      guide: sectionNames.map((name) => paragraphsOf(name, routes)),
    },
    'texts',
  )) {
    count++
    // Names of codes and of units say the same in both.
    if (en !== zh) assertChinese(zh, where)
    assertEnglish(en, where)
  }
  assert.ok(count > 500, String(count))
})

/** What stands in the blanks of a sentence. */
const blank = { en: 'the reason', zh: '原因', toString: () => 'X1' }

test('every sentence of refusal is whole, ends, and is of one language', () => {
  for (const [code, { en, zh }] of Object.entries(failures)) {
    const fill = (text: unknown) => (text as (...args: unknown[]) => string)(blank, blank, blank)
    // The sentence of a rate limit is the same in every language.
    if (fill(en).startsWith('rate limit exceeded')) continue
    assertChinese(fill(zh), code)
    assert.match(fill(zh), /[。？]$/, code)
    assertEnglish(fill(en), code)
    assert.match(fill(en), /[.?]$/, code)
  }
  for (const [reason, { en, zh }] of Object.entries(sentences))
    for (const given of ['', '成交量']) {
      assertChinese(zh(given), reason)
      assert.match(zh(given), /[。？]$/)
      assert.doesNotMatch(zh(given), /「(?:問題|這項指標)」/, reason)
      if (given === '') assertEnglish(en(given), reason)
    }
  for (const reason of ['unsupported_scheme', 'invalid_exact_evm_signature', 'nobody knows'])
    assertChinese(sentenceOf(reason).zh, reason)
  assert.deepEqual(alternatives(['GET', 'HEAD', 'POST']), { en: 'GET, HEAD or POST', zh: 'GET、HEAD 或 POST' })
})

test('every refusal is in the language of the request, in all of its parts', async () => {
  const json = (value: unknown): RequestOptions => ({ json: value })
  const plus = { key: 'plus' } as const
  for (const [path, { key, ...how }] of [
    ['/v1/data', { method: 'DELETE' }],
    ['/nothing', {}],
    ['/v1/data/TaiwanStockPrice', { headers: { 'X-API-Key': 'abc' } }],
    ['/v1/data/TaiwanFearAndGreedIndex', { key: 'free' }],
    ['/v1/data/TaiwanStockPrise', plus],
    ['/v1/data/TaiwanStockInfo', plus],
    ['/v1/data/%E0%A4', plus],
    ['/v1/data/TaiwanStockPrice?data_id=1&token=2&date=3&zzzzzz=4', plus],
    ['/v1/data/TaiwanStockPrice?limit=0&limit=1&sort=up&format=csv&columns=x1,,y1&start_date=2026-02-30', plus],
    ['/v1/data/TaiwanStockPrice?include_inactive=maybe&start=2026-01-02&start_date=2026-01-03', plus],
    ['/v1/data/TaiwanStockPrice?start_date=2026-02-01&end_date=2026-01-01&dry_run=perhaps', plus],
    ['/v1/data/TaiwanStockPrice?cursor=abc', plus],
    ['/v1/data/TaiwanStockPrice?period=annual', { ...plus, headers: { Prefer: 'handling=strict' } }],
    [`/v1/data/TaiwanStockPrice?stock_id=${Array.from({ length: 501 }, (_, i) => i)}`, plus],
    ['/v1/data/TaiwanStockPrice/gaps?reason=lost&cursor=x', plus],
    ['/v1/data/TaiwanStockPriceAdj/explain', plus],
    ['/v1/data?tier=gold&category=none', {}],
    ['/v1/data', { headers: { Accept: 'text/csv' } }],
    ['/v1/key/plan?calls=9000', { key: 'free' }],
    ['/v1/ask', { ...plus, body: 'x', headers: { 'Content-Type': 'text/plain' } }],
    ['/v1/ask', { ...plus, ...json({ question: 1, max_rows: 'x', quest: true }) }],
    ['/v1/ask', { key: 'free', ...json({ question: 'x' }) }],
    ['/v1/auth/sign-up', json({ email: 'nobody', password: '1' })],
    ['/v1/auth/log-in', json({ email: 'nobody@example.com', password: 'wrong wrong' })],
    ['/v1/auth/log-out', json({})],
    ['/v1/auth/sign-up', { ...json({}), headers: { Origin: 'https://evil.example' } }],
    ['/v1/billing/checkout', json({ tier: 'plus' })],
    ['/v1/agent/TaiwanStockPrice', {}],
    ['/v1/agent/TaiwanStockPrice', { headers: { 'X-PAYMENT': 'abc' } }],
    ['/datasets?tier=gold', {}],
  ] as readonly (readonly [string, RequestOptions & { key?: string }])[])
    for (const language of ['zh-TW', 'en']) {
      const response = await send(path, {
        ...how,
        ...(key === undefined ? {} : { key: keys[key as 'free'] }),
        headers: { ...how.headers, 'Accept-Language': language },
      })
      const where = `${how.method ?? ''} ${path.slice(0, 100)}`
      assert.ok(
        response.status >= 400 && response.status < 500,
        `${where}: ${response.status} ${response.text.slice(0, 200)}`,
      )
      const { detail, errors = [] } = response.json as { detail: string; errors?: { reason: string }[] }
      const assertOf = language === 'en' ? assertEnglish : assertChinese
      assertOf(detail, where)
      assert.match(detail, language === 'en' ? /\.$/ : /。$/, where)
      for (const { reason } of errors) assertOf(reason, where)
      if (language === 'en') assert.doesNotMatch(detail, /\p{Script=Han}/u, where)
    }
})
