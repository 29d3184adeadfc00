import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { openApi, unescaped } from '../../test/support/api.ts'
import type { HttpResponse } from '../../test/support/client.ts'
import { builtAt, copyOfFew } from '../../test/support/fixture.ts'
import { startService } from '../../test/support/service.ts'
import { shareService } from '../../test/support/sharedService.ts'

const folder = mkdtempSync(join(tmpdir(), 'formosa-pages-'))
/** What the address bar of a browser sends. */
const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8'
const publicUrl = 'https://data.example.com/formosa'
const { url, keys, ...client } = await openApi(shareService())
const { plus: key } = keys
/** Known by another address, and without agents. */
const behind = await openApi(
  startService(await copyOfFew(join(folder, 'behind')), {
    FORMOSA_NOW: builtAt,
    PUBLIC_URL: publicUrl,
    AGENT_PAY_MODE: 'off',
  }),
)
after(() => rmSync(folder, { recursive: true, force: true }))

const look = (path: string, headers: Record<string, string> = {}, more = {}) =>
  client.send(path, { headers: { Accept: browser, ...headers }, ...more })

/** An answer that is a page, safe to show: no inline script, nothing from elsewhere, its own style alone. */
function assertPage(response: HttpResponse, status: number): string {
  assert.equal(response.status, status, response.text)
  assert.equal(response.headers['content-type'], 'text/html; charset=utf-8')
  assert.equal(response.headers['x-content-type-options'], 'nosniff')
  assert.match(
    response.headers['content-security-policy'] as string,
    /^default-src 'none'; (script-src 'self'; style-src 'self'|style-src '(sha256-|unsafe-inline))/,
  )
  assert.match(response.text, /^<!doctype html>/)
  const own =
    /<script (type="module" )?src="(\.\/|(\.\.\/)+)assets\/[\w./-]+"><\/script>|<script type="application\/json">[^<]*<\/script>/g
  assert.doesNotMatch(
    response.text.replace(own, ''),
    /<script|\son\w+=|<form(?! class="[\w ]+"( role="search")? action="\.)|<img|undefined|\[object/i,
  )
  return response.text
}

describe('documents name the address of the request', () => {
  test('the host of the request', async () => {
    for (const host of ['127.0.0.1:1234', 'data.example.tw', '[::1]:8080']) {
      const headers = { Host: host }
      assert.ok((await look('/docs/reference/start', headers)).text.includes(`export FORMOSA=http://${host}\n`))
      assert.deepEqual((await client.send('/openapi.json', { headers })).json.servers, [
        { url: `http://${host}` },
        { url: `http://${host}/api` },
      ])
      assert.ok((await client.send('/llms.txt', { headers })).text.includes(`http://${host}/v1/data/`))
      assert.ok((await look('/', headers)).text.includes(`http://${host}/v1/data/TaiwanStockPER?`))
    }
    for (const path of ['/docs/reference/start', '/docs/formats', '/docs/formats.md'])
      assert.ok(!(await look(path)).text.includes('http://127.0.0.1:8080'), path)
  })

  test('an invalid host is not echoed', async () => {
    for (const host of ['evil.example/x?', '<script>', 'a b', `${'x'.repeat(300)}.tw`, '"onload=', 'a@b', 'h:123456'])
      for (const path of ['/docs/reference/start', '/openapi.json', '/llms.txt', '/']) {
        const { text, status } = await look(path, { Host: host })
        assert.equal(status, 200)
        assert.ok(!text.includes(`http://${host}`), `${path} ${host}`)
        assert.ok(text.includes(url), path)
      }
  })

  test('the public address where it is set, whatever the host of the request', async () => {
    for (const [path, text] of [
      ['/docs/reference/start', `export FORMOSA=${publicUrl}\n`],
      ['/openapi.json', `"servers":[{"url":"${publicUrl}"},{"url":"${publicUrl}/api"}]`],
      ['/llms.txt', `${publicUrl}/v1/data/`],
      ['/', `${publicUrl}/v1/data/TaiwanStockPER?`],
    ] as const)
      assert.ok((await behind.send(path, { headers: { Accept: browser } })).text.includes(text), path)
  })
})

test('where agents cannot pay, their endpoints are 404, and a tool without a key says so', async () => {
  const question = { json: { question: '台積電近三日收盤價' } }
  await behind.refused([
    [404, 'agent_disabled', '/v1/agent'],
    [404, 'agent_disabled', '/v1/agent/TaiwanStockPrice'],
    [404, 'agent_disabled', '/v1/agent/ask', question],
  ])
  const params = { name: 'query_rows', arguments: { dataset: 'TaiwanStockPER' } }
  const { status, text } = await behind.send('/mcp', {
    json: { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
    headers: { Accept: 'application/json, text/event-stream' },
  })
  assert.equal(status, 200)
  assert.match(text, /missing_key/)
})

describe('a browser', () => {
  test('reads the first page in both languages, and a program the same links as JSON', async () => {
    const page = assertPage(await look('/'), 200)
    for (const text of [
      'Taiwan market data',
      'href="./docs"',
      'href="./openapi.json"',
      'href="./llms.txt"',
      'href="./account"',
    ])
      assert.ok(page.includes(text), text)
    assert.ok(assertPage(await look('/?lang=zh-TW'), 200).includes('台灣市場資料'))
    for (const path of ['/', '/api/'])
      for (const accept of ['*/*', 'application/json']) {
        const response = await client.send(path, { headers: { Accept: accept } })
        assert.equal(response.status, 200)
        assert.equal(response.json.docs, '/docs')
      }
  })

  test('reads the reference for any tag of Chinese, and in the language of the browser for an unknown one', async () => {
    const chinese = (await look('/docs?lang=zh-TW')).text
    for (const lang of ['zh', 'ZH', 'zh-Hant', 'zh_TW', 'zh-tw'])
      assert.equal(assertPage(await look(`/docs?lang=${lang}`), 200), chinese, lang)
    assert.equal((await look('/account?lang=zh')).text, (await look('/account?lang=zh-TW')).text)
    const english = (await look('/docs?lang=en')).text
    for (const lang of ['ja', 'zhx', '', 'english']) {
      const response = await look(`/docs?lang=${lang}`, { 'Accept-Language': 'en' })
      assert.equal(assertPage(response, 200), english, lang)
      assert.equal(response.headers['set-cookie'], undefined)
    }
  })

  test('follows a link that has parameters of another site; a program gets 422', async () => {
    for (const path of ['/', '/market', '/datasets/TaiwanStockPrice', '/stock/2330', '/console', '/docs', '/docs/curl'])
      for (const strange of ['fbclid=abc', 'utm_source=news&utm_source=news', 'stok_id=2330']) {
        const page = assertPage(await look(`${path}?${strange}&lang=en`), 200)
        assert.equal(page, (await look(`${path}?lang=en`)).text, `${path}?${strange}`)
      }
    for (const path of ['/favicon.ico', '/robots.txt', '/llms.txt']) {
      const plain = await client.send(path)
      const linked = await client.send(`${path}?v=2&utm_source=news`)
      assert.deepEqual([linked.status, linked.text], [200, plain.text], path)
    }
    for (const path of ['/v1/data', '/', '/docs.json', '/healthz'])
      assert.equal((await client.send(`${path}?fbclid=abc`)).status, 422, path)
    assert.match(assertPage(await look('/v1/data?fbclid=abc'), 422), /fbclid/)
  })

  test('is led from an address that ends in a slash to the page, behind a proxy too', async () => {
    for (const [path, location] of [
      ['/market/', '../market'],
      ['/stock/2330/?lang=en', '../2330?lang=en'],
      ['/docs/curl/', '../curl'],
    ] as const) {
      const { status, headers } = await look(path)
      assert.deepEqual([status, headers.location], [308, location])
      assertPage(await look(new URL(location, `http://a${path}`).href.slice('http://a'.length)), 200)
    }
    for (const path of ['/v1/data/', '/nothing/', '/stock//', '//example.com/', '/market//'])
      assert.equal((await look(path)).status, 404, path)
    const slashed = await client.send('/v1/data/')
    assert.equal(slashed.json.detail, 'There is no endpoint at /v1/data/: it is /v1/data, without the slash.')
  })

  test('finds the icon and the rules for search engines where every browser looks', async () => {
    const icon = await look('/favicon.ico')
    assert.deepEqual([icon.status, icon.headers['content-type']], [200, 'image/svg+xml'])
    const { status, text } = await look('/robots.txt')
    assert.deepEqual([status, text], [200, 'User-agent: *\nDisallow: /v1/\nDisallow: /mcp\n'])
  })

  test('gets every error as a page, with the status and the headers that a program gets', async () => {
    for (const [path, status, code, more] of [
      ['/nothing', 404, 'not_found', {}],
      ['/v1/data/TaiwanStockPrice', 401, 'missing_key', {}],
      ['/v1/data/TaiwanStockPrise', 404, 'unknown_dataset', { key: '' }],
      ['/v1/data/TaiwanStockPrice?limit=0', 422, 'invalid_parameter', { key: '' }],
      ['/v1/data?tier=gold', 422, 'invalid_parameter', {}],
      ['/v1/agent/TaiwanStockPrice', 402, 'payment_required', {}],
      ['/v1/ask', 405, 'method_not_allowed', {}],
      ['/v1/keys', 401, 'missing_key', {}],
      ['/%E0%A4', 404, 'not_found', {}],
    ] as const)
      for (const language of ['en', 'zh-TW']) {
        const how = 'key' in more ? { key } : {}
        const headers = { 'Accept-Language': language }
        const page = await look(path, headers, how)
        const program = await client.send(path, { headers, ...how })
        const text = assertPage(page, status)
        assert.equal(page.headers['content-language'], language)
        assert.equal(program.json.code, code)
        for (const part of [program.json.detail, page.headers['x-request-id']])
          assert.ok(unescaped(text).includes(part), `${path}: ${text}`)
        assert.ok(text.includes(`<code>${code}</code>`))
        for (const name of ['www-authenticate', 'allow', 'cache-control', 'payment-required', 'vary'] as const)
          assert.equal(page.headers[name], program.headers[name], `${path} ${name}`)
      }
    const unknown = (await look('/v1/data/TaiwanStockPrise', {}, { key })).text
    assert.match(unknown, /<a href="\.\.\/\.\.\/datasets\/TaiwanStockPrice">TaiwanStockPrice<\/a>/)
  })

  test('gets rows as JSON all the same', async () => {
    const response = await look('/v1/data/TaiwanStockPrice?limit=1', {}, { key })
    assert.equal(response.status, 200)
    assert.match(response.headers['content-type']!, /^application\/json/)
    assert.equal(response.json.count, 1)
  })

  test('sees an address only as text', async () => {
    const evil = encodeURIComponent('<img src=x onerror=alert(1)>"\'')
    for (const [path, how] of [
      [`/${evil}`, {}],
      [`/v1/data/${evil}`, { key }],
      [`/v1/data/TaiwanStockPrice?${evil}=1`, { key }],
      [`/v1/data?tier=${evil}`, {}],
    ] as const) {
      const { text } = await look(path, {}, how)
      assert.doesNotMatch(text, /<img/)
    }
    for (const path of ['/stock/%00', '/datasets/%1B', '/%07'])
      assert.doesNotMatch((await look(path)).text, /(?![\t\n\r])\p{Cc}/u, path)
  })
})

test('no address of an error page leads a link to another host', async () => {
  const known = new Set(['www.tradingview.com'])
  for (const head of ['//', '///', '/\\', '/\\/', '//a@', '/.//'])
    for (const deep of [1, 18, 19, 20, 21, 40]) {
      const path = `${head}evil.example${'/x'.repeat(deep)}`
      const { status, text } = await look(`${path}?a=1`)
      assert.equal(status, 404, path)
      // As a browser resolves them.
      for (const [, link] of text.matchAll(/(?:href|src|action)="([^"]*)"/g)) {
        const { hostname } = new URL(link!.replaceAll('&amp;', '&'), `http://own.example${path}`)
        assert.ok(hostname === 'own.example' || known.has(hostname), `${path}: ${link}`)
      }
    }
})

describe('the header Accept', () => {
  test('without an offered type is 406, which names the offered types', async () => {
    for (const accept of [
      'text/csv',
      'application/json;q=0',
      'application/xml, text/csv;q=0.5',
      '*/*, application/json;q=0',
    ])
      for (const [path, how] of [
        ['/v1/data', {}],
        ['/v1/agent/TaiwanStockPrice?dry_run=true', {}],
        ['/v1/data/TaiwanStockPrice/gaps', { key }],
        ['/v1/me', { key }],
        ['/v1/plans', {}],
        ['/v1/ask', { key, json: { question: 'Top 10 stocks by volume today' } }],
      ] as const) {
        const response = await client.send(path, { headers: { Accept: accept }, ...how })
        assert.equal(response.status, 406, `${path} ${accept}: ${response.text.slice(0, 200)}`)
        assert.equal(response.json.code, 'not_acceptable')
        assert.match(response.json.detail, /application\/json/)
      }
    const chinese = { Accept: 'text/csv', 'Accept-Language': 'zh-TW' }
    assert.match((await client.send('/v1/data', { headers: chinese })).json.detail, /僅提供 application\/json/)
    for (const [path, type] of [
      ['/docs', 'text/html'],
      ['/account', 'text/html'],
      ['/llms.txt', 'text/plain'],
      ['/', 'application/json or text/html'],
    ] as const)
      assert.ok((await client.send(path, { headers: { Accept: 'text/csv' } })).json.detail.includes(type), path)
  })

  test('that allows JSON gets it; probes get the state whatever they accept', async () => {
    for (const accept of [
      '*/*',
      'application/*',
      'application/json',
      'text/csv, */*;q=0.1',
      'APPLICATION/JSON;Q=0.1',
      'text/*;q=0.3, */*;q=0.5',
      'application/json; charset=utf-8 ; q=0.4',
      browser,
      '',
      'nonsense',
    ])
      assert.equal((await client.send('/v1/data', { headers: { Accept: accept } })).status, 200, accept)
    for (const path of ['/healthz', '/readyz'])
      assert.equal((await client.send(path, { headers: { Accept: 'text/plain' } })).status, 200)
  })
})

/** Sends raw bytes and returns the output of the service until it closes the connection. */
async function sendRaw(bytes: string): Promise<string> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.end(Buffer.from(bytes, 'utf8'))
  let text = ''
  socket.setEncoding('utf8').on('data', (chunk) => {
    text += chunk
  })
  await once(socket, 'close')
  return text
}

test('invalid HTTP is refused in the language and the form of its headers', async () => {
  for (const target of ['/v1/data/Taiwan Stock', '/v1/data?tier=\u0001'])
    for (const [head, expected] of [
      ['Accept-Language: zh-TW\r\n', /無法讀取這個請求/],
      ['', /The request cannot be read/],
      [`Accept-Language: zh-TW\r\nAccept: ${browser}\r\n`, /<html lang="zh-Hant-TW">[\s\S]*無法讀取這個請求/],
    ] as const) {
      const text = await sendRaw(`GET ${target} HTTP/1.1\r\nHost: x\r\n${head}\r\n`)
      assert.match(text, /^HTTP\/1\.1 400 /)
      assert.match(text, expected)
      assert.equal(/access-control/i.test(text), false)
    }
  const shared = await sendRaw('GET /v1/data/a b HTTP/1.1\r\nHost: x\r\nOrigin: https://page.example\r\n\r\n')
  assert.match(shared, /Access-Control-Allow-Origin: \*/)
  assert.doesNotMatch(await sendRaw('HEAD /v1/data/a b HTTP/1.1\r\nHost: x\r\n\r\n'), /detail/)
})

test('an address with letters that are not encoded is answered in the language of the request', async () => {
  const text = await sendRaw(
    'GET /v1/data/台積電 HTTP/1.1\r\nHost: x\r\nAccept-Language: zh-TW\r\nConnection: close\r\n\r\n',
  )
  assert.match(text, /^HTTP\/1\.1 400 [\s\S]*網址中有字元需要百分號編碼/)
})
