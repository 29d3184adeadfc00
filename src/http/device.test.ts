import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { contractAt, expectProblem, held, plain } from '../../test/support/api.ts'
import { type Client, createClient } from '../../test/support/client.ts'
import { createTestClock } from '../../test/support/clock.ts'
import { copyOfBrief } from '../../test/support/fixture.ts'
import { createPeople } from '../../test/support/people.ts'
import { startPostgres } from '../../test/support/postgres.ts'
import { python, withoutPython } from '../../test/support/python.ts'
import { cleanEnv, formosa } from '../../test/support/run.ts'
import { type Service, startService } from '../../test/support/service.ts'

const sdk = join(import.meta.dirname, '../../sdk/index.ts')

/* The log-in of a program without a browser: its codes, the page of its user, the command line. */

const root = mkdtempSync(join(tmpdir(), 'formosa-device-'))
const postgres = await startPostgres({ fsync: false })
after(async () => {
  if (!('skip' in postgres)) await postgres.stop()
  rmSync(root, { recursive: true, force: true })
})

for (const [n, engine] of (['sqlite', 'postgres'] as const).entries())
  describe(`device log-in on ${engine}`, { skip: engine === 'postgres' && 'skip' in postgres && postgres.skip }, () => {
    let service: Service
    let client: Client
    let clock: ReturnType<typeof createTestClock>
    const people = createPeople(() => client, 60 + n)

    before(async () => {
      const folder = join(root, engine)
      mkdirSync(folder)
      clock = createTestClock(folder, '2026-11-13T18:30:00+08:00')
      const home = await copyOfBrief(join(folder, 'home'))
      const url = engine === 'postgres' && 'url' in postgres ? postgres.url : undefined
      const database =
        url === undefined ? {} : { DATABASE_URL: url, FORMOSA_SECRET: 'a secret of forty characters, no less....' }
      service = await startService(home, { ADDRESS_LIMIT: '0', ...clock.settings, ...database })
      client = held(createClient(service.url), await contractAt(service.url))
    })
    after(async () => {
      client?.close()
      await service?.stop()
    })

    const begin = async () => (await client.send('/v1/device/code', { json: { client: 'formosa on box' } })).json
    const poll = (device_code: string) => client.send('/v1/device/token', { json: { device_code } })
    const decide = (
      code: string,
      decision: string,
      cookie: string,
      headers: Record<string, string> = { Origin: service.url },
    ) =>
      client.send('/device', {
        ...{ cookie, body: new URLSearchParams({ code, decision }).toString() },
        headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
      })

    test('a user who agrees gives the program a key of the account, once', async () => {
      const person = await people.signUp()
      const { device_code, user_code, verification_uri_complete } = await begin()
      assert.match(user_code, /^[A-Z]{4}-[A-Z]{4}$/)
      expectProblem(await poll(device_code), 400, 'authorization_pending')
      expectProblem(await poll(device_code), 400, 'slow_down')
      const path = verification_uri_complete.slice(service.url.length)
      assert.equal((await client.send(path)).headers.location, `./account?next=${encodeURIComponent(path)}`)
      const page = await client.send(path, { cookie: person.cookie, headers: { 'Accept-Language': 'zh-TW' } })
      assert.match(plain(page.text), /是否將您帳號的金鑰交給「formosa on box」/)
      assert.match(plain(page.text), new RegExp(user_code))
      assert.equal(page.headers['x-frame-options'], 'DENY')
      expectProblem(
        await decide(user_code, 'allow', person.cookie, { Origin: 'https://evil.example' }),
        403,
        'cross_site',
      )
      expectProblem(await decide(user_code, 'allow', ''), 401, 'session_required')
      const done = await decide(user_code.toLowerCase(), 'allow', person.cookie)
      assert.equal(done.status, 200, done.text)
      expectProblem(await decide(user_code, 'refuse', person.cookie), 400, 'expired_device_code')
      const answer = await poll(device_code)
      assert.equal(answer.status, 200, answer.text)
      assert.equal((await client.send('/v1/me', { key: answer.json.key })).json.user_id, person.id)
      expectProblem(await poll(device_code), 400, 'expired_device_code')
      const { keys } = (await client.send('/v1/keys', { cookie: person.cookie })).json
      assert.deepEqual([keys[1].name, keys[1].is_application], ['formosa on box', false])
      assert.equal((await client.send('/v1/key', { method: 'DELETE', key: answer.json.key, json: {} })).status, 200)
      expectProblem(await client.send('/v1/me', { key: answer.json.key }), 401, 'revoked_key')
    })

    test('a refusal, an unknown code and one that expired are told apart from a decision that is yet to come', async () => {
      const person = await people.signUp()
      const first = await begin()
      assert.equal((await decide(first.user_code, 'refuse', person.cookie)).status, 200)
      expectProblem(await poll(first.device_code), 400, 'access_denied')
      expectProblem(await poll('x'.repeat(43)), 400, 'expired_device_code')
      assert.equal((await client.send('/device?code=BBBB-BBBB', { cookie: person.cookie })).status, 404)
      assert.equal((await client.send('/device', { cookie: person.cookie })).status, 200)
      const late = await begin()
      clock.set('2026-11-13T18:45:00+08:00')
      expectProblem(await decide(late.user_code, 'allow', person.cookie), 400, 'expired_device_code')
      expectProblem(await poll(late.device_code), 400, 'expired_device_code')
    })

    test('formosa login, whoami and logout, with a key that its user alone can read', async () => {
      const person = await people.signUp()
      const home = join(root, `${engine}-reader`)
      mkdirSync(home)
      const profile = join(home, '.config/formosa/profile')
      const settings = { HOME: home, FORMOSA_URL: service.url }
      let code: string | undefined
      const decided = (decision: string) => (err: string) => {
        const found = /allow the code (\S+)\./.exec(err)?.[1]
        if (found && found !== code) {
          code = found
          void decide(found, decision, person.cookie)
        }
        return false
      }
      const refused = await formosa(['login', '--no-browser'], settings, { killWhen: decided('refuse') })
      assert.equal(refused.code, 1, refused.err)
      assert.match(refused.err, /The user has refused this log-in/)
      const loggedIn = await formosa(['login', '--no-browser'], settings, { killWhen: decided('allow') })
      assert.equal(loggedIn.code, 0, loggedIn.err)
      assert.match(loggedIn.err, new RegExp(`Logged in at ${service.url} as ${person.email} \\(free\\)`))
      assert.equal(statSync(profile).mode & 0o777, 0o600)
      const key = /FORMOSA_KEY=(\S+)/.exec(readFileSync(profile, 'utf8'))![1]!
      assert.ok(!loggedIn.err.includes(key) && !loggedIn.out.includes(key))

      const who = JSON.parse((await formosa(['whoami', '--json'], { HOME: home })).out)
      assert.deepEqual(
        [who.email, who.url, who.key_from, who.remaining_this_hour],
        [person.email, service.url, profile, 600],
      )
      // Both clients find the key, too.
      const own = { env: cleanEnv({ HOME: home }), encoding: 'utf8' } as const
      const script = `import { createClient } from '${sdk}'; console.log((await createClient().keyInfo()).tier)`
      assert.equal(execFileSync(process.execPath, ['--input-type=module', '-e', script], own), 'free\n')
      if (!withoutPython()) {
        const lines = "import formosa; print(formosa.Client().key_info()['tier'])"
        assert.equal((await python(lines, { HOME: home })).out, 'free\n')
      }
      // The key is for its own service alone.
      const elsewhere = await formosa(['whoami'], { HOME: home, FORMOSA_URL: 'http://127.0.0.1:9' })
      assert.deepEqual([elsewhere.code, elsewhere.out], [3, ''])

      const out = await formosa(['logout'], { HOME: home })
      assert.equal(out.code, 0, out.err)
      expectProblem(await client.send('/v1/me', { key }), 401, 'revoked_key')
      assert.throws(() => statSync(profile))
      assert.equal((await formosa(['logout'], { HOME: home })).code, 3)
      assert.equal((await formosa(['whoami'], { HOME: home })).code, 3)
    })
  })
