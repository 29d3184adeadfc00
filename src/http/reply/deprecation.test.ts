import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { createAddresses } from '../../access/addresses.ts'
import { type Deprecation, optional, text } from '../../fields.ts'
import { createApp } from '../app.ts'
import { createTurns } from '../connection/turns.ts'
import { createUnsent } from '../connection/unsent.ts'
import { openapiOf } from '../openapi.ts'
import type { Route } from '../route.ts'
import { createRouter } from '../router.ts'
import { healthz, readyz } from '../routes/health.ts'
import { routes } from '../routes/routes.ts'
import type { Services } from '../services.ts'
import { leastDays } from './deprecation.ts'

const deprecation: Deprecation = {
  ...{ since: '2026-12-12', sunset: '2027-06-30' },
  instead: { en: 'Use verbose.', zh: '請改用 verbose。' },
}
const later = { ...deprecation, sunset: '2027-12-31' }
const old: readonly Route[] = [
  { ...healthz, deprecated: later },
  { ...readyz, query: { long: { ...optional(text('Long', '詳細')), deprecated: deprecation } } },
]

test('a deprecated route or parameter says since when and until when it works, whatever its answer', async () => {
  const services = {
    ...{ release: '0', now: () => new Date(), observe: null, nextAttempt: () => null, log: { error() {} } },
    ...{ addresses: createAddresses([]), addressLimit: null, unsent: createUnsent(), turns: createTurns() },
    ...{ baseUrl: () => 'http://127.0.0.1', traffic: { count() {} }, checks: () => ({ data: 'not built yet' }) },
    ...{ library: { current: () => null }, pageWaiter: { wait: () => null } },
  } as unknown as Services
  const server = createServer(createApp(services, createRouter(old))).listen(0)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const headersOf = async (path: string, method = 'GET') => {
    const { headers } = await fetch(`http://127.0.0.1:${port}${path}`, { method })
    return ['deprecation', 'sunset', 'link'].map((name) => headers.get(name))
  }
  const announced = '@1797033600'
  const link = '</docs/deprecation>; rel="deprecation"'
  const [soon, late] = ['Wed, 30 Jun 2027 00:00:00 GMT', 'Fri, 31 Dec 2027 00:00:00 GMT']
  for (const method of ['GET', 'HEAD']) assert.deepEqual(await headersOf('/healthz', method), [announced, late, link])
  assert.deepEqual(await headersOf('/readyz?long=1'), [announced, soon, link])
  for (const path of ['/readyz', '/readyz?longer=1', '/healthz/long'])
    assert.deepEqual(await headersOf(path), [null, null, null])
  server.closeAllConnections()
  server.close()
})

test('the OpenAPI document marks what is deprecated, and names what to use instead', () => {
  for (const language of ['en', 'zh'] as const) {
    const { paths } = openapiOf('0', old, language) as unknown as {
      paths: Record<
        string,
        { get: { deprecated?: boolean; description: string; parameters: Record<string, unknown>[] } }
      >
    }
    const { get } = paths['/healthz']!
    assert.equal(get.deprecated, true)
    assert.ok(get.description.endsWith(deprecation.instead[language]))
    const [long] = paths['/readyz']!.get.parameters
    assert.equal(long!.deprecated, true)
    assert.match(String(long!.description), /verbose/)
    assert.equal(paths['/readyz']!.get.deprecated, undefined)
  }
})

test('whatever is deprecated works for the days of the policy', () => {
  const all = routes.flatMap(({ deprecated, query }) => [
    ...(deprecated ? [deprecated] : []),
    ...Object.values(query).flatMap((field) => field.deprecated ?? []),
  ])
  for (const { since, sunset } of [deprecation, ...all])
    assert.ok(Date.parse(sunset) - Date.parse(since) >= leastDays * 86_400_000, sunset)
})
