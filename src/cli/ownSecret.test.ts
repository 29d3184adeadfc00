import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, test } from 'node:test'
import pg from 'pg'
import { cookieOf, createClient } from '../../test/support/client.ts'
import { startEngines } from '../../test/support/engines.ts'
import { builtAt, copyOfBrief } from '../../test/support/fixture.ts'
import { refused, succeeded } from '../../test/support/inProcess.ts'
import { startService } from '../../test/support/service.ts'
import { until } from '../../test/support/until.ts'
import { findHolder } from '../access/keys.ts'
import { keyFor } from '../access/secret.ts'
import { checkBackup } from '../store/backup/read.ts'
import { openDatabase } from '../store/database.ts'
import { migrations, spellings } from '../store/migrations.ts'

const { sqlite, postgres, folder, stop } = await startEngines()
after(stop)
const [right, wrong] = ['r'.repeat(32), 'w'.repeat(32)]
type Settings = Readonly<Record<string, string>>

const runs = async (words: readonly string[], settings: Settings) => {
  const { out, err } = await succeeded(words, settings)
  return out + err
}

const statusOf = async (url: string, key: string) =>
  (await fetch(`${url}/v1/data/TaiwanStockPER?limit=1`, { headers: { Authorization: `Bearer ${key}` } })).status

for (const engine of [sqlite, postgres])
  test(`${engine.name}: every command with another secret than the database's is refused`, {
    skip: engine.skip,
  }, async () => {
    const { path, url } = await engine.fresh()
    const home = join(path, '..')
    const settings: Settings = { FORMOSA_HOME: home, ...(url === undefined ? {} : { DATABASE_URL: url }) }
    const [own, other] = [
      { ...settings, FORMOSA_SECRET: right },
      { ...settings, FORMOSA_SECRET: wrong },
    ]
    const file = join(folder, `${engine.name}.backup`)
    await runs(['user', 'add', 'a@example.com'], own)
    const sentence =
      /^formosa: .* belongs to another secret than FORMOSA_SECRET: .* FORMOSA_SECRET or, .* FORMOSA_HOME\/secret; .*in FORMOSA_OTHER_SECRET; if it is lost, .*secret replace --yes/
    for (const words of [
      ['user', 'add', 'b@example.com'],
      ['user', 'list'],
      ['key', 'list', 'a@example.com'],
      ['key', 'create', 'a@example.com'],
      ['audit'],
      ['payments', 'list'],
      ['backup', file],
      ['serve', '--port', '0'],
    ])
      await refused(words, other, 3, sentence)
    assert.equal(existsSync(file), false)
    if (url === undefined) {
      const absent = /belongs to a secret that is not here \(FORMOSA_SECRET is not set, and there is no file .*secret\)/
      for (const words of [
        ['user', 'add', 'b@example.com'],
        ['backup', file],
        ['serve', '--port', '0'],
      ])
        await refused(words, settings, 3, absent)
      assert.equal(existsSync(join(home, 'secret')), false, 'no secret is invented beside a database that has one')
    }
    await runs(['backup', file], own)
    assert.equal((await checkBackup(file)).header.secret, right)
    assert.match(await runs(['user', 'list'], own), /a@example\.com/)

    // A restore brings the secret along, and the database belongs to it from then on.
    const target = await engine.fresh()
    const into = {
      FORMOSA_HOME: join(target.path, '..'),
      ...(target.url === undefined ? {} : { DATABASE_URL: target.url }),
    }
    await runs(['user', 'add', 'old@example.com'], { ...into, FORMOSA_SECRET: wrong })
    await runs(['restore', file, '--replace'], { ...into, FORMOSA_SECRET: right })
    await refused(['user', 'list'], { ...into, FORMOSA_SECRET: wrong }, 3, sentence)
    assert.match(await runs(['user', 'list'], { ...into, FORMOSA_SECRET: right }), /a@example\.com/)

    await refused(['secret', 'replace'], other, 2, /--yes/)
    for (const flags of [[], ['--yes']])
      await refused(
        ['secret', 'replace', ...flags],
        own,
        3,
        /belongs to this secret already, .*nothing is to be replaced/,
      )
    assert.doesNotMatch(await runs(['key', 'list', 'a@example.com'], own), /revoked/)
    const running = await openDatabase({ path, url })
    await refused(['secret', 'replace', '--yes'], other, 5, /open: stop .*service and run it again/)
    await running.close()
    assert.match(await runs(['secret', 'replace', '--yes'], other), /1 key is revoked/)
    assert.match(await runs(['key', 'list', 'a@example.com'], other), /revoked/)
    assert.match(await runs(['audit', '--action', 'secret.replace'], other), /keys revoked: 1/)
    await refused(['user', 'list'], own, 3, sentence)
  })

test('a database of an older release takes the secret of the service, not of a command; later another is refused, not every key', async () => {
  const home = await copyOfBrief(join(folder, 'upgraded'))
  const settings = { FORMOSA_HOME: home, FORMOSA_NOW: builtAt }
  const key = (await runs(['user', 'add', 'a@example.com'], settings)).trim()
  const raw = new DatabaseSync(join(home, 'control.sqlite'))
  const before = migrations.findIndex((statements) => statements(spellings.sqlite).join().includes('installation'))
  const later = ['links', 'installation', 'events', 'event_marks', 'webhooks', 'device_logins', 'idempotent_requests']
  const ofApplications = ['access_tokens', 'refresh_tokens', 'consents', 'resources', 'clients']
  for (const table of [...later, ...ofApplications.map((name) => `oauth_${name}`)]) raw.exec(`DROP TABLE ${table}`)
  raw.exec('ALTER TABLE keys DROP COLUMN client_id')
  raw.exec(`UPDATE schema_version SET version = ${before}`)
  raw.close()
  await runs(['user', 'list'], { ...settings, FORMOSA_SECRET: wrong })
  let service = await startService(home, { ...settings, LOG_LEVEL: 'info' })
  assert.equal(await statusOf(service.url, key), 200)
  await refused(['user', 'list'], { ...settings, FORMOSA_SECRET: wrong }, 3, /belongs to another secret/)
  assert.equal(await service.stop(), 0)
  assert.match(service.log(), /"signal":"SIGTERM","msg":"stopping: [^\n]*\n(.*\n)*.*"msg":"stopped"/)
  // The service asks the same question, as the test above shows.
  await refused(
    ['key', 'list', 'a@example.com'],
    { ...settings, FORMOSA_SECRET: wrong },
    3,
    /belongs to another secret/,
  )
  renameSync(join(home, 'secret'), join(home, 'elsewhere'))
  await refused(['user', 'add', 'b@example.com'], settings, 3, /belongs to a secret that is not here/)
  assert.equal(existsSync(join(home, 'secret')), false)
  service = await startService(home, { ...settings, FORMOSA_SECRET: readFileSync(join(home, 'elsewhere'), 'utf8') })
  assert.equal(await statusOf(service.url, key), 200)
  assert.equal(await service.stop(), 0)
})

test('a secret is replaced while keys, sessions, cursors and links of both work, until the old one is given up', async () => {
  const home = await copyOfBrief(join(folder, 'replaced'))
  const base = { FORMOSA_HOME: home, FORMOSA_NOW: builtAt }
  const [first, second] = [
    { ...base, FORMOSA_SECRET: right },
    { ...base, FORMOSA_SECRET: wrong },
  ]
  const both = { ...second, FORMOSA_OTHER_SECRET: right }
  const data = '/v1/data/TaiwanStockPER?limit=1'
  let service = await startService(home, first)
  let client = createClient(service.url)
  const restart = async (settings: Settings) => {
    client.close()
    assert.equal(await service.stop(), 0)
    service = await startService(home, settings)
    client = createClient(service.url)
  }
  const idle = (await runs(['user', 'add', 'idle@example.com'], first)).trim()
  const json = { email: 'a@example.com', password: 'correct horse battery' }
  const signedUp = await client.send('/v1/auth/sign-up', { json })
  assert.equal(signedUp.status, 201, signedUp.text)
  const { key } = signedUp.json.key
  const cookie = cookieOf(signedUp)
  const { cursor } = (await client.send(data, { key })).json
  const link = await client.send('/v1/links', { key, json: { dataset: 'TaiwanStockPER', query: 'stock_id=2330' } })
  assert.equal(link.status, 201, link.text)
  const linked = new URL(link.json.urls[0]).pathname
  /** The answers to what the first secret has made. */
  const statuses = async (...keys: string[]) => {
    const responses = [
      ...keys.map((own) => client.send(data, { key: own })),
      client.send(`/v1/data/TaiwanStockPER?cursor=${cursor}`, { key }),
      client.send('/v1/me', { cookie }),
      client.send(linked),
    ]
    return (await Promise.all(responses)).map(({ status }) => status)
  }
  assert.deepEqual(await statuses(key), [200, 200, 200, 200])
  const file = join(folder, 'replaced.backup')
  await runs(['backup', file], first)
  await refused(['restore', file, '--replace'], first, 5, /Another process has .* open: stop the service and run it/)

  await refused(['user', 'list'], { ...second, FORMOSA_OTHER_SECRET: 'short' }, 3, /FORMOSA_OTHER_SECRET must have/)
  await restart(both)
  assert.deepEqual(await statuses(key), [200, 200, 200, 200])
  // A machine that still runs with the first secret puts the key back; this one remembers its holder.
  const database = await openDatabase({ path: join(home, 'control.sqlite'), url: undefined })
  const [oldKeys, newKeys] = [right, wrong].map((secret) => keyFor(Buffer.from(secret), 'api keys'))
  assert.ok(await findHolder(database, [oldKeys!, newKeys!], key))
  const fresh = (await runs(['key', 'create', 'a@example.com'], both)).trim()
  // Beside the running service, and nothing is revoked.
  assert.match(await runs(['secret', 'replace'], both), /nothing is revoked/)
  assert.match(await runs(['audit', '--action', 'secret.replace'], both), /the old secret is still accepted/)
  await refused(['secret', 'replace', '--yes'], both, 3, /belongs to this secret already/)
  await refused(['user', 'list'], first, 3, /belongs to another secret/)
  assert.deepEqual(await statuses(key, fresh), [200, 200, 200, 200, 200])

  // The service forgets what it remembers, and stores the key under its own secret again.
  await until('the key is stored under the new secret', async () => {
    assert.deepEqual(await statuses(key), [200, 200, 200, 200])
    return (await findHolder(database, [newKeys!], key)) !== null
  })
  await database.close()

  await restart(second)
  // The key that was used meanwhile goes on; one that was not, the session, the cursor and the link are given up.
  assert.deepEqual(await statuses(key, fresh, idle), [200, 200, 401, 400, 401, 404])

  // What the first secret has made works again where its backup was restored: with the rows comes the secret.
  assert.equal(await service.stop(), 0)
  for (const name of readdirSync(home)) if (/^(control\.sqlite|quota)/.test(name)) rmSync(join(home, name))
  await runs(['restore', file], base)
  await restart(base)
  assert.deepEqual(await statuses(key), [200, 200, 200, 200])
  client.close()
  assert.equal(await service.stop(), 0)
})

test('a command in the wrong home makes no database and no secret, and a backup of nobody is refused', async () => {
  const empty = join(folder, 'empty')
  mkdirSync(empty)
  const settings = { FORMOSA_HOME: empty }
  for (const words of [
    ['user', 'list'],
    ['user', 'set-tier', 'a@example.com', 'plus'],
    ['key', 'list', 'a@example.com'],
    ['key', 'create', 'a@example.com'],
    ['audit'],
    ['payments', 'list'],
    ['secret', 'replace', '--yes'],
  ])
    await refused(
      words,
      settings,
      4,
      /^formosa: There are no accounts in .*empty\/control\.sqlite yet: check FORMOSA_HOME/,
    )
  assert.deepEqual(readdirSync(empty), [])
  await runs(['user', 'add', 'a@example.com'], settings)
  await runs(['user', 'delete', 'a@example.com'], settings)
  const file = join(folder, 'nobody.backup')
  await refused(['backup', file], settings, 4, /There is nothing to back up: the database has no users and no payments/)
  assert.equal(existsSync(file), false)
})

test('PostgreSQL: a command makes no tables in a database without any', { skip: postgres.skip }, async () => {
  const { url, path } = await postgres.fresh()
  const settings = { FORMOSA_HOME: join(path, '..'), DATABASE_URL: url!, FORMOSA_SECRET: right }
  await refused(
    ['user', 'list'],
    settings,
    4,
    /There are no accounts in the database of DATABASE_URL yet: check DATABASE_URL/,
  )
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query('SELECT tablename FROM pg_tables WHERE schemaname = current_schema()')
  await client.end()
  assert.deepEqual(rows, [])
})
