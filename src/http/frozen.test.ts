import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '../../test/support/client.ts'
import { builtAt, copyOfFew } from '../../test/support/fixture.ts'
import { startPostgres } from '../../test/support/postgres.ts'
import { startService } from '../../test/support/service.ts'
import { openUsers } from '../../test/support/users.ts'
import { generateKey } from '../access/keys.ts'

const root = mkdtempSync(join(tmpdir(), 'formosa-frozen-'))
const postgres = await startPostgres({ fsync: false })
after(async () => {
  if (!('skip' in postgres)) await postgres.stop()
  rmSync(root, { recursive: true, force: true })
})

const rows = '/v1/data/TaiwanStockPER?stock_id=2330&limit=1'

test('while PostgreSQL is frozen, known keys are served, other requests fail soon, and the service recovers by itself', {
  skip: 'skip' in postgres && postgres.skip,
}, async () => {
  if ('skip' in postgres) return
  const home = await copyOfFew(join(root, 'home'))
  const settings = {
    DATABASE_URL: postgres.url,
    FORMOSA_SECRET: 'a secret that is long enough for it',
    FORMOSA_NOW: builtAt,
    WORKERS: '1',
  }
  const service = await startService(home, settings)
  const client = createClient(service.url, 16)
  const users = await openUsers(home, settings)
  const over = new AbortController()
  try {
    const { key } = await users.add('free')
    const [email, password] = ['anna@example.com', 'correct horse battery']
    assert.equal((await client.send('/v1/auth/sign-up', { json: { email, password } })).status, 201)
    // The service sees the new accounts first: a change that it sees later makes it forget the keys it knows.
    assert.equal((await client.send('/readyz')).status, 200)
    assert.equal((await client.send(rows, { key })).status, 200)

    postgres.freeze()
    let isFrozen = true
    // Whoever waits for the server to go on waits this long.
    const thawing = sleep(60_000, undefined, { signal: over.signal })
      .catch(() => {})
      .then(() => {
        isFrozen = false
        postgres.thaw()
      })
    const needing = await Promise.all([
      ...Array.from({ length: 8 }, () => client.send(rows, { key: generateKey() })),
      client.send('/v1/auth/log-in', { json: { email, password } }),
      client.send('/v1/auth/reset', { json: { email } }),
      client.send('/v1/keys', { key }),
    ])
    for (const response of needing) {
      assert.equal(response.status, 503, response.text)
      assert.match(response.headers['retry-after']!, /^[1-9]\d*$/)
      assert.match(response.json.detail, /the accounts' database does not answer/)
    }
    const unready = await client.send('/readyz')
    assert.ok(isFrozen, 'all of them were answered while the server was frozen')
    assert.equal(unready.status, 503)
    assert.deepEqual(unready.json.checks.accounts, 'the database does not answer')
    assert.equal((await client.send(rows, { key })).status, 200)
    assert.equal((await client.send('/healthz')).status, 200)

    over.abort()
    await thawing
    for (let tries = 0; tries < 300 && (await client.send('/readyz')).status !== 200; tries++) await sleep(100)
    assert.equal((await client.send('/readyz')).json.checks.accounts, 'ok')
    assert.equal((await client.send('/v1/auth/log-in', { json: { email, password } })).status, 200)
    assert.equal((await client.send(rows, { key: generateKey() })).status, 401)
  } finally {
    over.abort()
    postgres.thaw()
    client.close()
    await users.close()
    await service.stop()
  }
})
