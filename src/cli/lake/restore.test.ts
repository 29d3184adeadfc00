import assert from 'node:assert/strict'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { startEngines } from '../../../test/support/engines.ts'
import { builtAt, copyOfBrief } from '../../../test/support/fixture.ts'
import { refused, succeeded } from '../../../test/support/inProcess.ts'
import { startService } from '../../../test/support/service.ts'
import { until } from '../../../test/support/until.ts'

const { postgres, folder, stop } = await startEngines()
after(stop)

const statusOf = async (url: string, path: string, headers: Record<string, string>) =>
  (await fetch(url + path, { headers })).status

test('a service takes a restore while it runs or refuses it, and then knows the old key and the old session', async (t) => {
  const home = await copyOfBrief(join(folder, 'service'))
  const file = join(folder, 'service.backup')
  const settings = { FORMOSA_HOME: home, FORMOSA_NOW: builtAt }
  let service = await startService(home, { FORMOSA_NOW: builtAt })
  const knows = async (url: string, key: string, cookie: string, path = '/v1/data/TaiwanStockPER?limit=1') => [
    await statusOf(url, path, { Authorization: `Bearer ${key}` }),
    await statusOf(url, '/v1/me', { cookie }),
  ]
  let key: string
  let cookie: string
  let secret: string
  try {
    const response = await fetch(`${service.url}/v1/auth/sign-up`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'person@example.com', password: 'correct horse' }),
    })
    assert.equal(response.status, 201)
    key = ((await response.json()) as { key: { key: string } }).key.key
    cookie = response.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ')
    assert.deepEqual(await knows(service.url, key, cookie), [200, 200])
    secret = readFileSync(join(home, 'secret'), 'utf8')
    await succeeded(['backup', file], settings)
    await refused(
      ['restore', file, '--replace'],
      settings,
      5,
      /Another process has .* open: stop the service and run it/,
    )
    assert.deepEqual(await knows(service.url, key, cookie), [200, 200])
  } finally {
    assert.equal(await service.stop(), 0)
  }

  // A machine that lost its accounts and its secret.
  for (const name of readdirSync(home)) if (/^(control\.sqlite|secret|quota)/.test(name)) rmSync(join(home, name))
  await succeeded(['restore', file], settings)
  service = await startService(home, { FORMOSA_NOW: builtAt })
  try {
    assert.deepEqual(await knows(service.url, key, cookie), [200, 200])
  } finally {
    assert.equal(await service.stop(), 0)
  }

  await t.test('PostgreSQL: while it runs, soon on every thread', { skip: postgres.skip }, async () => {
    const { url } = await postgres.fresh()
    const moved = { ...settings, DATABASE_URL: url!, FORMOSA_SECRET: secret }
    const running = await startService(home, { ...moved, WORKERS: '2' })
    try {
      const [, own] = /shown only now\): (\S+)/.exec(running.output())!
      /** Sends requests to every thread, which cost no call, until all have the expected statuses. */
      const holds = (given: string, expected: string) =>
        until(
          `every thread says ${expected}`,
          async () => {
            const statusesOf = async () => (await knows(running.url, given, cookie, '/v1/key/info')).join(' ')
            const statuses = await Promise.all(Array.from({ length: 8 }, statusesOf))
            return statuses.every((one) => one === expected)
          },
          { pauseMs: 250 },
        )
      await holds(own!, '200 401')
      await succeeded(['restore', file, '--replace'], moved)
      await holds(key, '200 200')
      await holds(own!, '401 200')
    } finally {
      assert.equal(await running.stop(), 0)
    }
  })
})
