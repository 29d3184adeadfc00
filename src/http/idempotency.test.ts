import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { expectProblem, openApi } from '../../test/support/api.ts'
import { cookieOf } from '../../test/support/client.ts'
import { builtAt, copyOfFew } from '../../test/support/fixture.ts'
import { startService } from '../../test/support/service.ts'
import { openFile } from '../store/database.ts'

/* Requests that make something and come again with their `Idempotency-Key`, and the addresses of what they make. */

const folder = mkdtempSync(join(tmpdir(), 'formosa-idempotency-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const home = await copyOfFew(join(folder, 'home'))
const { send, keys, users } = await openApi(startService(home, { FORMOSA_NOW: builtAt, WORKERS: '2' }))

const signedUp = await send('/v1/auth/sign-up', {
  json: { email: 'once@example.com', password: 'a long password of mine' },
})
assert.deepEqual([signedUp.status, signedUp.headers.location], [201, '/v1/me'])
const cookie = cookieOf(signedUp)

type Options = Parameters<typeof send>[1]
const named = (name: string, options: Options) => ({ ...options, headers: { 'Idempotency-Key': name } })

const link = { dataset: 'TaiwanStockPER', query: 'stock_id=2330' }
const makers: readonly (readonly [path: string, options: object, other: object, credentials: object])[] = [
  ['/v1/keys', { name: 'one' }, { name: 'two' }, { cookie }],
  ['/v1/links', link, { ...link, query: 'stock_id=2317' }, { key: keys.plus }],
  [
    '/v1/webhooks',
    { url: 'https://receiver.example.com/a' },
    { url: 'https://receiver.example.com/b' },
    { key: keys.plus },
  ],
]

for (const [path, json, other, credentials] of makers)
  test(`${path}: a request that comes again gets the same answer, and nothing is made twice`, async () => {
    const countOf = async () => Object.values((await send(path, credentials)).json as object)[0].length as number
    const before = await countOf()
    const first = await send(path, named('a-1', { ...credentials, json }))
    assert.equal(first.status, 201, first.text)
    assert.equal(first.headers['idempotency-replayed'], undefined)
    const again = await send(path, named('"a-1"', { ...credentials, json }))
    assert.deepEqual(
      [again.status, again.json, again.headers.location, again.headers['idempotency-replayed']],
      [201, first.json, `${path}/${first.json.id}`, 'true'],
    )
    assert.equal(await countOf(), before + 1)
    expectProblem(await send(path, named('a-1', { ...credentials, json: other })), 422, 'idempotency_key_reused')
    const second = await send(path, named('a-2', { ...credentials, json: other }))
    assert.deepEqual([second.status, await countOf()], [201, before + 2])
    const { id, ...shown } = (await send(first.headers.location!, credentials)).json
    for (const [name, value] of Object.entries(shown))
      if (name !== 'last_used_at') assert.deepEqual(first.json[name], value, name)
    assert.equal(id, first.json.id)
    expectProblem(await send(`${path}/999999`, credentials), 404, `unknown_${path.slice(4, -1)}`)
  })

test('of many requests at once one is carried out, and the others get its answer or are told to wait', async () => {
  const { key } = await users.add('free')
  const send1 = () => send('/v1/links', named('at once', { key, json: link }))
  const answers = await Promise.all(Array.from({ length: 12 }, send1))
  const made = answers.filter(({ status }) => status === 201)
  assert.equal(new Set(made.map(({ json }) => json.id)).size, 1)
  for (const answer of answers.filter(({ status }) => status !== 201)) {
    expectProblem(answer, 409, 'idempotency_pending')
    assert.equal(answer.headers['retry-after'], '1')
  }
  assert.equal((await send('/v1/links', { key })).json.links.length, 1)
  assert.deepEqual((await send1()).json, made[0]!.json)
})

test('a key names a request of one user, for one route; a refused request frees it', async () => {
  const [one, two] = [await users.add('free'), await users.add('free')]
  const make = (key: string, json: object) => send('/v1/links', named('mine', { key, json }))
  expectProblem(await make(one.key, { dataset: 'Nothing' }), 404, 'unknown_dataset')
  const [first, second] = [await make(one.key, link), await make(two.key, link)]
  assert.deepEqual([first.status, second.status], [201, 201])
  assert.notEqual(first.json.urls[0], second.json.urls[0])
  const webhook = await send(
    '/v1/webhooks',
    named('mine', { key: one.key, json: { url: 'https://receiver.example.com/c' } }),
  )
  assert.equal(webhook.status, 201, webhook.text)
  for (const name of ['""', 'x'.repeat(256)])
    expectProblem(await send('/v1/links', named(name, { key: one.key, json: link })), 422, 'invalid_parameter')
  // Reading is not held to it.
  assert.equal((await send('/v1/links', named('mine', { key: one.key }))).status, 200)
})

test('an answer is stored so that the database alone cannot show it', async () => {
  const { key } = await users.add('free')
  const made = await send('/v1/links', named('hidden', { key, json: link }))
  const token = /fmsl_[\w-]+/.exec(made.json.urls[0])![0]
  const database = await openFile(join(home, 'control.sqlite'))
  const rows = await database.db.selectFrom('idempotent_requests').selectAll().execute()
  await database.close()
  assert.ok(rows.length > 0)
  for (const { answer } of rows) assert.ok(answer === null || !Buffer.from(answer).includes(token.slice(5)))
})

test('the next page of every answer in JSON is linked', async () => {
  for (const path of [
    '/v1/data/TaiwanStockPER?limit=2',
    '/v1/data/TaiwanStockPER?limit=2&columns=stock_id',
    '/v1/data/TaiwanStockPER?limit=2&decimals=number',
    '/v1/data/TaiwanStockPER/gaps?limit=1',
  ]) {
    const { json, headers } = await send(path, { key: keys.plus })
    if (json.cursor === null) continue
    assert.equal(headers.link, `<${path.split('?')[0]}?cursor=${json.cursor}>; rel="next"`)
    const next = await send(/<(.*)>/.exec(headers.link!)![1]!, { key: keys.plus })
    assert.equal(next.status, 200)
  }
  const last = await send('/v1/data/TaiwanStockPER?stock_id=2330&limit=10000', { key: keys.plus })
  assert.deepEqual([last.json.cursor, last.headers.link], [null, undefined])
})

test('pages of other sites may send what requests of this API have', async () => {
  const { headers } = await send('/v1/links', {
    method: 'OPTIONS',
    headers: { Origin: 'https://elsewhere.example.com' },
  })
  for (const name of ['Idempotency-Key', 'If-Range', 'Range'])
    assert.ok(headers['access-control-allow-headers']!.split(', ').includes(name), name)
})
