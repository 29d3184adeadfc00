import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { openApi } from '../../test/support/api.ts'
import { cookieOf, createClient, type RequestOptions } from '../../test/support/client.ts'
import { createTestClock } from '../../test/support/clock.ts'
import { builtAt, copyOfBrief } from '../../test/support/fixture.ts'
import { startService } from '../../test/support/service.ts'
import { generateKey } from '../access/keys.ts'
import { mostBodyBytes } from './request/body.ts'
import { nameOf, type Route } from './route.ts'
import { routes } from './routes/routes.ts'

/* What every route refuses, as the document says. */

const folder = mkdtempSync(join(tmpdir(), 'formosa-refusals-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const clock = createTestClock(folder, builtAt)
/** Enough for the requests below, few enough to be used up. */
const perMinute = 400
const home = await copyOfBrief(join(folder, 'home'))
const { url, send, refused, keys } = await openApi(
  startService(home, { ...clock.settings, WORKERS: '1', ADDRESS_LIMIT: String(perMinute) }),
)
const { plus } = keys
const account = { email: 'person@example.com', password: 'correct horse' }
const signedUp = await send('/v1/auth/sign-up', { json: account })
const [cookie, own] = [cookieOf(signedUp), signedUp.json.key.key as string]
const pathOf = ({ path }: Route): string => path.replace('{id}', '1')

test('every route refuses missing credentials, other sites and unreadable bodies', async () => {
  const json = { 'Content-Type': 'application/json' }
  for (const route of routes) {
    const { auth, method, body } = route
    const path = pathOf(route)
    if (auth === 'caller' || auth === 'session' || auth === 'key')
      await refused([
        [401, auth === 'session' ? 'session_required' : 'missing_key', path, { method }],
        [401, auth === 'session' ? 'session_required' : 'invalid_key', path, { method, key: generateKey() }],
      ])
    if (method === 'GET') continue
    const here: RequestOptions = {
      method,
      ...(auth === 'session' ? { cookie } : auth === 'key' || auth === 'caller' ? { key: plus } : {}),
    }
    const withBody = (body: string, headers: Record<string, string> = json) => ({ ...here, body, headers })
    if (body !== 'raw') {
      if (auth !== 'key')
        await refused([[403, 'cross_site', path, withBody('{}', { ...json, Origin: 'https://elsewhere.example' })]])
      const isOptional = Object.values(body ?? {}).every((field) => 'default' in field)
      await refused([
        [415, 'wrong_type', path, withBody('{}', { 'Content-Type': 'text/plain' })],
        [400, 'bad_request', path, withBody('{')],
        [422, isOptional ? 'unknown_parameter' : 'invalid_parameter', path, withBody('{"nonsense":1}')],
      ])
    }
    await refused([
      [413, 'too_large', path, withBody('x'.repeat(mostBodyBytes + 1))],
      [422, 'unknown_parameter', `${path}?nonsense=1`, withBody('{}')],
      [400, 'bad_request', `${path}?%ff=1`, withBody('{}')],
    ])
  }
})

test('every route is refused beyond the limit of the address, but those without credentials', async () => {
  clock.turn(61)
  const often = createClient(url, 8)
  await Promise.all(Array.from({ length: perMinute }, () => often.send('/v1/plans')))
  often.close()
  for (const route of routes) {
    const { status, json } = await send(pathOf(route), { method: route.method })
    if (route.auth === 'none') continue
    assert.equal(status, 429, nameOf(route))
    assert.equal(json.detail, `rate limit exceeded (${perMinute}/${perMinute} per minute for this address)`)
  }
  for (const [path, options] of [
    ['/healthz', {}],
    ['/v1/me', { key: own }],
    ['/v1/plans', { cookie }],
  ] as const)
    assert.equal((await send(path, options)).status, 200)
})
