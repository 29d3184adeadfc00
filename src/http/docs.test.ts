import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openApi } from '../../test/support/api.ts'
import { shareService } from '../../test/support/sharedService.ts'
import { catalogue } from '../catalogue/index.ts'
import { parameters } from '../query/parameters.ts'
import { failureTexts } from './openapi/failures.ts'
import { paymentHeaders, rateHeaders } from './openapi/headers.ts'
import { guideNames } from './reference/library.ts'
import { nameOf, usualCost } from './route.ts'
import { routes } from './routes/routes.ts'

const { url } = await openApi(shareService())

const get = (path: string, headers: Record<string, string> = {}) => fetch(url + path, { headers })

test('llms-full.txt names every dataset, endpoint, parameter, header of quota and payment, and failure', async () => {
  const text = await (await get('/llms-full.txt')).text()
  for (const word of [
    ...catalogue.map(({ name }) => name),
    ...routes.map((route) => `- ${nameOf(route)}: ${route.about.en}`),
    ...Object.keys(parameters),
    ...Object.keys({ ...rateHeaders, ...paymentHeaders }),
    ...['## Agents: pay per call', '  5. ', 'PAYMENT-SIGNATURE', 'X-PAYMENT:', 'verify-only', 'facilitator'],
    ...['600', '3000', '10000', '149', '299', '/openapi.json', 'retry_after_seconds', 'request_id', '60 buckets'],
  ])
    assert.ok(text.includes(word), word)
  const counted = routes.filter((route) => usualCost(route) === 'call').map(nameOf)
  for (const name of ['POST /v1/ask', 'GET /v1/bulk/{dataset}/{file}', 'GET /v1/linked/{token}/{file}'])
    assert.ok(
      counted.some((one) => one === name),
      name,
    )
  const sentence = `count as calls: ${counted.map((name) => `\`${name}\``).join(', ')}.`
  assert.ok(text.includes(sentence))
  const guide = await (await get('/docs/reference/quota', { Accept: 'text/markdown' })).text()
  for (const name of counted) assert.ok(guide.includes(name), name)
  assert.doesNotMatch(text, /nothing else counts/i)
  const [, errors] = text.split('## Error codes\n')
  for (const { status, code, inHeader, en } of failureTexts)
    assert.ok(errors!.includes(`\n- ${status} ${code ?? `(${inHeader})`}: ${en}\n`), en)
  assert.doesNotMatch(text, /undefined|\[object/)
})

const languages = [
  ['en', 'Quick start'],
  ['zh-TW', '快速開始'],
] as const

for (const [language, start] of languages)
  test(`the documents in ${language}: every page is listed, every link leads somewhere, every text is there`, async () => {
    const headers = { Accept: 'text/html', 'Accept-Language': language }
    const list = await get('/docs', headers)
    assert.equal(list.headers.get('content-language'), language)
    assert.match(
      list.headers.get('content-security-policy')!,
      /^default-src 'none'; script-src 'self'; style-src 'self'/,
    )
    const listed = await list.text()
    assert.ok(listed.includes(start))
    const paths = [...listed.matchAll(/href="\.\/(docs\/[^"]+)"/g)].map(([, path]) => `/${path}`)
    for (const name of guideNames) assert.ok(paths.includes(`/docs/${name}`), name)
    const texts: string[] = []
    const anchors = new Map<string, Set<string>>()
    const links: [string, string][] = []
    for (const path of paths) {
      const response = await get(path, headers)
      assert.equal(response.status, 200, path)
      const page = await response.text()
      assert.doesNotMatch(page, /undefined|\[object|<script>|style=/, path)
      anchors.set(path, new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id!)))
      for (const [, target] of page
        .slice(page.indexOf('<article'), page.indexOf('</article>'))
        .matchAll(/(?:href|src)="([^"]*)"/g))
        links.push([path, target!.replaceAll('&amp;', '&')])
      const text = await get(`${path}.md`, headers)
      assert.match(text.headers.get('content-type')!, /^text\/markdown/)
      texts.push(await text.text())
    }
    for (const [path, target] of links) {
      const url = new URL(target, `http://site${path}`)
      if (url.host !== 'site' || url.pathname.endsWith('.md')) continue
      assert.ok(anchors.has(url.pathname) || (await get(url.pathname, headers)).status === 200, `${path}: ${target}`)
      if (url.hash !== '' && anchors.has(url.pathname))
        assert.ok(anchors.get(url.pathname)!.has(decodeURIComponent(url.hash.slice(1))), `${path}: ${target}`)
    }
    const all = texts.join('\n')
    for (const route of routes) {
      const about = route.about[language === 'en' ? 'en' : 'zh']
      assert.ok(all.includes(`\n## ${nameOf(route)}\n\n${about}\n`), nameOf(route))
    }
    for (const name of [
      ...Object.keys({ ...rateHeaders, ...paymentHeaders, ...parameters }),
      'PAYMENT-SIGNATURE',
      'X-PAYMENT',
    ])
      assert.ok(all.includes(`\`${name}\``), name)
    const reference = texts.filter((_, i) => /\/reference\//.test(paths[i]!)).join('\n')
    for (const { code, inHeader } of failureTexts) {
      const name = inHeader ?? code
      assert.ok(reference.includes(`\`${name}\``), name!)
    }
  })

test('a word finds the headings of documents, and an unknown document is not found', async () => {
  const entries = (await (await get('/docs.json?lang=en')).json()) as { name: string; words: string }[]
  assert.ok(entries.some(({ name, words }) => name === 'formats#options' && words.includes('formats')))
  for (const path of [
    '/docs/nothing',
    '/docs/reference/nothing',
    '/docs/api/nothing',
    '/docs/..%2FREADME',
    '/docs/a/b/c',
  ])
    assert.equal((await get(path, { Accept: 'text/html' })).status, 404, path)
})
