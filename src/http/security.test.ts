import assert from 'node:assert/strict'
import { scryptSync } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { crc32 } from 'node:zlib'
import {
  type Client,
  cookieOf,
  createClient,
  type HttpResponse,
  type RequestOptions,
} from '../../test/support/client.ts'
import { createTestClock } from '../../test/support/clock.ts'
import { copyOfFew, copySharingAccounts } from '../../test/support/fixture.ts'
import { startMail } from '../../test/support/mail.ts'
import { createPeople, password } from '../../test/support/people.ts'
import { refuseKeys } from '../../test/support/run.ts'
import { type Service, startService } from '../../test/support/service.ts'
import { openUsers } from '../../test/support/users.ts'
import { generateKey, isWellFormed } from '../access/keys.ts'
import { type Database, openDatabase } from '../store/database.ts'
import { hasEtag } from './route.ts'
import { routes } from './routes/routes.ts'

const root = mkdtempSync(join(tmpdir(), 'formosa-security-'))
const home = join(root, 'home')
const clock = createTestClock(root, '2026-10-05T09:10:17.250+08:00')
const proxy = '127.0.0.8'
const settings = { ...clock.settings, LOG_LEVEL: 'trace', WORKERS: '1', TRUSTED_PROXIES: proxy, ADDRESS_LIMIT: '0' }
let mail: Awaited<ReturnType<typeof startMail>>
let users: Awaited<ReturnType<typeof openUsers>>
let database: Database
let service: Service
/** The same with mail and known to the world by https: its answers are timed. */
let outward: Service
let client: Client
let outside: Client

before(async () => {
  await copyOfFew(home)
  mail = await startMail()
  service = await startService(home, settings)
  outward = await startService(await copySharingAccounts(join(root, 'outward'), home), {
    ...settings,
    SMTP_URL: mail.url,
    PUBLIC_URL: 'https://data.example.com',
    SECURITY_CONTACT: 'security@example.com',
  })
  users = await openUsers(home)
  database = await openDatabase({ path: join(home, 'control.sqlite') })
  client = createClient(service.url, 8)
  outside = createClient(outward.url, 8)
})
after(async () => {
  client?.close()
  outside?.close()
  await users?.close()
  await database?.close()
  await Promise.all([service?.stop(), outward?.stop()])
  await mail?.stop()
  rmSync(root, { recursive: true, force: true })
})

const one = '/v1/data/TaiwanStockPER?stock_id=2330&limit=1'
/** Whatever must never be seen in a log. */
const secrets = new Set([password])
const secret = (text: string): string => {
  secrets.add(text)
  return text
}

const { host, newEmail, post, ...people } = createPeople(() => client, 5)
const { post: postOutside } = createPeople(() => outside, 6)
const tokenOf = (response: HttpResponse): string => secret(decodeURIComponent(cookieOf(response).split('=')[1]!))
async function signUp(more: RequestOptions = {}) {
  const person = await people.signUp(newEmail(), more)
  tokenOf(person.response)
  secret(person.key)
  return person
}
const logIn = (email: string, given = password, more: RequestOptions = {}) => people.logIn(email, secret(given), more)
const me = async (cookie: string) => (await client.send('/v1/me', { cookie })).json.user_id as number | undefined

describe('cookies', () => {
  const flags = (response: HttpResponse) => {
    const lines = response.headers['set-cookie']!.map((line) => {
      const [pair, ...rest] = line.split('; ')
      return { name: pair!.split('=')[0], flags: rest.filter((flag) => !flag.startsWith('Max-Age')).sort() }
    })
    // A log-out also removes what older releases may have left, under the same flags.
    for (const { flags } of lines) assert.deepEqual(flags, lines[0]!.flags)
    return lines[0]!
  }
  const plain = { name: 'formosa.session_token', flags: ['HttpOnly', 'Path=/', 'SameSite=Lax'] }
  const secure = { name: '__Secure-formosa.session_token', flags: ['HttpOnly', 'Path=/', 'SameSite=Lax', 'Secure'] }
  const forwarded = (proto: string) => ({ headers: { 'X-Forwarded-Proto': proto } })

  test('are HttpOnly and SameSite, and Secure behind a trusted proxy', async () => {
    const { email, response } = await signUp()
    assert.deepEqual(flags(response), plain)
    assert.deepEqual(flags(await logIn(email, password, { from: proxy, ...forwarded('http') })), plain)
    assert.deepEqual(flags(await logIn(email, password, { from: proxy, ...forwarded('https, http') })), plain)
    // The header is ignored from untrusted addresses.
    assert.deepEqual(flags(await logIn(email, password, { from: host(), ...forwarded('https') })), plain)
    const behind = await logIn(email, password, { from: proxy, ...forwarded('https') })
    assert.deepEqual(flags(behind), secure)
    assert.equal(
      (await client.send('/v1/me', { cookie: cookieOf(behind), from: proxy, ...forwarded('https') })).status,
      200,
    )
    const out = await client.send('/v1/auth/log-out', {
      method: 'POST',
      cookie: cookieOf(behind),
      from: proxy,
      ...forwarded('https'),
    })
    assert.equal(out.status, 200)
    assert.deepEqual(flags(out), secure)
    assert.match(out.headers['set-cookie']![0]!, /=; Max-Age=0;/)
  })

  test('are always Secure where the public address is https, and the password behind them is hashed at full cost', async () => {
    const { email, id } = await users.add('free')
    await postOutside('/v1/auth/reset', { email })
    const [, token] = /token=([\w.-]+)/.exec((await mail.waitFor(email)).text!)!
    secret(token!)
    assert.equal((await postOutside('/v1/auth/reset/confirm', { token, new_password: password })).status, 200)
    const response = await postOutside('/v1/auth/log-in', { email, password })
    assert.deepEqual(flags(response), secure)
    tokenOf(response)
    assert.equal((await outside.send('/v1/me', { cookie: cookieOf(response) })).json.user_id, id)
    const held = await database.db
      .selectFrom('accounts')
      .select('password')
      .where('user_id', '=', id)
      .executeTakeFirstOrThrow()
    const [salt, hash] = held.password!.split(':')
    assert.match(salt!, /^[0-9a-f]{32}$/)
    const cost = { N: 16_384, r: 16, p: 1, maxmem: 64 << 20 }
    assert.equal(hash, scryptSync(password, salt!, 64, cost).toString('hex'), 'a password is held as a costly hash')
  })

  test('open answers that no cache may store', async () => {
    const { cookie, key } = await signUp()
    // An answer with an ETag may be kept by its reader, and is asked for again each time.
    for (const route of routes.filter(({ auth, method }) => method === 'GET' && auth !== 'none'))
      for (const as of [{ cookie }, { key }]) {
        const { method, path, auth } = route
        const response = await client.send(path.replace('/plan', '/plan?calls=1'), { method, ...as })
        const kept = response.headers['cache-control']!
        const allowed = auth === 'open' || hasEtag(route) ? /^private|^no-store$/ : /^no-store$/
        assert.match(kept, allowed, path)
        assert.equal(response.headers['access-control-allow-credentials'], undefined)
      }
  })
})

describe('requests that another site makes a browser send', () => {
  test('the webhook, which has a signature of its own, and routes that read no cookie take bytes as they are', () => {
    // What a cookie does not open cannot be made use of from elsewhere.
    const changing = routes.filter(({ method, auth }) => method !== 'GET' && auth !== 'key')
    assert.ok(changing.length >= 14)
    assert.deepEqual(
      changing.filter(({ body }) => body === 'raw').map(({ path }) => path),
      [
        ...['/v1/agent/ask', '/v1/agent/sql', '/v1/billing/webhook', '/mcp'],
        ...['/oauth2/register', '/oauth2/token', '/oauth2/revoke'],
      ],
    )
  })

  test('routes that take a key alone ignore a session', async () => {
    const { cookie } = await signUpVictim()
    const own = routes.filter(({ auth }) => auth === 'key')
    assert.ok(own.length >= 2)
    for (const { method, path } of own) {
      const response = await client.send(path, { method, cookie, json: { question: '台積電收盤價' }, from: host() })
      assert.equal(response.json.code, 'missing_key')
    }
  })

  // That every route refuses another site and another type is in refusals.test.ts.
  test('are refused, whatever they say of themselves, and change nothing', async () => {
    const { cookie } = await signUpVictim()
    const json = { name: 'stolen' }
    const { host: ours, port } = new URL(service.url)
    for (const headers of [
      { Origin: 'https://evil.example' },
      { Origin: 'null' },
      { Origin: 'file://' },
      { Origin: '' },
      { Origin: `http://${ours}.evil.example` },
      { Origin: `http://evil.example/${ours}` },
      { Origin: `http://${ours}@evil.example` },
      { Origin: `http://localhost:${port}` },
      { Origin: `http://127.0.0.1:${Number(port) + 1}` },
      { Origin: 'https://evil.example', 'X-Forwarded-Host': 'evil.example' },
      { Origin: service.url, 'Sec-Fetch-Site': 'cross-site' },
      { Origin: service.url, 'Sec-Fetch-Site': 'same-site' },
      { 'Sec-Fetch-Site': 'cross-site' },
    ] as Record<string, string>[]) {
      const response = await post('/v1/keys', json, { cookie, headers })
      assert.deepEqual([response.status, response.json.code], [403, 'cross_site'], JSON.stringify(headers))
    }
    // What a form can send without asking first: never JSON.
    for (const type of [
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'text/plain; application/json',
    ]) {
      const how = { cookie, body: JSON.stringify(json), headers: { 'Content-Type': type } }
      assert.equal((await client.send('/v1/keys', how)).status, 415, type)
    }
    const asking = { Origin: 'https://evil.example', 'Access-Control-Request-Method': 'POST' }
    const preflight = await client.send('/v1/keys', { method: 'OPTIONS', headers: asking })
    assert.ok(!preflight.headers['access-control-allow-methods']!.includes('POST'))
    assert.equal(preflight.headers['access-control-allow-credentials'], undefined)
    const { keys } = (await client.send('/v1/keys', { cookie })).json
    assert.deepEqual(
      keys.map(({ name }: { name: string }) => name),
      ['first key'],
    )
  })

  let known: Awaited<ReturnType<typeof signUp>> | undefined
  const signUpVictim = async () => {
    known ??= await signUp()
    return known
  }

  test('pages of the service itself and clients that are no browsers are served', async () => {
    const { cookie } = await signUpVictim()
    for (const headers of [
      {},
      { Origin: service.url },
      { Origin: service.url, 'Sec-Fetch-Site': 'same-origin' },
      { 'Sec-Fetch-Site': 'none' },
    ] as Record<string, string>[]) {
      const response = await client.send('/v1/keys', { cookie, headers, json: { name: 'mine' } })
      assert.equal(response.status, 201, response.text)
      secret(response.json.key)
    }
    const response = await postOutside(
      '/v1/auth/reset',
      { email: newEmail() },
      { headers: { Origin: 'https://data.example.com' } },
    )
    assert.equal(response.status, 202)
  })
})

describe('sessions', () => {
  test('a cookie that was there before a log-in is not adopted, and every log-in makes a new one', async () => {
    const attacker = await signUp()
    const { email, id, cookie: first } = await signUp({ cookie: attacker.cookie })
    assert.notEqual(first, attacker.cookie)
    assert.equal(await me(attacker.cookie), attacker.id)
    const invented = 'formosa.session_token=0123456789abcdef0123456789abcdef.c2lnbmF0dXJl'
    const seen = new Set([first, attacker.cookie, invented])
    for (const planted of [attacker.cookie, invented, first]) {
      const response = await logIn(email, password, { cookie: planted })
      assert.equal(response.status, 200)
      tokenOf(response)
      const fresh = cookieOf(response)
      assert.ok(!seen.has(fresh))
      seen.add(fresh)
      assert.equal(await me(fresh), id)
      assert.notEqual(await me(planted), planted === first ? undefined : id)
    }
    assert.equal(await me(invented), undefined)
    assert.equal(await me(attacker.cookie), attacker.id)
  })

  test('a token is invalid after its log-out', async () => {
    const { cookie, id } = await signUp()
    assert.equal(await me(cookie), id)
    assert.equal((await client.send('/v1/auth/log-out', { method: 'POST', cookie })).status, 200)
    for (let again = 0; again < 2; again++) assert.equal(await me(cookie), undefined)
    assert.equal((await client.send('/v1/keys', { cookie, json: { name: 'x' } })).status, 401)
  })
})

/** The parts of a response that may differ between two cases, without date and request id. */
const shape = ({ status, text, headers, lines }: HttpResponse) => ({
  status,
  text: text.replace(String(headers['x-request-id']), ''),
  lines: lines.map(([name, value]) => [name, /^(date|x-request-id)$/i.test(name) ? '' : value]),
})
describe('no answer tells whether an address has an account', () => {
  test('at log-in', async () => {
    const { email } = await signUp()
    const { email: withoutPassword } = await users.add('free')
    const guess = (address: string) => postOutside('/v1/auth/log-in', { email: address, password: 'not the password' })
    const [known, made, unknown] = [await guess(email), await guess(withoutPassword), await guess(newEmail())]
    assert.equal(known.status, 401)
    assert.deepEqual(shape(unknown), shape(known))
    assert.deepEqual(shape(made), shape(known))
  })

  test('at reset', async () => {
    const { email: known } = await users.add('free')
    const reset = (email: string) => post('/v1/auth/reset', { email })
    assert.deepEqual(shape(await reset(newEmail())), shape(await reset(known)))
  })

  test('at sign-up and when a link is asked for again, where mail is set up', async () => {
    const { email: known } = await users.add('free')
    const enter = (email: string) => postOutside('/v1/auth/sign-up', { email, password })
    const unverified = newEmail()
    const response = await enter(known)
    assert.equal(response.status, 202)
    assert.deepEqual(shape(await enter(unverified)), shape(response))
    const again = (email: string) => postOutside('/v1/auth/verify/send', { email })
    assert.deepEqual(shape(await again(newEmail())), shape(await again(unverified)))
  })
})

describe('keys', () => {
  const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
  /** A key that begins like another and has a right checksum. */
  function alike(key: string): string {
    const random = generateKey()
    const middle = key.slice(10, 28) + random.slice(28, 32)
    let rest = crc32(middle)
    let checksum = ''
    for (let i = 0; i < 6; i++, rest = Math.floor(rest / 62)) checksum = alphabet[rest % 62] + checksum
    const made = secret(`fmsa_live_${middle}_${checksum}`)
    assert.ok(isWellFormed(made))
    return made
  }

  test('a key that begins like a known one is refused like any other', async () => {
    const { key } = await users.add('free')
    secret(key)
    const guessKey = (guess: string) => client.send('/v1/key/info', { key: guess })
    assert.deepEqual(shape(await guessKey(alike(key))), shape(await guessKey(generateKey())))
  })

  test('a key in a wrong place is neither accepted nor echoed', async () => {
    const { key } = await users.add('free')
    secret(key)
    const paths = [
      ...[`${one}&api_key=${key}`, `${one}&key=${key}`, `${one}&${key}=1`, `${one}&${key}`],
      ...[`/v1/data?api_key=${key}`, `/v1/data?${key}`, `/v1/me?token=${key}`, `/v1/key/info?${key}`],
      ...[`/v1/data/${key}`, `/v1/${key}`, `/${key}`, `/v1/keys/${key}`, `/${key}/%ZZ`, `/v1/data?tier=${key}`],
    ]
    for (const path of paths)
      for (const as of [
        {},
        { key },
        { headers: { 'X-API-Key': key } },
        { cookie: `key=${key}` },
        { headers: { Authorization: key } },
      ] as RequestOptions[])
        for (const method of ['GET', 'DELETE']) {
          const response = await client.send(path, { method, ...as })
          assert.ok(!response.text.includes(key), `${path} ${response.text}`)
          assert.ok(!JSON.stringify(response.lines).includes(key), path)
          if (!('key' in as)) assert.notEqual(response.headers['x-ratelimit-tier'], 'free', path)
        }
    const odd = await post('/v1/auth/log-in', { [key]: 1, email: 'a@example.com', password })
    assert.ok(!odd.text.includes(key))
  })
})

describe('headers cannot be injected', () => {
  const breaks = ['%0d%0aX-Evil:%201', '%0aX-Evil:%201', '%0dX-Evil:%201', '%E5%98%8A%E5%98%8DX-Evil:%201']
  const expectWellFormed = (response: HttpResponse) => {
    for (const [name, value] of response.lines) {
      assert.notEqual(name.toLowerCase(), 'x-evil')
      assert.doesNotMatch(value, /[\r\n]/)
    }
  }

  test('by paths, queries and bodies', async () => {
    const { cookie, email } = await signUp()
    const { key } = await users.add('plus')
    for (const each of breaks) {
      for (const path of [
        `/v1/data/x${each}`,
        `/v1/${each}`,
        `${one}&columns=${each}`,
        `/v1/data/TaiwanStockPER?stock_id=${each}`,
        `/v1/data?tier=${each}`,
        `${one}&${each}=1`,
        `/v1/keys/${each}`,
      ])
        for (const method of ['GET', 'DELETE'])
          expectWellFormed(await client.send(path, { method, key: secret(key), cookie }))
      const text = decodeURIComponent(each.startsWith('%E5') ? '\u560a\u560dX-Evil: 1' : each)
      for (const [path, json] of [
        ['/v1/auth/log-in', { email: `a@example.com${text}`, password }],
        ['/v1/auth/reset', { email: `${email}${text}` }],
        ['/v1/auth/verify', { token: text }],
        ['/v1/keys', { name: `x${text}` }],
      ] as const) {
        const response = await post(path, json, { cookie })
        expectWellFormed(response)
        if (!each.startsWith('%E5')) assert.equal(response.status, 422, response.text)
      }
    }
  })

  test('links in messages lead to the service, whatever the request calls it', async () => {
    const { email } = await users.add('free')
    const headers = { Host: 'evil.example', 'X-Forwarded-Host': 'evil.example', Forwarded: 'host=evil.example' }
    const from = service.output().length
    assert.equal((await post('/v1/auth/reset', { email }, { headers })).status, 202)
    while (!service.output().slice(from).includes('token=')) await new Promise((resolve) => setTimeout(resolve, 20))
    const printed = service.output().slice(from)
    assert.ok(!printed.includes('evil.example'))
    assert.ok(printed.includes(`${service.url}/`))
    await postOutside('/v1/auth/reset', { email }, { headers, from: proxy })
    const { text } = await mail.waitFor(email)
    assert.ok(text!.includes('https://data.example.com/account?') && !text!.includes('evil.example'))
  })
})

describe('guessing is slowed', () => {
  function expectSlowed(response: HttpResponse, used: number, most = used): number {
    assert.equal(response.status, 429, response.text)
    const { detail, retry_after_seconds: seconds, ...others } = response.json
    assert.deepEqual(others, {})
    assert.equal(detail, `rate limit exceeded (${used}/${most} attempts per 15 minutes)`)
    assert.ok(seconds >= 1 && seconds <= 900)
    assert.equal(response.headers['retry-after'], String(seconds))
    assert.equal(response.headers['set-cookie'], undefined)
    return seconds
  }

  test('for an account from one address, whether it exists or not, and for no other address', async () => {
    const { email } = await signUp()
    const unknown = newEmail()
    const from = host()
    const guess = (address: string) => logIn(address, 'not the password', { from })
    for (let n = 0; n < 20; n++)
      for (const address of [email, unknown]) assert.equal((await guess(address)).status, 401)
    const response = await guess(email)
    expectSlowed(response, 21, 20)
    assert.deepEqual(shape(await guess(unknown)), shape(response))
    expectSlowed(await guess(email.toUpperCase()), 22, 20)
    assert.equal((await logIn(email, 'not the password')).status, 401)
    assert.equal((await logIn(email)).status, 200)
    // From the same address too: the right password waits for its turn and gets in.
    assert.equal((await logIn(email, password, { from })).status, 200)
    clock.turn(900)
    assert.equal((await guess(email)).status, 401)
  })

  test('and a mailbox gets few messages, while every link in it stays valid', async () => {
    const { email } = await users.add('free')
    const requestReset = (from: string) => postOutside('/v1/auth/reset', { email }, { from })
    const shapes = new Set<string>()
    const [one, other] = [host(), host()]
    for (let n = 0; n < 8; n++) shapes.add(JSON.stringify(shape(await requestReset(one))))
    const first = await mail.waitFor(email)
    for (let n = 0; n < 4; n++) await mail.waitFor(email)
    // Another address made these requests; the owner's own request is still accepted.
    shapes.add(JSON.stringify(shape(await requestReset(other))))
    await mail.waitFor(email)
    for (let n = 0; n < 8; n++) shapes.add(JSON.stringify(shape(await requestReset(host()))))
    for (let n = 0; n < 4; n++) await mail.waitFor(email)
    assert.equal(shapes.size, 1)
    const [, token] = /token=([\w.-]+)/.exec(first.text!)!
    const confirmed = { token: secret(token!), new_password: secret('the owner is back') }
    assert.equal((await postOutside('/v1/auth/reset/confirm', confirmed)).status, 200)
    assert.equal(mail.messages().filter(({ to }) => to.includes(email)).length, 10)
  })
})

test('security.txt names the contact that the operator has set', async () => {
  const path = '/.well-known/security.txt'
  const none = await client.send(path)
  assert.deepEqual([none.status, none.json.code], [404, 'no_security_contact'])
  const response = await outside.send(path)
  assert.equal(response.status, 200)
  assert.match(response.headers['content-type']!, /^text\/plain; charset=utf-8$/)
  const fields = Object.fromEntries(
    response.text
      .trimEnd()
      .split('\n')
      .map((line) => line.split(/: (.*)/).slice(0, 2)),
  )
  const { Expires, ...others } = fields
  assert.deepEqual(others, {
    Contact: 'mailto:security@example.com',
    'Preferred-Languages': 'zh-TW, en',
    Canonical: 'https://data.example.com/.well-known/security.txt',
  })
  const days = (Date.parse(Expires!) - clock.now().getTime()) / 86_400_000
  assert.ok(days > 30 && days < 365, Expires)
})

test('no key, password, token or cookie stands in the logs, whatever is logged', async () => {
  assert.ok(secrets.size > 30)
  for (const text of [service.log(), outward.log()])
    for (const each of secrets) {
      assert.ok(!text.includes(each), each)
      assert.ok(!text.includes(encodeURIComponent(each)), each)
    }
  for (const { text } of mail.messages()) assert.doesNotMatch(text!, /fmsa_live_/)
})

test('a test service fails at its stop where its log holds a key', () => {
  assert.throws(() => refuseKeys(`{"level":30}\n{"msg":"who is Bearer ${generateKey()}?"}\n`), /stands in the log/)
  refuseKeys('{"msg":"fmsa_live_… of user 7"}')
})
