import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Client,
  cookieOf,
  createClient,
  type HttpResponse,
  type RequestOptions,
} from '../../test/support/client.ts'
import { createTestClock } from '../../test/support/clock.ts'
import { builtAt, copyOfBrief } from '../../test/support/fixture.ts'
import { startPostgres } from '../../test/support/postgres.ts'
import { type Service, startService } from '../../test/support/service.ts'
import { startStripe } from '../../test/support/stripe.ts'
import { type Database, openDatabase } from '../store/database.ts'

/* SIGKILL while people sign up, make, rotate and revoke keys and pay: what was acknowledged is there after a restart. */

/** How many times a service is killed on each engine; `npm run torture` asks for many. */
const torture = Number(process.env.TORTURE ?? 0)
const kills = torture > 0 ? Math.ceil(torture / 2) : 1
/** Most milliseconds of load once every kind of change has happened; all acknowledged changes are checked after it. */
const stormMs = torture > 0 ? 1_000 : 100

const root = mkdtempSync(join(tmpdir(), 'formosa-accounts-crash-'))
const postgres = await startPostgres({ fsync: false })
after(async () => {
  if (!('skip' in postgres)) await postgres.stop()
  rmSync(root, { recursive: true, force: true })
})

const password = 'correct horse battery'
type Key = { readonly id: number; readonly key: string; readonly name: string }

for (const engine of ['sqlite', 'postgres'] as const)
  describe(`on ${engine}`, { skip: engine === 'postgres' && 'skip' in postgres && postgres.skip }, () => suite(engine))

function suite(engine: 'sqlite' | 'postgres'): void {
  const home = join(root, engine, 'home')
  let stripe: Awaited<ReturnType<typeof startStripe>>
  let settings: Record<string, string>
  let clock: ReturnType<typeof createTestClock>
  let database: Database
  let service: Service
  let client: Client

  before(async () => {
    mkdirSync(join(root, engine))
    await copyOfBrief(home)
    stripe = await startStripe()
    clock = createTestClock(join(root, engine), builtAt)
    settings = {
      ...clock.settings,
      FORMOSA_SECRET: `the secret of the crashes on ${engine}`,
      // Threads write to one file of SQLite; to PostgreSQL each has a connection of its own, as processes do.
      WORKERS: torture > 0 || engine === 'sqlite' ? '2' : '1',
      ADDRESS_LIMIT: '0',
      STRIPE_SECRET_KEY: stripe.apiKey,
      STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
      STRIPE_PRICE_LITE: 'price_lite',
      STRIPE_PRICE_PLUS: 'price_plus',
      STRIPE_API: stripe.url,
      ...(engine === 'postgres' && !('skip' in postgres) ? { DATABASE_URL: postgres.url } : {}),
    }
    await start()
    database = await openDatabase({ url: settings.DATABASE_URL, path: join(home, 'control.sqlite') })
  })
  after(async () => {
    client?.close()
    await database?.close()
    await service?.stop('SIGKILL')
    await stripe?.stop()
  })

  /** The last service only reads what was stored, for which one thread is enough. */
  async function start(isLast = false): Promise<void> {
    service = await startService(home, { ...settings, ...(isLast ? { WORKERS: '1' } : {}) })
    client = createClient(service.url, 32)
  }

  let hosts = 0
  const host = () => `127.${9 + (++hosts >> 14)}.${(hosts >> 7) & 127}.${(hosts & 127) + 1}`
  /** The response; null if the service died first and the outcome is unknown. */
  const tryTo = (path: string, options: RequestOptions): Promise<HttpResponse | null> =>
    client.send(path, { from: host(), ...options }).catch(() => null)
  const post = (path: string, json: unknown, more: RequestOptions = {}) =>
    client.send(path, { json, from: host(), ...more })
  const works = async (key: string) => (await client.send('/v1/key/info', { key })).status
  const keysOf = async (cookie: string) =>
    (await client.send('/v1/keys', { cookie })).json.keys as {
      id: number
      name: string
      revoked_at: string | null
      expires_at: string | null
    }[]

  test(`nothing acknowledged is lost and nothing half done is seen after ${kills} kills`, async () => {
    let people = 0
    const owner = await post('/v1/auth/sign-up', { email: 'owner@example.com', password })
    const cookie = cookieOf(owner)
    const userId = owner.json.account.user_id as number
    /** One key of each name works at any time, since rotations have no overlap. */
    const live = new Map<string, Key>()
    let names = 0
    let events = 0
    const total = { 'sign-up': 0, key: 0, rotation: 0, revocation: 0, webhook: 0 }
    for (let kill = 0; kill < kills; kill++) {
      const signedUp: { email: string; key: string }[] = []
      const signUpsInDoubt: string[] = []
      const gone: Key[] = []
      const doubtful = new Set<string>()
      const webhooksInDoubt: { body: string; signature: string }[] = []
      let acknowledged: string | null = null
      let isDead = false
      const counts = { 'sign-up': 0, key: 0, rotation: 0, revocation: 0, webhook: 0 }

      async function signUps(): Promise<void> {
        while (!isDead) {
          const email = `crash${++people}@example.com`
          const response = await tryTo('/v1/auth/sign-up', { json: { email, password } })
          if (response?.status === 201) {
            signedUp.push({ email, key: response.json.key.key })
            counts['sign-up']++
          } else signUpsInDoubt.push(email)
        }
      }
      async function keys(): Promise<void> {
        while (!isDead) {
          const name = `key ${++names}`
          const made = await tryTo('/v1/keys', { cookie, json: { name } })
          if (made?.status !== 201) {
            doubtful.add(name)
            continue
          }
          counts.key++
          live.set(name, made.json)
          const rotated = await tryTo(`/v1/keys/${made.json.id}/rotate`, { cookie, json: { overlap_seconds: 0 } })
          if (rotated?.status !== 201) {
            doubtful.add(name)
            live.delete(name)
            continue
          }
          counts.rotation++
          gone.push(made.json)
          live.set(name, rotated.json)
          // Two of three go again, since an account has at most twenty.
          if (names % 3 === 0 && live.size < 10) continue
          const [oldest] = live.values()
          live.delete(oldest!.name)
          const revoked = await tryTo(`/v1/keys/${oldest!.id}`, { cookie, method: 'DELETE' })
          if (revoked?.status === 200) {
            counts.revocation++
            gone.push(oldest!)
          } else doubtful.add(oldest!.name)
        }
      }
      async function webhooks(): Promise<void> {
        const state = { id: `sub_${engine}`, customer: `cus_${engine}`, metadata: { user_id: String(userId) } }
        while (!isDead) {
          const price = ++events % 2 === 0 ? 'price_lite' : 'price_plus'
          const event = stripe.event('customer.subscription.updated', stripe.subscription({ ...state, price }))
          const response = await tryTo('/v1/billing/webhook', {
            body: event.body,
            headers: { 'Stripe-Signature': event.signature },
          })
          if (response?.status === 200) {
            acknowledged = price.slice(6)
            counts.webhook++
          } else webhooksInDoubt.push(event)
        }
      }

      const storm = [signUps(), signUps(), keys(), webhooks()]
      // At a random moment, but the first storm not before everything has happened once.
      const isQuiet = () => kill === 0 && Object.values(counts).some((many) => many === 0)
      for (let waited = 0; isQuiet() && waited < 600; waited++) await sleep(50)
      await sleep(stormMs * Math.random())
      service.process.kill('SIGKILL')
      isDead = true
      await Promise.all(storm)
      client.close()
      await service.stop('SIGKILL')
      clock.turn(10)
      await start(kill === kills - 1)
      const context = `${JSON.stringify(counts)} before kill ${kill + 1}`

      // An acknowledged sign-up has its account and its key.
      await Promise.all(
        signedUp.map(async ({ email, key }) => {
          assert.equal((await post('/v1/auth/log-in', { email, password })).status, 200, `${email} after ${context}`)
          assert.equal(await works(key), 200, `the key of ${email} after ${context}`)
        }),
      )
      // A sign-up without a response is repeated, or gets 409 and the log-in works.
      for (const email of signUpsInDoubt) {
        const again = await post('/v1/auth/sign-up', { email, password })
        if (again.status === 201) continue
        assert.equal(again.status, 409, again.text)
        const inside = await post('/v1/auth/log-in', { email, password })
        assert.equal(inside.status, 200, `${email} is taken and cannot log in after ${context}`)
        assert.equal((await keysOf(cookieOf(inside))).length, 1)
      }
      const [users, accounts, firstKeys] = await Promise.all([
        database.db.selectFrom('users').select('id').where('email', 'like', 'crash%').execute(),
        database.db.selectFrom('accounts').select('user_id').where('password', 'is not', null).execute(),
        database.db.selectFrom('keys').select('user_id').execute(),
      ])
      const [withPassword, withKey] = [accounts, firstKeys].map((rows) => new Set(rows.map(({ user_id }) => user_id)))
      for (const { id } of users) assert.ok(withPassword!.has(id) && withKey!.has(id), `user ${id} is half done`)

      // Keys are as acknowledged; of keys without a response one works, or none.
      for (const { key, name } of live.values()) assert.equal(await works(key), 200, `${name} after ${context}`)
      for (const { key, name } of gone) assert.equal(await works(key), 401, `${name} after ${context}`)
      const held = await keysOf(cookie)
      for (const name of doubtful) {
        const now = clock.now().toISOString()
        const working = held.filter(
          (each) =>
            each.name === name && each.revoked_at === null && (each.expires_at === null || each.expires_at > now),
        )
        assert.ok(working.length <= 1, `${name} has ${working.length} keys after ${context}`)
        for (const { id } of working) await client.send(`/v1/keys/${id}`, { cookie, method: 'DELETE' })
      }

      // The tier is that of an event heard, or of one whose answer was lost; delivered again, of the last.
      const tier = (await client.send('/v1/me', { cookie })).json.tier
      if (webhooksInDoubt.length === 0) assert.equal(tier, acknowledged ?? tier, context)
      else assert.notEqual(tier, acknowledged === null ? '' : 'free', context)
      for (const { body, signature } of webhooksInDoubt)
        assert.equal(
          (await client.send('/v1/billing/webhook', { body, headers: { 'Stripe-Signature': signature } })).status,
          200,
        )
      if (events > 0)
        assert.equal((await client.send('/v1/me', { cookie })).json.tier, events % 2 === 0 ? 'lite' : 'plus', context)
      for (const what of Object.keys(counts) as (keyof typeof counts)[]) total[what] += counts[what]
    }
    for (const [what, many] of Object.entries(total)) assert.ok(many > 0, `no ${what} was acknowledged`)
  })
}
