import { setTimeout as sleep } from 'node:timers/promises'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { findPrograms } from './programs.ts'
import { shareOnce } from './sharing.ts'

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

/** A page, and everything that went wrong in it. */
export type Watched = {
  readonly page: Page
  /** Errors of scripts, what the policy of the page forbids, and requests to other hosts; not refusals of a server. */
  readonly complaints: () => readonly string[]
  readonly close: () => Promise<void>
}

const patienceMs = 60_000

/** Waits until an expression is true in a page: the policy of our pages forbids scripts that evaluate text. */
export async function waitUntil(page: Page, expression: string): Promise<void> {
  const end = Date.now() + patienceMs
  // A page that is being left evaluates nothing.
  while (!(await page.evaluate(expression).catch(() => false))) {
    if (Date.now() > end) throw new Error(`never true in ${page.url()}: ${expression}`)
    await sleep(20)
  }
}

/**
 * Waits until the scripts of a page have run to their end. They load their words after the page; until then its buttons
 * send their forms as without scripts. Another import of a module waits for the same run of it.
 */
export const waitForScripts = (page: Page): Promise<unknown> =>
  page.evaluate(`Promise.all([...document.querySelectorAll('script[type="module"]')].map(({ src }) => import(src)))`)

export type TestBrowser = {
  /** Opens a page in a profile of its own. */
  readonly open: (url: string, options?: BrowserContextOptions) => Promise<Watched>
  readonly stop: () => Promise<void>
}

/** Browsers write refusals, and requests without an answer, to the console: it is the page's matter to show them. */
const isRefusal = (text: string): boolean =>
  /^Failed to load resource: (the server responded with|net::ERR_CONNECTION_REFUSED)/.test(text)

async function open(browser: Browser, url: string, options: BrowserContextOptions): Promise<Watched> {
  const context = await browser.newContext({ locale: 'en', ...options })
  // A page may wait for the first question of a service, and that for a core.
  context.setDefaultTimeout(90_000)
  const page = await context.newPage()
  const complaints: string[] = []
  const { host } = new URL(url)
  page.on('console', (message) => {
    const text = message.text()
    if ((message.type() === 'error' || message.type() === 'warning') && !isRefusal(text)) complaints.push(text)
  })
  page.on('pageerror', (error) => complaints.push(`${error}`))
  page.on('request', (request) => {
    const to = new URL(request.url())
    if (to.protocol.startsWith('http') && to.host !== host) complaints.push(`a request to ${to.href}`)
  })
  await page.goto(url, { waitUntil: 'load' })
  return { page, complaints: () => complaints, close: () => context.close() }
}

/** One browser for the files of a process, each with profiles of its own: to start one takes seconds of CPU. */
const launch = shareOnce(
  async () => {
    const { paths, skip } = await findPrograms(['chromium'])
    if (skip !== null) return { skip }
    return { browser: await chromium.launch({ executablePath: paths.chromium, args: flags }) }
  },
  async (launched) => {
    if ('browser' in launched) await launched.browser.close()
    return null
  },
)

/** A browser without a window, where one is installed or can be. */
export async function startBrowser(): Promise<TestBrowser | { readonly skip: string }> {
  const launched = await launch()
  if ('skip' in launched) return { skip: launched.skip }
  const { browser, stop } = launched
  return { open: (url, options = {}) => open(browser, url, options), stop: async () => void (await stop()) }
}
