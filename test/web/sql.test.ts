import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { startBrowser, waitForScripts } from '../support/browser.ts'
import type { Service } from '../support/service.ts'
import { shareService } from '../support/sharedService.ts'
import { openUsers } from '../support/users.ts'

/** SQL in the console: names are completed, rows shown, a fault is marked, and the address opens the same SQL. */

const browser = await startBrowser()
const skip = 'skip' in browser ? browser.skip : false
let service: Service
let key: string

before(async () => {
  service = await shareService()
  const users = await openUsers(service.home)
  key = (await users.add('plus')).key
  await users.close()
})

after(async () => {
  await service?.stop()
  if (!('skip' in browser)) await browser.stop()
})

for (const [locale, viewport] of [
  ['en', { width: 1280, height: 900 }],
  ['zh-TW', { width: 390, height: 844 }],
] as const)
  test(`a person who reads ${locale} writes, runs, corrects and shares SQL`, { skip }, async () => {
    assert.ok(!('skip' in browser))
    const { page, complaints, close } = await browser.open(`${service.url}/console`, { locale, viewport })
    const [field, list, answer] = [page.locator('#sql'), page.locator('#sql-names'), page.locator('#answer')]
    const { keyboard } = page
    await page.click('nav.segments a:not([aria-current])')
    await page.waitForURL('**/console/sql')
    await waitForScripts(page)

    // Without a key nothing is sent.
    await page.click('#sql-form button[type="submit"]')
    await page.locator('#answer [role="alert"]').waitFor()
    assert.equal(await page.evaluate('document.activeElement.id'), 'key')
    await page.fill('#key', key)
    await keyboard.press('Enter')

    const named = page.waitForResponse((response) => response.url().includes('/sql.json'))
    await field.fill('')
    await (await named).finished()
    await keyboard.type('SELECT trade_date, clsoe FROM TaiwanStockPr')
    await list.waitFor()
    assert.equal(await field.getAttribute('aria-activedescendant'), 'sql-name-0')
    await keyboard.press('ArrowDown')
    await keyboard.press('ArrowUp')
    await keyboard.press('Tab')
    await keyboard.type(" WHERE stock_id = '2330' AND trade_d")
    await list.waitFor()
    await keyboard.press('Escape')
    assert.ok(await list.isHidden())
    await keyboard.type('a')
    await list.locator('[role="option"]').first().click()
    await keyboard.type(" >= '2026-09-01'")
    const written = (names: string) =>
      `SELECT trade_date, ${names} FROM TaiwanStockPrice WHERE stock_id = '2330' AND trade_date >= '2026-09-01'`
    assert.equal(await field.inputValue(), written('clsoe'))

    await keyboard.press('Control+Enter')
    await answer.locator('mark.not').waitFor()
    assert.equal(await answer.locator('mark.not').textContent(), 'clsoe')
    assert.match((await answer.textContent())!, locale === 'en' ? /Line 1, column 20/ : /第 1 行第 20 字/)
    assert.equal(await field.getAttribute('aria-invalid'), 'true')
    await answer.locator('[data-near="close"]').click()
    assert.equal(await field.inputValue(), written('close'))
    assert.equal(await field.getAttribute('aria-invalid'), null)

    await page.fill('#max_rows', '0')
    await keyboard.press('Control+Enter')
    await page.locator('#max_rows[aria-invalid="true"]').waitFor()
    await page.fill('#max_rows', '30')
    await keyboard.press('Control+Enter')
    await answer.locator('table.rows').waitFor()
    assert.equal(await answer.locator('table.rows tbody tr').count(), 30)
    assert.equal(await answer.locator('.notice').count(), 1, 'the result was cut')
    await answer.locator('.tabs .segments label').nth(1).click()
    await answer.locator('[data-figure] svg').waitFor()
    const download = page.waitForEvent('download')
    await answer.locator('[data-file="csv"]').click()
    const csv = readFileSync(await (await download).path(), 'utf8')
    assert.match(csv, /^trade_date,close\r?\n2026-/)
    assert.equal(csv.trim().split('\n').length, 31)

    const shared = new URL(page.url())
    assert.deepEqual(Object.fromEntries(shared.searchParams), { sql: written('close'), max_rows: '30' })
    assert.ok(!shared.href.includes(key))
    // Who opens the address has the SQL and no rows.
    const other = await browser.open(shared.href, { locale, viewport })
    await waitForScripts(other.page)
    assert.equal(await other.page.locator('#sql').inputValue(), written('close'))
    assert.equal(await other.page.locator('#max_rows').inputValue(), '30')
    assert.equal(await other.page.locator('#answer table').count(), 0)
    assert.deepEqual([...complaints(), ...other.complaints()], [])
    await other.close()
    await close()
  })
