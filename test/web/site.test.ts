import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { after, before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { Request } from 'playwright-core'
import { startBrowser, type Watched, waitUntil } from '../support/browser.ts'
import type { Service } from '../support/service.ts'
import { shareService } from '../support/sharedService.ts'

const isTorture = process.env.TORTURE !== undefined

/** Every page in a real browser: both languages, desk and phone, light and dark. */

const paths = [
  '/',
  '/market',
  '/datasets',
  '/datasets?q=revenue',
  '/datasets/TaiwanStockPrice',
  '/datasets/TaiwanStockSectorPrice',
  '/datasets/TaiwanStockHoldingSharesPer',
  '/stocks',
  '/stock/2330',
  '/stock/0050',
  '/console',
  '/console?dataset=TaiwanStockPER&stock_id=2330&limit=5',
  '/console/sql',
  '/ask',
  '/agents',
  '/account',
  '/status',
  '/docs',
  '/docs/reference/quota',
  '/docs/api/data',
  '/docs/formats',
  '/no-such-page',
]
/** Further examples of pages that are in the list already. */
const further = [
  '/datasets?q=revenue',
  '/datasets/TaiwanStockSectorPrice',
  '/datasets/TaiwanStockHoldingSharesPer',
  '/stock/0050',
  '/console?dataset=TaiwanStockPER&stock_id=2330&limit=5',
  '/docs/reference/quota',
  '/docs/formats',
]
/** Pages that only show things: without scripts they show the same. */
const readable = paths.filter(
  (path) => !/^\/(console|ask|account)/.test(path) && (isTorture || !further.includes(path)),
)

const browser = await startBrowser()
const skip = 'skip' in browser ? browser.skip : false
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
let service: Service

before(async () => {
  service = await shareService()
})

after(async () => {
  await service?.stop()
  if (!('skip' in browser)) await browser.stop()
})

type Violation = { readonly id: string; readonly impact: string; readonly nodes: readonly { readonly html: string }[] }

const looks = [
  ['zh-TW', 'desk', 'light', { width: 1280, height: 900 }],
  ['en', 'phone', 'dark', { width: 390, height: 844 }],
] as const

/** The rows of a table, the entries of a list and the choices of a field are alike: of a long one axe checks some. */
const alikeRows = isTorture
  ? 'tbody tr:nth-child(n + 6)'
  : 'tbody tr:nth-child(n + 4), li:nth-child(n + 5), option:nth-child(n + 4)'
const shorten = `for (const row of document.querySelectorAll('${alikeRows}')) row.remove()`
/** The rule for regions takes a sixth of the time of axe, and what it finds is never serious. */
const axeOptions =
  "{ resultTypes: ['violations'], preload: false, selectors: false, rules: { region: { enabled: false } } }"

/** Pages of the same parts as one that axe checks. */
const alike = [
  '/datasets?q=revenue',
  '/datasets/TaiwanStockSectorPrice',
  '/stock/0050',
  '/docs/reference/quota',
  '/docs/formats',
]
/**
 * A check by axe takes longer than the rest of the test: it is made of every kind of page in one look, with TORTURE of
 * all pages in all looks. In each look the checked pages have tables, charts, forms and code.
 */
const checked = paths.filter((path) => !alike.includes(path))
const isChecked = (path: string, look: number): boolean =>
  isTorture || single.includes(path) || worded.indexOf(path) % looks.length === look

/**
 * Pages whose scripts write words: opened in both languages. The others are opened in one of the looks, the next in the
 * other; those that axe does not check, for they are like others, only with TORTURE.
 */
const worded = ['/', '/stock/2330', '/console', '/ask', '/account', '/datasets', '/console/sql']
const single = checked.filter((path) => !worded.includes(path))
const isOpened = (path: string, look: number): boolean =>
  isTorture || worded.includes(path) || (single.includes(path) && single.indexOf(path) % looks.length === look)

const weighed = ['/', '/stock/2330', '/console', '/account', '/datasets']

/** What each of these pages loads. */
const loads = new Map<string, readonly string[]>()

/** The addresses that a page loads from now on, also of what the browser has already, without data. */
function loadedBy(page: Watched['page']): () => readonly string[] {
  const urls = new Set<string>()
  const add = (request: Request) => {
    if (request.resourceType() === 'document' || request.url().includes('/assets/')) urls.add(request.url())
  }
  page.on('request', add)
  return () => {
    page.off('request', add)
    return [...urls]
  }
}

/** The bytes of what stands at an address, compressed. */
async function weigh(url: string, language: string): Promise<number> {
  const response = await get(url, language)
  const body = Buffer.from(await response.arrayBuffer())
  // The data of charts and the rows of tables are no part of the page itself.
  const isPage = response.headers.get('content-type')!.startsWith('text/html')
  const text = isPage ? String(body).replace(/<script type="application\/json">[\s\S]*?<\/script>/g, '') : body
  return gzipSync(text, { level: 9 }).length
}

/** One window for each look, which goes from page to page: a new one for each would take as long as the page. */
const windows = new Map<number, Promise<Watched>>()

for (const [look, [locale, size, colorScheme, viewport]] of looks.entries())
  for (const path of paths.filter((path) => isOpened(path, look)))
    test(`${path} in ${locale} on a ${size}, ${colorScheme}`, { skip }, async () => {
      assert.ok(!('skip' in browser))
      if (!windows.has(look))
        windows.set(look, browser.open(`${service.url}/healthz`, { locale, colorScheme, viewport }))
      const { page, complaints } = await windows.get(look)!
      const before = complaints().length
      const loaded = weighed.includes(path) && look === 0 ? loadedBy(page) : null
      await page.goto(service.url + path)
      await page.waitForLoadState('networkidle')
      if (loaded) loads.set(path, loaded())
      if (path === '/stock/2330') await page.locator('[data-figure][data-drawn]').waitFor()
      assert.deepEqual(complaints().slice(before), [])
      assert.equal(await page.evaluate('document.documentElement.lang'), locale === 'en' ? 'en' : 'zh-Hant-TW')
      const more = 'document.documentElement.scrollWidth - innerWidth'
      assert.equal(await page.evaluate(more), 0, 'wider than the window')
      // In the other size too, which needs no other page; it is laid out anew a moment later.
      const other = looks[1 - look]![3]
      await page.setViewportSize(other)
      await waitUntil(page, `innerWidth === ${other.width} && ${more} === 0`)
      await page.setViewportSize(viewport)
      await waitUntil(page, `innerWidth === ${viewport.width} && ${more} === 0`)
      if (!isChecked(path, look)) return
      await page.evaluate(shorten)
      await page.evaluate(axe)
      const found = (await page.evaluate(
        `axe.run(${axeOptions}).then(({ violations }) => violations)`,
      )) as readonly Violation[]
      const serious = found.filter(({ impact }) => impact === 'serious' || impact === 'critical')
      assert.deepEqual(
        serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' ')}`),
        [],
      )
    })

const textOf = (html: string): string =>
  html
    .slice(html.indexOf('<main'), html.indexOf('</main>'))
    .replace(/<script[\s\S]*?<\/script>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')

test('pages that only show things are whole without scripts', { skip }, async () => {
  assert.ok(!('skip' in browser))
  const { page, close } = await browser.open(service.url, { javaScriptEnabled: false })
  for (const path of readable) {
    await page.goto(service.url + path)
    const shown = await page.locator('main').textContent()
    assert.ok(shown!.length > 200, `${path}: ${shown}`)
    assert.equal(await page.locator('.scripted:visible').count(), 0, path)
    const drawings = '[data-figure]:not(.panel *) svg'
    assert.equal(await page.locator(`${drawings}:visible`).count(), await page.locator(drawings).count(), path)
  }
  await close()
})

const get = (path: string, language = 'en') =>
  fetch(new URL(path, service.url), {
    headers: { Accept: 'text/html, */*;q=0.5', 'Accept-Language': language },
    redirect: 'manual',
  })

/**
 * Pages of stocks and of datasets are alike, and every example is asked in src/http/pages/calls.test.ts: of the links
 * to them one in so many is followed.
 */
function shareOf(target: string): number {
  if (isTorture) return 1
  if (/^\/stock\/\w+$/.test(target)) return 50
  if (/^\/datasets\/\w+$/.test(target)) return 3
  return target.startsWith('/ask?q=') ? 7 : 1
}

test('every link of every page leads somewhere, and both languages link the same', async () => {
  const known = new Map<string, number>()
  for (const path of paths) {
    const targets = await Promise.all(
      ['en', 'zh-TW'].map(async (language) => {
        const html = (await (await get(path, language)).text()).replaceAll('&amp;', '&')
        assert.doesNotMatch(textOf(html), /undefined|\[object|NaN/, path)
        return [...html.matchAll(/<a [^>]*href="([^"]*)"/g)]
          .map(([, target]) => new URL(target!, service.url + path))
          .filter(({ protocol, host }) => protocol.startsWith('http') && host === new URL(service.url).host)
      }),
    )
    // Examples of questions and headings of files are in the language of the page.
    const names = targets.map((list) =>
      list
        .filter(({ search }) => !search.includes('lang='))
        .map(({ pathname, search }) => pathname + search.replace(/=[^&]*/g, '')),
    )
    assert.deepEqual(new Set(names[0]), new Set(names[1]), path)
    for (const [at, { pathname, search }] of targets.flat().entries()) {
      const target = pathname + search
      if (at % shareOf(target) !== 0) continue
      if (!known.has(target)) known.set(target, (await get(target)).status)
      const isSample = /^\/v1\//.test(pathname)
      const isExpected =
        known.get(target) === 200 || target.startsWith('/no-such-page') || (isSample && known.get(target) === 401)
      assert.ok(isExpected, `${path} links to ${target}: ${known.get(target)}`)
    }
  }
  assert.ok(known.size > 150, String(known.size))
})

test('a page with all that it loads is at most 120 KB compressed before data', { skip }, async () => {
  assert.deepEqual([...loads.keys()].sort(), weighed.toSorted())
  for (const [path, urls] of loads) {
    assert.ok(urls.includes(service.url + path) && urls.length > 3, `${path}: ${urls.join(' ')}`)
    const sizes = await Promise.all(urls.map((url) => weigh(url, 'zh-TW')))
    const bytes = sizes.reduce((sum, size) => sum + size, 0)
    assert.ok(bytes < 120 * 1_024, `${path}: ${bytes} bytes`)
  }
})
