import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { builtAt, copyOfFixture } from '../../test/support/fixture.ts'
import { type Service, startService } from '../../test/support/service.ts'
import { catalogue } from '../catalogue/index.ts'
import { type Code, codeSaid, failures } from '../errors.ts'
import { parameters } from '../query/parameters.ts'
import { failureTexts } from './openapi/failures.ts'
import { paymentHeaders, rateHeaders } from './openapi/headers.ts'
import { nameOf } from './route.ts'
import { routes } from './routes/routes.ts'

const folder = mkdtempSync(join(tmpdir(), 'formosa-docs-'))
/** Names of failures that no body ever says. */
const unsaid = (Object.keys(failures) as Code[]).filter((code) => codeSaid(code) !== code)
let service: Service

before(async () => {
  const home = await copyOfFixture(join(folder, 'home'))
  service = await startService(home, { FORMOSA_NOW: builtAt, WORKERS: '1' })
})

after(async () => {
  await service?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const get = (path: string, headers: Record<string, string> = {}) => fetch(service.url + path, { headers })

test('llms.txt names every dataset, endpoint, parameter, header of quota and payment, and failure', async () => {
  const text = await (await get('/llms.txt')).text()
  for (const word of [
    ...catalogue.map(({ name }) => name),
    ...routes.map((route) => `- ${nameOf(route)}: ${route.about.en}`),
    ...Object.keys(parameters),
    ...Object.keys({ ...rateHeaders, ...paymentHeaders }),
    ...['## Agents: pay per call', '  5. ', 'PAYMENT-SIGNATURE', 'X-PAYMENT:', 'verify-only', 'facilitator'],
    ...['600', '3000', '10000', '149', '299', '/openapi.json', 'retry_after_seconds', 'request_id', '60 buckets'],
  ])
    assert.ok(text.includes(word), word)
  const [, errors] = text.split('## Error codes\n')
  for (const { status, code, en } of failureTexts)
    assert.ok(errors!.includes(`\n- ${status}${code === null ? '' : ` ${code}`}: ${en}\n`), en)
  assert.deepEqual(
    unsaid.filter((name) => new RegExp(`\\b${name}\\b`).test(errors!)),
    [],
  )
  assert.doesNotMatch(text, /undefined|\[object/)
})

for (const [language, headings] of [
  ['en', ['Quick start', 'Accounts', 'API keys', 'Quota', 'Plans', 'Agents: pay per call']],
  ['zh-TW', ['快速開始', '帳號', 'API 金鑰', '額度', '方案', '代理程式：逐次付費']],
] as const)
  test(`the reference in ${language} stands alone and names everything`, async () => {
    const answer = await get('/docs', { 'Accept-Language': language })
    assert.equal(answer.headers.get('content-language'), language)
    assert.match(answer.headers.get('content-security-policy')!, /^default-src 'none'; style-src 'unsafe-inline'/)
    const page = await answer.text()
    for (const heading of headings) assert.match(page, new RegExp(`<h2 id="\\w+"><a href="#\\w+">${heading}</a></h2>`))
    assert.match(page, /class="banner"/)
    assert.ok(!/<script|@import/i.test(page))
    for (const [, target] of page.matchAll(/(?:src|href|action)\s*=\s*["']?([^"'\s>]*)/gi))
      assert.doesNotMatch(target!, /^(https?:)?\/\//i)
    assert.ok(!/url\(/i.test(page))
    const ids = new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))
    for (const [, anchor] of page.matchAll(/href="#([^"]+)"/g)) assert.ok(ids.has(anchor), anchor)
    for (const { name, columns } of catalogue) {
      assert.ok(ids.has(name), name)
      for (const column of Object.keys(columns)) assert.ok(page.includes(`<code>${column}</code>`), column)
    }
    for (const route of routes) {
      const about = route.about[language === 'en' ? 'en' : 'zh']
      assert.ok(page.includes(`<code>${nameOf(route)}</code></td><td>${about}</td>`), nameOf(route))
    }
    for (const name of [...Object.keys({ ...rateHeaders, ...paymentHeaders }), 'PAYMENT-SIGNATURE', 'X-PAYMENT'])
      assert.ok(page.includes(`<code>${name}</code>`), name)
    for (const name of unsaid) assert.ok(!page.includes(`<code>${name}</code>`), name)
    assert.doesNotMatch(page, /undefined|\[object/)
    assert.equal(await (await get(`/docs?lang=${language}`)).text(), page)
  })
