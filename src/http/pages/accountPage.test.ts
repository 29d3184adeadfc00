import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { startBrowser, waitUntil } from '../../../test/support/browser.ts'
import { builtAt, copyOfFew } from '../../../test/support/fixture.ts'
import { startMail } from '../../../test/support/mail.ts'
import { type Service, startService } from '../../../test/support/service.ts'

const folder = mkdtempSync(join(tmpdir(), 'formosa-account-page-'))
const browser = await startBrowser()
const skip = 'skip' in browser ? browser.skip : false
let mail: Awaited<ReturnType<typeof startMail>>
let service: Service

before(async () => {
  mail = await startMail()
  const home = await copyOfFew(join(folder, 'home'))
  service = await startService(home, { FORMOSA_NOW: builtAt, WORKERS: '1', SMTP_URL: mail.url })
})

after(async () => {
  await service?.stop()
  await mail?.stop()
  if (!('skip' in browser)) await browser.stop()
  rmSync(folder, { recursive: true, force: true })
})

const post = (path: string, body: object) =>
  fetch(service.url + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })

/** Signs up and returns the link of the message. */
async function signUp(email: string, password: string): Promise<string> {
  await post('/v1/auth/sign-up', { email, password })
  return linkIn((await mail.waitFor(email)).text)
}

const linkIn = (text: string | null): string => /^http\S+\/account\?\S+$/m.exec(text ?? '')![0]
const tokenIn = (link: string): string => new URL(link).searchParams.get('token')!

const isOpen = async (email: string, password: string): Promise<boolean> =>
  (await post('/v1/auth/log-in', { email, password })).status === 200

const look = async (query: string, headers: Record<string, string> = {}) => {
  const response = await fetch(`${service.url}/account${query}`, { headers })
  return { response, text: await response.text() }
}

/** The one part of the page that is not hidden. */
const shownIn = (page: string): string[] =>
  [...page.matchAll(/<div data-view="([\w-]+)"( hidden)?>/g)].flatMap(([, name, hidden]) => (hidden ? [] : [name!]))

for (const [language, texts] of [
  ['en', ['Confirm your address', 'Set a new password', 'Thank you', 'Create an account', 'needs JavaScript']],
  ['zh-TW', ['確認電子郵件', '設定新密碼', '感謝您', '註冊並取得金鑰', '需要 JavaScript']],
] as const)
  test(`the page in ${language} shows the part that its link is for, and loads its own files alone`, async () => {
    for (const [i, [query, shown]] of [
      ['?do=verify&token=a', 'verify'],
      ['?do=reset&token=a', 'reset'],
      ['?do=paid', 'out'],
      ['', 'out'],
      ['?do=verify', 'verify'],
    ].entries()) {
      const { response, text } = await look(query!, { 'Accept-Language': language })
      assert.equal(response.status, 200)
      assert.equal(response.headers.get('content-type'), 'text/html; charset=utf-8')
      assert.equal(response.headers.get('content-language'), language)
      assert.equal(response.headers.get('referrer-policy'), 'no-referrer')
      assert.match(response.headers.get('cache-control')!, /^private/)
      assert.ok(text.includes(texts[i]!), texts[i])
      assert.deepEqual(shownIn(text), [shown])
      const policy = response.headers.get('content-security-policy')!
      assert.doesNotMatch(policy, /unsafe|\*|https?:/)
      assert.match(policy, /^default-src 'none';.* connect-src 'self';.* frame-ancestors 'none'$/)
      assert.doesNotMatch(text, /\s(src|action|style|on\w+)="(https?:|\/\/|javascript:)|\son\w+=|\sstyle=/i)
    }
  })

test('no part of the page repeats a token, and an action that it does not know is refused', async () => {
  const { text } = await look(`?do=verify&token=${encodeURIComponent('hidden-token<b>"x')}`)
  assert.ok(!text.includes('hidden-token') && text.includes('do=verify&amp;lang='))
  for (const query of ['?do=nonsense', '?token=']) assert.equal((await look(query)).response.status, 422, query)
})

test('the forms name their fields for password managers, and commands stand in for them without scripts', async () => {
  const { text } = await look('')
  for (const [id, kind] of [
    ['sign-up-email', 'username'],
    ['sign-up-password', 'new-password'],
    ['log-in-email', 'username'],
    ['log-in-password', 'current-password'],
    ['reset-new_password', 'new-password'],
    ['change-password-current_password', 'current-password'],
  ])
    assert.match(text, new RegExp(`<label for="${id}">[^<]+</label><input id="${id}"[^>]* autocomplete="${kind}"`))
  const [, unscripted] = /<noscript>([\s\S]*?)<\/noscript>/.exec(text)!
  for (const path of ['/v1/auth/sign-up', '/v1/auth/log-in', '/v1/keys', '/v1/data/TaiwanStockPER?stock_id=2330'])
    assert.ok(unscripted!.includes(service.url + path), path)
  assert.match((await look('?do=reset&token=a')).text, /<noscript>[\s\S]*\/v1\/auth\/reset\/confirm[\s\S]*<\/noscript>/)
})

test('to open a link changes nothing, and a session opens the account instead of the forms', async () => {
  const [email, password] = ['scanned@example.com', 'correct horse']
  const link = await signUp(email, password)
  for (const method of ['GET', 'HEAD', 'GET']) await (await fetch(link, { method })).arrayBuffer()
  assert.equal(await isOpen(email, password), false)
  const verified = (await (await post('/v1/auth/verify', { token: tokenIn(link) })).json()) as { key: { key: string } }
  const cookie = (await post('/v1/auth/log-in', { email, password })).headers.getSetCookie()[0]!.split(';')[0]!
  const { text } = await look('', { Cookie: cookie })
  assert.deepEqual(shownIn(text), ['in'])
  // Nothing about the reader is in the page itself, and a key is no session.
  assert.ok(!text.includes(email))
  assert.deepEqual(shownIn((await look('', { Authorization: `Bearer ${verified.key.key}` })).text), ['out'])
})

const press = (selector: string) => `document.querySelector('${selector}').click()`
const shows = (selector: string) =>
  `Boolean(document.querySelector('${selector}')) && document.querySelector('${selector}').checkVisibility()`
const textOf = (selector: string) => `document.querySelector('${selector}').textContent`
const type = (id: string, text: string) => `document.getElementById('${id}').value = ${JSON.stringify(text)}`

test('in a browser the button confirms an address and shows the key once, which reads rows', { skip }, async () => {
  assert.ok(!('skip' in browser))
  const [email, password] = ['person@example.com', 'correct horse']
  const link = await signUp(email, password)
  const { page, complaints } = await browser.open(link)
  await waitUntil(page, `location.search === '?do=verify'`)
  assert.equal(await isOpen(email, password), false)
  assert.equal(await page.evaluate(shows('#new-key')), false)
  await page.evaluate(press('[data-task="verify"] [type="submit"]'))
  await waitUntil(page, shows('#new-key'))
  const key = (await page.evaluate(textOf('#new-key-text'))) as string
  const account = await fetch(`${service.url}/v1/me`, { headers: { Authorization: `Bearer ${key}` } })
  assert.equal(((await account.json()) as { email: string }).email, email)
  assert.equal(await page.evaluate('location.pathname + location.search'), '/account')
  assert.equal(await page.evaluate(`sessionStorage.getItem('formosa.key')`), key)

  await page.evaluate(type('log-in-email', email))
  await page.evaluate(type('log-in-password', password))
  await page.evaluate(press('[data-task="log-in"] [type="submit"]'))
  await waitUntil(page, shows('#keys tr [data-key-task="revoke"]'))
  await page.evaluate(press('[data-action="try"]'))
  await waitUntil(page, shows('#tried tbody tr'))
  assert.equal(await page.evaluate(`document.querySelectorAll('#tried tbody tr').length`), 5)
  assert.match((await page.evaluate(textOf('#tried p'))) as string, /599/)

  await page.evaluate(press('[data-action="sign-out"]'))
  await waitUntil(page, shows('[data-view="out"]'))
  assert.equal(await page.evaluate(`sessionStorage.getItem('formosa.key')`), null)
  assert.ok(!((await page.evaluate('document.body.textContent')) as string).includes(key))

  await page.goto(link)
  await page.evaluate(press('[data-task="verify"] [type="submit"]'))
  await waitUntil(page, shows('[data-view="out"] [data-said]'))
  assert.equal(await page.evaluate(shows('#new-key')), false)
  assert.deepEqual(complaints(), [])
})

test('in a browser a new password is set, and errors are in the language of the page, beside their field', {
  skip,
}, async () => {
  assert.ok(!('skip' in browser))
  const email = 'forgetful@example.com'
  await post('/v1/auth/verify', { token: tokenIn(await signUp(email, 'correct horse')) })
  await post('/v1/auth/reset', { email })
  const { page, complaints } = await browser.open(linkIn((await mail.waitFor(email)).text), { locale: 'zh-TW' })
  assert.equal(await page.evaluate('document.documentElement.lang'), 'zh-Hant-TW')
  const send = press('[data-task="reset"] [type="submit"]')
  await page.evaluate(type('reset-new_password', 'short'))
  await page.evaluate(send)
  await waitUntil(page, `document.querySelector('#reset-new_password-note').classList.contains('fault')`)
  assert.match((await page.evaluate(textOf('#reset-new_password-note'))) as string, /8 到 128 個字元/)
  await page.evaluate(type('reset-new_password', 'battery staple'))
  await page.evaluate(send)
  await waitUntil(page, shows('[data-view="out"] [data-said]'))
  assert.equal(await page.evaluate(textOf('[data-view="out"] [data-said]')), '密碼已變更，請以新密碼登入。')
  assert.equal(await isOpen(email, 'battery staple'), true)
  assert.equal(await isOpen(email, 'correct horse'), false)
  assert.deepEqual(complaints(), [])

  await page.goto(`${service.url}/account?do=verify&token=stale&lang=zh-TW`)
  await page.evaluate(press('[data-task="verify"] [type="submit"]'))
  await waitUntil(page, shows('[data-task="verify"] [role="alert"]'))
  assert.equal(await page.evaluate(textOf('[data-task="verify"] [role="alert"]')), '此連結無效或已使用過：請重新申請。')
})

test('in a browser a sign-up with mail says that a message was sent, and no key', { skip }, async () => {
  assert.ok(!('skip' in browser))
  const { page } = await browser.open(`${service.url}/account?lang=en`)
  await page.evaluate(type('sign-up-email', 'new@example.com'))
  await page.evaluate(type('sign-up-password', 'correct horse'))
  await page.evaluate(press('[data-task="sign-up"] [type="submit"]'))
  await waitUntil(page, shows('[data-view="sent"]'))
  assert.match((await page.evaluate(textOf('[data-view="sent"]'))) as string, /A message was sent\s+new@example\.com/)
  assert.equal(await page.evaluate(`document.activeElement.hasAttribute('data-said')`), true)
  assert.equal(await page.evaluate(`sessionStorage.getItem('formosa.key')`), null)
  await page.goto(`${service.url}/account?do=verify&lang=en`)
  await waitUntil(page, shows('[data-view="incomplete"]'))
})

test('in a browser a webhook is added, shows its secret once, gets another one, and is removed', {
  skip,
}, async () => {
  assert.ok(!('skip' in browser))
  const [email, password] = ['hooks@example.com', 'correct horse']
  await post('/v1/auth/verify', { token: tokenIn(await signUp(email, password)) })
  const { page, complaints } = await browser.open(`${service.url}/account?lang=en`)
  await page.evaluate(type('log-in-email', email))
  await page.evaluate(type('log-in-password', password))
  await page.evaluate(press('[data-task="log-in"] [type="submit"]'))
  await waitUntil(page, shows('#webhooks td.dim'))

  const secretSaid = async (): Promise<string> => {
    await waitUntil(page, `/whsec_/.test(${textOf('#webhooks-said')})`)
    return /whsec_[\w+/=]+/.exec((await page.evaluate(textOf('#webhooks-said'))) as string)![0]
  }
  await page.evaluate(type('create-webhook-url', 'https://example.com/hook'))
  await page.evaluate(press('[data-task="create-webhook"] [type="submit"]'))
  const first = await secretSaid()
  await waitUntil(page, shows('#webhooks [data-webhook-task="rotate"]'))
  assert.match((await page.evaluate(textOf('#webhooks'))) as string, /https:\/\/example\.com\/hook/)

  await page.evaluate(press('#webhooks [data-webhook-task="rotate"]'))
  await waitUntil(page, `!${textOf('#webhooks-said')}.includes('${first}')`)
  const second = await secretSaid()
  assert.notEqual(second, first)

  // The page has no secret when it is opened again.
  await page.goto(`${service.url}/account?lang=en`)
  await waitUntil(page, shows('#webhooks [data-webhook-task="remove"]'))
  assert.doesNotMatch((await page.evaluate('document.documentElement.innerHTML')) as string, /whsec_/)

  // The first press asks, the second removes.
  const asked = `${textOf('#webhooks [data-webhook-task="remove"]')}`
  const before = await page.evaluate(asked)
  await page.evaluate(press('#webhooks [data-webhook-task="remove"]'))
  await waitUntil(page, `${asked} !== ${JSON.stringify(before)}`)
  await page.evaluate(press('#webhooks [data-webhook-task="remove"]'))
  await waitUntil(page, shows('#webhooks td.dim'))
  assert.deepEqual(complaints(), [])
})
