import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { startBrowser, waitForScripts } from '../support/browser.ts'
import type { Service } from '../support/service.ts'
import { shareService } from '../support/sharedService.ts'
import { openUsers } from '../support/users.ts'

/** A new user, from the first page to the end of the session, as a person goes: in each language, with and without a mouse. */

const browser = await startBrowser()
const skip = 'skip' in browser ? browser.skip : false
let service: Service

before(async () => {
  service = await shareService()
})

after(async () => {
  await service?.stop()
  if (!('skip' in browser)) await browser.stop()
})

/** Presses a control: with the mouse, or by moving the focus to it and pressing Enter. */
type Press = (page: Page, selector: string) => Promise<void>

const byMouse: Press = (page, selector) => page.locator(selector).first().click()

/** Tab stops of a page are few enough to reach each of them from the start. */
const mostStops = 200

const byKeyboard: Press = async (page, selector) => {
  await page.locator(selector).first().waitFor()
  for (let i = 0; i < mostStops; i++) {
    if (await page.evaluate(`document.activeElement?.matches(${JSON.stringify(selector)}) ?? false`)) {
      await page.keyboard.press('Enter')
      return
    }
    await page.keyboard.press('Tab')
  }
  assert.fail(`no key reaches ${selector}`)
}

const people = [
  ['zh-TW', 'light', { width: 1280, height: 900 }, byMouse, '台積電近五日收盤價'],
  ['en', 'dark', { width: 390, height: 844 }, byKeyboard, 'Top 10 stocks by volume today'],
] as const

for (const [locale, colorScheme, viewport, press, question] of people)
  test(`a person who reads ${locale} signs up, reads a row, sees a chart, asks, revokes the key and leaves`, {
    skip,
  }, async () => {
    assert.ok(!('skip' in browser))
    const { page, complaints, close } = await browser.open(service.url, { locale, colorScheme, viewport })
    const visit = async (url: string) => {
      await page.goto(url)
      await waitForScripts(page)
    }
    const begun = performance.now()

    await press(page, 'a.main-action')
    await page.waitForURL('**/account')
    const email = `${locale.toLowerCase()}@example.com`
    await page.fill('#sign-up-email', email)
    await page.fill('#sign-up-password', 'correct horse battery')
    await page.keyboard.press('Enter')
    await page.locator('#new-key-text').waitFor()
    const key = (await page.locator('#new-key-text').textContent())!.trim()
    assert.match(key, /^fmsa_live_\w+$/)
    await press(page, '[data-action="try"]')
    await page.locator('#tried table').waitFor()
    assert.equal(await page.locator('#tried tbody tr').count(), 5)
    const seconds = (performance.now() - begun) / 1_000

    // The operator grants a plan; the key stays.
    const users = await openUsers(service.home)
    await users.setTier(email, 'plus')
    await users.close()
    const headers = { Authorization: `Bearer ${key}` }
    while (
      ((await (await fetch(`${service.url}/v1/key/info`, { headers })).json()) as { tier: string }).tier !== 'plus'
    )
      await sleep(50)

    await visit(`${service.url}/console?dataset=TaiwanStockPrice&stock_id=2330&limit=30`)
    await page.locator('#query').waitFor()
    // Rows stand there before the button is pressed; the answer to the press replaces them.
    const pendingResponse = page.waitForResponse((response) => response.url().includes('/v1/data/TaiwanStockPrice'))
    await press(page, '#query button[type="submit"].main-action')
    await pendingResponse
    await page.locator('#answer:not([aria-busy]) table.rows').waitFor()
    assert.equal(await page.locator('#answer table.rows tbody tr').count(), 30)
    // The radio button lies hidden in its label; a click on the words waits until the layout stands still.
    await page.locator('#answer .tabs .segments label').nth(1).click()
    await page.locator('#answer [data-figure]').waitFor()

    await visit(`${service.url}/ask`)
    await page.fill('textarea', question)
    await press(page, 'form:has(textarea) button[type="submit"]')
    await page.locator('#answer table.rows').waitFor()
    assert.match((await page.locator('#answer').textContent())!, /SELECT/)

    await visit(`${service.url}/account`)
    await press(page, '[data-key-task="revoke"]')
    await press(page, '[data-decide="revoke"] button[type="submit"]')
    await page.locator('#keys [data-key-task="revoke"]').waitFor({ state: 'detached' })
    const refused = await fetch(`${service.url}/v1/key/info`, { headers })
    assert.equal(refused.status, 401)
    await press(page, '[data-action="sign-out"]')
    await page.locator('#sign-up-email').waitFor()
    assert.equal(await page.evaluate('sessionStorage.length'), 0)
    assert.equal((await fetch(`${service.url}/v1/me`)).status, 401)
    assert.deepEqual(complaints(), [])
    await close()
    console.log(`from the first page to rows under a new key: ${seconds.toFixed(1)} s`)
  })
