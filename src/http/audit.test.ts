import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { cookieOf, createClient, type RequestOptions } from '../../test/support/client.ts'
import { startEngines } from '../../test/support/engines.ts'
import { builtAt, copyOfFew } from '../../test/support/fixture.ts'
import { formosaHere } from '../../test/support/inProcess.ts'
import { startService } from '../../test/support/service.ts'
import { type AuditLine, forgetAudit, readAudit } from '../store/auditTrail.ts'
import { openDatabase } from '../store/database.ts'

const { sqlite, postgres, folder, stop } = await startEngines()
after(stop)

const password = 'correct horse battery'

for (const engine of [sqlite, postgres])
  test(`${engine.name}: the audit trail has every change of accounts and keys, and no secret`, {
    skip: engine.skip,
  }, async () => {
    const home = await copyOfFew(join(folder, `audited-${engine.name}`))
    const { url } = await engine.fresh()
    const settings = {
      FORMOSA_HOME: home,
      FORMOSA_NOW: builtAt,
      WORKERS: '1',
      FORMOSA_SECRET: 'a secret of the operator, long enough',
      ...(url === undefined ? {} : { DATABASE_URL: url }),
    }
    const service = await startService(home, settings)
    const client = createClient(service.url)
    const secrets: string[] = [password]
    const post = (path: string, json: unknown, more: RequestOptions = {}) =>
      client.send(path, { json, from: '127.0.0.9', ...more })
    const operator = async (...words: string[]) => {
      const { code, out, err } = await formosaHere(words, settings)
      assert.equal(code, 0, `${words.join(' ')}: ${err}`)
      return out
    }
    const trail = async (...words: string[]): Promise<AuditLine[]> =>
      (await operator('audit', '--json', ...words))
        .trim()
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line))
    async function tokenOf(subject: RegExp): Promise<string> {
      for (let tries = 0; tries < 600; tries++) {
        const message = service
          .output()
          .split('\n--- message to ')
          .find((text) => subject.test(text))
        const [, token] = /[?&]token=([\w.-]+)/.exec(message ?? '') ?? []
        if (token) return token
        await sleep(50)
      }
      return assert.fail(`no message ${subject}`)
    }
    try {
      const email = 'anna@example.com'
      const made = await post('/v1/auth/sign-up', { email, password })
      const id: number = made.json.account.user_id
      secrets.push(made.json.key.key)
      const wrong = await post('/v1/auth/log-in', { email, password: 'not the password' })
      await post('/v1/auth/log-in', { email: 'nobody@example.com', password: 'not the password' })
      const cookie = cookieOf(await post('/v1/auth/log-in', { email, password }))
      const key = (await post('/v1/keys', { name: 'a name of the user' }, { cookie })).json
      await post(`/v1/keys/${key.id}`, { name: 'another name' }, { method: 'PATCH', cookie })
      const next = (await post(`/v1/keys/${key.id}/rotate`, { overlap_seconds: 0 }, { cookie })).json
      await client.send(`/v1/keys/${next.id}`, { method: 'DELETE', cookie, from: '127.0.0.9' })
      secrets.push(key.key, next.key)
      const change = { current_password: password, new_password: 'battery staple' }
      await post('/v1/auth/password', { ...change, current_password: 'not the password' }, { cookie })
      const changed = cookieOf(await post('/v1/auth/password', change, { cookie }))
      await client.send('/v1/auth/log-out', { method: 'POST', cookie: changed, from: '127.0.0.9' })
      secrets.push('not the password', 'battery staple', ...[cookie, changed].map((each) => each.split('=')[1]!))
      const verify = await tokenOf(/confirm your address/)
      await post('/v1/auth/verify', { token: verify })
      await post('/v1/auth/verify', { token: verify })
      await post('/v1/auth/reset', { email })
      const reset = await tokenOf(/reset your password/)
      await post('/v1/auth/reset/confirm', { token: reset, new_password: 'after the reset' })
      secrets.push(verify, reset, 'after the reset')
      await operator('user', 'set-tier', email, 'plus')
      secrets.push((await operator('key', 'create', email)).trim())
      await operator('user', 'disable', email)
      await post('/v1/auth/log-in', { email, password: 'after the reset' })
      await operator('user', 'disable', email, '--undo')
      await operator('backup', join(folder, `${engine.name}.backup`))

      const lines = (await trail('--user', email)).reverse()
      const summaries = lines.map(({ actor, action, subject, outcome, detail }) =>
        [actor.split(' ')[0], action, subject, outcome === 'ok' ? null : outcome, detail].filter(Boolean).join(' '),
      )
      const { id: first } = made.json.key
      const last = lines.findLast(({ action }) => action === 'key.create')!.subject
      assert.deepEqual(summaries, [
        'visitor user.sign-up free',
        `visitor key.create key ${first}`,
        'visitor session.log-in',
        'visitor session.log-in refused wrong password',
        'visitor session.log-in',
        `user key.create key ${key.id}`,
        `user key.rename key ${key.id}`,
        `user key.create key ${next.id}`,
        `user key.rotate key ${key.id} replaced by key ${next.id}, works until ${next.replaces.expires_at}`,
        `user key.revoke key ${next.id}`,
        'user password.change refused wrong password',
        'user password.change',
        'user session.log-out',
        'visitor email.verify',
        'visitor password.reset-request',
        'visitor password.reset',
        'operator tier.change granted free to plus',
        `operator key.create ${last}`,
        'operator user.disable',
        'visitor session.log-in refused account disabled',
        'operator user.enable',
      ])
      for (const { at, address, actor, request_id } of lines) {
        assert.ok(Math.abs(Date.parse(at) - Date.parse(builtAt)) < 600_000, at)
        const isRequest = !actor.startsWith('operator')
        assert.equal(address, isRequest ? '127.0.0.9' : null)
        assert.equal(request_id === null, !isRequest)
      }
      const refused = lines.find(({ outcome }) => outcome === 'refused')!
      assert.equal(refused.request_id, wrong.headers['x-request-id'])
      const logged = service
        .log()
        .split('\n')
        .filter((line) => line.includes('log-in failed'))
        .map((line) => JSON.parse(line))
      assert.deepEqual(
        logged.map(({ user_id, address, reason }) => [user_id, address, reason]),
        [
          [id, '127.0.0.9', 'wrong password'],
          [null, '127.0.0.9', 'wrong password'],
          [id, '127.0.0.9', 'account disabled'],
        ],
      )
      assert.equal(logged[0].request_id, refused.request_id)

      const logins = await trail('--action', 'session.log-in', '--since', '2026-11-13')
      assert.deepEqual(
        logins.map(({ user_id, outcome }) => [user_id, outcome]),
        [
          [id, 'refused'],
          [id, 'ok'],
          [null, 'refused'],
          [id, 'refused'],
          [id, 'ok'],
        ],
      )
      assert.deepEqual(await trail('--since', '2026-11-14'), [])
      assert.equal((await trail('--limit', '2')).length, 2)
      assert.match(
        await operator('audit', '--limit', '1'),
        /^time +actor +user +action[^\n]+\n[─ ]+\n[^\n]+ operator \S+ +∅ +backup\.write/,
      )

      await operator('user', 'delete', email)
      const kept = await trail('--user', String(id))
      assert.equal(kept.length, lines.length + 1)
      assert.deepEqual(kept[0]!.action, 'user.delete')
      for (const { address } of kept) assert.equal(address, null)
      const everything = JSON.stringify(await trail('--limit', '1000'))
      for (const secret of [...secrets, email, 'nobody@example.com', 'a name of the user'])
        assert.ok(!everything.includes(secret), secret)

      for (const [words, sentence, expected] of [
        [['--action', 'nothing'], /--action must be one of user\.sign-up, /, 2],
        [['--since', 'yesterday'], /--since must be a day or an instant/, 2],
        [['--since', '2026-02-30'], /--since must be a day or an instant/, 2],
        [['--since', '2026-13-45'], /--since must be a day or an instant/, 2],
        [['--user', email], /There is no user anna@example\.com; a deleted one is found by its number/, 4],
        [['--limit', '0'], /--limit must be a whole number, 1 or more/, 2],
      ] as const) {
        const { code, err } = await formosaHere(['audit', ...words], settings)
        assert.equal(code, expected)
        assert.match(err, sentence)
      }
    } finally {
      client.close()
      await service.stop()
    }
    const database = await openDatabase({ url, path: join(home, 'control.sqlite') })
    const all = await readAudit(database, { limit: 1_000 })
    const middle = all[10]!.at
    await forgetAudit(database, { linesBefore: middle, addressesBefore: '2027-01-01T00:00:00.000Z' })
    const left = await readAudit(database, { limit: 1_000 })
    assert.deepEqual(
      left.map(({ id }) => id),
      all.filter(({ at }) => at >= middle).map(({ id }) => id),
    )
    for (const { address } of left) assert.equal(address, null)
    await database.close()
  })
