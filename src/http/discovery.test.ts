import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expectProblem, openApi } from '../../test/support/api.ts'
import { shareService } from '../../test/support/sharedService.ts'
import { catalogue } from '../catalogue/index.ts'
import { failureTexts } from './openapi/failures.ts'
import { guideNames } from './reference/library.ts'
import { nameOf } from './route.ts'
import { routes } from './routes/routes.ts'

/* What programs find at fixed addresses; every link of it leads somewhere. */

const { url, send } = await openApi(shareService())

/** The addresses of this service in a text. */
const linksIn = (text: string): string[] => [
  ...new Set(
    [...text.matchAll(new RegExp(`${url}(/[^\\s"'\`)<>;,]*)`, 'g'))].map(([, path]) => path!.replace(/[.:]$/, '')),
  ),
]

/** Paths that are read with a GET and no key. */
const isOpen = (path: string): boolean => !/[{}]|^\/(v1|mcp|v1\/(ask|sql|agent\/.*))$/.test(path)

for (const [path, type] of [
  ['/llms.txt', 'text/plain'],
  ['/SKILL.md', 'text/markdown'],
  ['/.well-known/api-catalog', 'application/linkset+json'],
  ['/server.json', 'application/json'],
] as const)
  test(`${path} has addresses of this service, and each of them answers`, async () => {
    const { status, headers, text } = await send(path)
    assert.equal(status, 200)
    assert.ok(headers['content-type']!.startsWith(type), headers['content-type'])
    const links = linksIn(text).filter(isOpen)
    assert.ok(links.length > 0 || path === '/server.json', text)
    for (const link of links) {
      const response = await fetch(url + link, { method: link.startsWith('/mcp') ? 'POST' : 'GET' })
      assert.ok(response.status < 500 && response.status !== 404, `${link}: ${response.status}`)
      await response.body?.cancel()
    }
    assert.doesNotMatch(text, /undefined|\[object/)
  })

test('the index is short, and names every dataset, endpoint, document and failure', async () => {
  const { text } = await send('/llms.txt')
  const full = await send('/llms-full.txt')
  assert.ok(text.length < full.text.length / 3, `${text.length} of ${full.text.length}`)
  for (const { name } of catalogue) assert.ok(text.includes(`- ${name}`), name)
  for (const route of routes) assert.ok(text.includes(nameOf(route)), nameOf(route))
  for (const name of guideNames) assert.ok(text.includes(`/docs/${name}.md)`), name)
  for (const { code } of failureTexts) if (code) assert.ok(text.includes(code), code)
})

test('the registry entry names both addresses of the tools, by a name of the domain', async () => {
  const { json } = await send('/server.json')
  assert.match(json.name, /^[a-z0-9.-]+\/formosa$/)
  assert.ok(json.description.length <= 100, json.description)
  assert.deepEqual(
    json.remotes.map(({ url: at }: { url: string }) => at),
    [`${url}/mcp`, `${url}/mcp/account`],
  )
})

test('every paid address of the discovery of x402 answers with its terms', async () => {
  const { json } = await send('/.well-known/x402')
  assert.equal(json.resources.length, catalogue.length + 2)
  for (const address of json.resources) {
    const isRows = !/\/(ask|sql)$/.test(address)
    const response = await fetch(address, isRows ? {} : { method: 'POST' })
    assert.equal(response.status, 402, address)
    await response.body?.cancel()
  }
})

test('a search for securities with an empty word, or too much, is refused', async () => {
  for (const query of ['?q=', `?q=${'x'.repeat(101)}`, '?q=a&limit=0', '?q=a&limit=101'])
    expectProblem(await send(`/v1/securities${query}`), 422, 'invalid_parameter')
  expectProblem(await send('/v1/securities?q=a&what=1'), 422, 'unknown_parameter')
})
