import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { startBrowser } from '../../test/support/browser.ts'
import { builtAt, copyOfFixture } from '../../test/support/fixture.ts'
import { startMail } from '../../test/support/mail.ts'
import { type Service, startService } from '../../test/support/service.ts'

const folder = mkdtempSync(join(tmpdir(), 'formosa-account-page-'))
const browser = await startBrowser()
const skip = 'skip' in browser ? browser.skip : false
let mail: Awaited<ReturnType<typeof startMail>>
let service: Service

before(async () => {
  mail = await startMail()
  const home = await copyOfFixture(join(folder, 'home'))
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

const isOpen = async (email: string, password: string): Promise<boolean> =>
  (await post('/v1/auth/log-in', { email, password })).status === 200

const press = `document.getElementById('send').click()`
const shows = (id: string) => `!document.getElementById('${id}').hidden`
const textOf = (id: string) => `document.getElementById('${id}').textContent`

for (const [language, said] of [
  ['en', ['Confirm your address', 'Set a new password', 'Thank you', 'Your account', 'This link is not whole']],
  ['zh-TW', ['確認電子郵件', '設定新密碼', '感謝您', '您的帳號', '此連結不完整']],
] as const)
  test(`the page in ${language} stands alone, and its policy allows its own script and nothing else`, async () => {
    const queries = ['do=verify&token=a', 'do=reset&token=a', 'do=paid', '', 'do=verify']
    for (const [i, query] of queries.entries()) {
      const answer = await fetch(`${service.url}/account?${query}`, { headers: { 'Accept-Language': language } })
      assert.equal(answer.status, 200)
      assert.equal(answer.headers.get('content-type'), 'text/html; charset=utf-8')
      assert.equal(answer.headers.get('content-language'), language)
      assert.equal(answer.headers.get('referrer-policy'), 'no-referrer')
      const page = await answer.text()
      assert.ok(page.includes(said[i]!), said[i])
      const chosen = await fetch(`${service.url}/account?${query}&lang=${language}`)
      assert.equal(await chosen.text(), page)

      const policy = answer.headers.get('content-security-policy')!
      assert.doesNotMatch(policy, /unsafe|\*|https?:/)
      assert.match(policy, /^default-src 'none';.* connect-src 'self';.* form-action 'none'; frame-ancestors 'none'$/)
      for (const [name, tag] of Object.entries({ script: 'script-src', style: 'style-src' })) {
        const inside = [...page.matchAll(new RegExp(`<${name}[^>]*>([^]*?)</${name}>`, 'g'))]
        assert.equal(inside.length, 1)
        assert.ok(policy.includes(`${tag} 'sha256-${hash('sha256', inside[0]![1]!, 'base64')}'`))
      }
      assert.doesNotMatch(page, /(src|href|action|style|on\w+)="(https?:|\/\/|javascript:)|\son\w+=|\sstyle=/i)
    }
  })

test('the page never echoes its address, and refuses unknown parameters', async () => {
  const page = await (await fetch(`${service.url}/account?do=verify&token=${encodeURIComponent('<b>"x')}`)).text()
  assert.ok(!page.includes('<b>') && !page.includes('&lt;b&gt;'))
  for (const query of ['do=nonsense', 'token=', 'lang=fr', 'what=1'])
    assert.equal((await fetch(`${service.url}/account?${query}`)).status, 422, query)
})

test('to open a link changes nothing', async () => {
  const [email, password] = ['scanned@example.com', 'correct horse']
  const link = await signUp(email, password)
  for (const method of ['GET', 'HEAD', 'GET']) await (await fetch(link, { method })).arrayBuffer()
  assert.equal(await isOpen(email, password), false)
  const answer = await post('/v1/auth/verify', { token: new URL(link).searchParams.get('token') })
  assert.ok(((await answer.json()) as { key: object | null }).key)
})

test('in a browser the button confirms an address and shows the key once', { skip }, async () => {
  assert.ok(!('skip' in browser))
  const [email, password] = ['person@example.com', 'correct horse']
  const link = await signUp(email, password)
  const page = await browser.open(link)
  assert.equal(await isOpen(email, password), false)
  assert.equal(await page.evaluate(shows('keyed')), false)
  await page.evaluate(press)
  await page.waitFor(shows('keyed'))
  const key = (await page.evaluate(textOf('key'))) as string
  const account = await fetch(`${service.url}/v1/me`, { headers: { Authorization: `Bearer ${key}` } })
  assert.equal(((await account.json()) as { email: string }).email, email)
  assert.equal(await page.evaluate('location.pathname + location.search'), '/account')
  assert.equal(await page.evaluate(`document.getElementById('form').hidden`), true)
  assert.equal(await isOpen(email, password), true)

  const again = await browser.open(link)
  await again.evaluate(press)
  await again.waitFor(shows('done'))
  assert.equal(await again.evaluate(shows('keyed')), false)
  assert.deepEqual([...page.complaints(), ...again.complaints()], [])
})

test('in a browser a new password is set, and errors are in the language of the page', {
  skip,
}, async () => {
  assert.ok(!('skip' in browser))
  const email = 'forgetful@example.com'
  await post('/v1/auth/verify', { token: new URL(await signUp(email, 'correct horse')).searchParams.get('token') })
  await post('/v1/auth/reset', { email })
  const page = await browser.open(linkIn((await mail.waitFor(email)).text), { 'Accept-Language': 'zh-TW' })
  assert.equal(await page.evaluate('document.documentElement.lang'), 'zh-Hant-TW')
  const type = (text: string) => page.evaluate(`document.getElementById('password').value = ${JSON.stringify(text)}`)
  await type('short')
  await page.evaluate(press)
  await page.waitFor(shows('failed'))
  assert.equal(await page.evaluate(textOf('failed')), '參數錯誤：new_password 長度必須為 8 到 128 個字元。')
  await type('battery staple')
  await page.evaluate(press)
  await page.waitFor(shows('done'))
  assert.equal(await page.evaluate(shows('failed')), false)
  assert.equal(await isOpen(email, 'battery staple'), true)
  assert.equal(await isOpen(email, 'correct horse'), false)
  assert.deepEqual(page.complaints(), [])

  const stale = await browser.open(`${service.url}/account?do=verify&token=stale&lang=zh-TW`)
  await stale.evaluate(press)
  await stale.waitFor(shows('failed'))
  assert.equal(await stale.evaluate(textOf('failed')), '此連結無效或已使用過：請重新申請。')
  assert.equal(await stale.evaluate(`document.getElementById('send').disabled`), false)
})
