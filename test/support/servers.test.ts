import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '@redis/client'
import pg from 'pg'
import { startPostgres } from './postgres.ts'
import { findPrograms } from './programs.ts'
import { startRedis } from './redis.ts'
import { until } from './until.ts'

const { skip: noPostgres } = await findPrograms(['initdb', 'postgres'])
const { skip: noRedis } = await findPrograms(['redis-server'])
const postgresOnly = { skip: noPostgres ?? false }
const redisOnly = { skip: noRedis ?? false }

/** Whether a process runs; one that has ended and waits to be collected does not. */
function runs(pid: number): boolean {
  try {
    process.kill(pid, 0)
    const status = `/proc/${pid}/status`
    return !existsSync(status) || !/^State:\s*Z/m.test(readFileSync(status, 'utf8'))
  } catch {
    return false
  }
}

/** Runs a test with some other environment, in a folder that is gone after it. */
async function inFolder(other: (folder: string) => NodeJS.ProcessEnv, work: (folder: string) => Promise<void>) {
  const folder = mkdtempSync(join(tmpdir(), 'formosa-servers-'))
  // PostgreSQL runs as another user if the test runs as root.
  chmodSync(folder, 0o755)
  const before = { ...process.env }
  try {
    Object.assign(process.env, other(folder))
    await work(folder)
  } finally {
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name]
    Object.assign(process.env, before)
    rmSync(folder, { recursive: true, force: true })
  }
}

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

/** A client that does not try again, and whose lost connection is no fault of the test. */
async function redisClient(url: string) {
  const client = createClient({ url, socket: { reconnectStrategy: false }, disableOfflineQueue: true })
  client.on('error', () => {})
  await client.connect()
  return client
}

test('PostgreSQL serves fresh databases and leaves nothing behind', postgresOnly, async () => {
  const postgres = await startPostgres()
  assert.ok(!('skip' in postgres))
  try {
    assert.match(postgres.url, /^postgres:\/\/.*@127\.0\.0\.1:\d+\//)
    await query(postgres.url, 'CREATE TABLE kept (n int)')
    const other = await postgres.database('另一個 "database"')
    assert.deepEqual(await query(other, 'SELECT count(*)::int AS tables FROM pg_tables WHERE tablename = $$kept$$'), [
      { tables: 0 },
    ])
    assert.deepEqual(await query(other, 'SELECT current_database() AS name, $$台積電$$ AS stock'), [
      { name: '另一個 "database"', stock: '台積電' },
    ])
    assert.deepEqual(await query(postgres.url, 'SHOW fsync'), [{ fsync: 'on' }])
    await assert.rejects(postgres.database('另一個 "database"'), /already exists/)
  } finally {
    const pid = postgres.pid()
    await postgres.stop()
    assert.equal(runs(pid), false)
    assert.equal(existsSync(postgres.folder), false)
  }
})

test('PostgreSQL comes back from a crash with what was committed, on the same port', postgresOnly, async () => {
  const postgres = await startPostgres({ settings: { shared_buffers: '8MB' } })
  assert.ok(!('skip' in postgres))
  try {
    assert.deepEqual(await query(postgres.url, 'SHOW shared_buffers'), [{ shared_buffers: '8MB' }])
    await query(postgres.url, 'CREATE TABLE kept AS SELECT 7 AS n')
    const open = new pg.Client(postgres.url)
    await open.connect()
    const lost = once(open, 'error')
    await open.query('BEGIN; UPDATE kept SET n = 8')
    await postgres.crash()
    await lost
    await assert.rejects(query(postgres.url, 'SELECT 1'), { code: 'ECONNREFUSED' })
    await assert.rejects(postgres.crash(), /not running/)
    await postgres.start()
    assert.deepEqual(await query(postgres.url, 'SELECT n FROM kept'), [{ n: 7 }])
  } finally {
    await postgres.stop()
  }
  assert.equal(existsSync(postgres.folder), false)
})

test('PostgreSQL that is down when it is stopped leaves nothing behind either', postgresOnly, async () => {
  const postgres = await startPostgres({ fsync: false })
  assert.ok(!('skip' in postgres))
  try {
    assert.deepEqual(await query(postgres.url, 'SHOW fsync'), [{ fsync: 'off' }])
    await postgres.crash()
  } finally {
    await postgres.stop()
  }
  assert.equal(existsSync(postgres.folder), false)
})

test('a server that cannot start says why and leaves nothing behind', postgresOnly, async () => {
  await inFolder(
    (folder) => ({ TMPDIR: folder }),
    async (folder) => {
      await assert.rejects(
        startPostgres({ settings: { no_such_setting: '1' } }),
        /before it was ready:\n.*unrecognized configuration parameter "no_such_setting"/s,
      )
      // But for the fresh data that further servers copy.
      assert.deepEqual(
        readdirSync(folder).filter((name) => !name.startsWith('formosa-initdb-')),
        [],
      )
    },
  )
})

test('Redis answers, keeps still while it is paused, and leaves nothing behind', redisOnly, async () => {
  const redis = await startRedis()
  assert.ok(!('skip' in redis))
  try {
    const client = await redisClient(redis.url)
    assert.equal(await client.set('stock', '台積電'), 'OK')
    redis.pause()
    let isResolved = false
    const pending = client.get('stock').then((value) => {
      isResolved = true
      return value
    })
    await sleep(300)
    assert.equal(isResolved, false)
    redis.resume()
    assert.equal(await pending, '台積電')
    client.destroy()
    // A paused server must be possible to stop.
    redis.pause()
  } finally {
    const pid = redis.pid()
    await redis.stop()
    assert.equal(runs(pid), false)
    assert.equal(existsSync(redis.folder), false)
  }
})

test('Redis comes back from a crash empty, on the same port', redisOnly, async () => {
  const redis = await startRedis()
  assert.ok(!('skip' in redis))
  try {
    const first = await redisClient(redis.url)
    await first.set('stock', '台積電')
    await redis.crash()
    await assert.rejects(first.get('stock'))
    await assert.rejects(redisClient(redis.url), { code: 'ECONNREFUSED' })
    assert.throws(() => redis.pause(), /not running/)
    await redis.start()
    await assert.rejects(redis.start(), /running already/)
    const second = await redisClient(redis.url)
    assert.equal(await second.get('stock'), null)
    second.destroy()
  } finally {
    await redis.stop()
  }
  assert.equal(existsSync(redis.folder), false)
})

/** A process that starts both servers, says what it started and stays. */
function startOwner(): ChildProcess {
  const program = `
    const { startPostgres } = await import(${JSON.stringify(join(import.meta.dirname, 'postgres.ts'))})
    const { startRedis } = await import(${JSON.stringify(join(import.meta.dirname, 'redis.ts'))})
    const servers = [await startPostgres({ fsync: false }), await startRedis()]
    process.send(servers.map((server) => ({ pid: server.pid(), folder: server.folder })))
  `
  return spawn(process.execPath, ['--input-type=module', '-e', program], {
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
}

test('a test that is killed with its whole group leaves no server behind', {
  skip: noPostgres ?? noRedis ?? false,
}, async () => {
  const owner = startOwner()
  const [servers] = (await Promise.race([
    once(owner, 'message'),
    once(owner, 'exit').then(([code]) => Promise.reject(new Error(`it ended with ${code}`))),
  ])) as [{ pid: number; folder: string }[]]
  const isLeft = () => servers.filter(({ pid, folder }) => runs(pid) || existsSync(folder))
  assert.equal(isLeft().length, 2)
  process.kill(-owner.pid!, 'SIGKILL')
  await until('both servers have ended and their folders are removed', () => isLeft().length === 0)
})

test('a program that is not there and may not be installed is named with what to install', async () => {
  await inFolder(
    (folder) => ({ PATH: folder }),
    async () =>
      assert.deepEqual(await findPrograms(['redis-server', 'wrk']), {
        paths: null,
        skip: 'redis-server, wrk not found: put it in PATH, on Debian by "apt-get install redis-server wrk"',
      }),
  )
})

/** Fails to install anything before an update, as a new machine does. */
const aptGet = `#!/bin/sh
cd "\${0%/*}"
echo "$*" >> asked
case "$*" in
  *update) : > updated ;;
  *) [ -e updated ] && : > redis-server ;;
esac
`

test('a program that may be installed is installed once, however many ask for it', {
  skip:
    process.getuid?.() !== 0 || !existsSync('/etc/debian_version') ? 'only root on Debian installs programs' : false,
}, async () => {
  await inFolder(
    (folder) => ({ PATH: folder, TMPDIR: folder }),
    async (folder) => {
      writeFileSync(join(folder, 'apt-get'), aptGet, { mode: 0o755 })
      const found = { paths: { 'redis-server': join(folder, 'redis-server') }, skip: null }
      const both = await Promise.all([findPrograms(['redis-server']), findPrograms(['redis-server'])])
      assert.deepEqual(both, [found, found])
      const install = '-o DPkg::Lock::Timeout=300 install -y --no-install-recommends redis-server'
      assert.deepEqual(readFileSync(join(folder, 'asked'), 'utf8').trim().split('\n'), [
        install,
        '-o DPkg::Lock::Timeout=300 update',
        install,
      ])
      assert.match(
        (await findPrograms(['wrk'])).skip!,
        /^wrk not found and apt-get could not install it: .*install wrk"$/,
      )
    },
  )
})
