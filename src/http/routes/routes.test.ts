import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { openapiOf, printOpenapi } from '../openapi.ts'
import { nameOf, route, tags } from '../route.ts'
import { routes } from './routes.ts'

const folder = join(import.meta.dirname, '..')
const product = globSync('**/*.ts', { cwd: folder }).filter((file) => !file.endsWith('.test.ts'))
const textOf = (file: string): string => readFileSync(join(folder, file), 'utf8')

for (const route of routes)
  test(`${nameOf(route)} says everything about itself`, () => {
    const { about, tag, id, responses, path, head = [] } = route
    assert.match(about.en, /^[A-Z][^一-鿿]+\.$/)
    assert.match(about.zh, /[一-鿿].*。$/)
    assert.ok(tag in tags)
    assert.match(id, /^[a-z]+[A-Za-z]*$/)
    const successes = Object.entries(responses).filter(([status]) => status.startsWith('2'))
    assert.ok(successes.length > 0)
    for (const [status, { schema }] of Object.entries(responses))
      assert.ok(Object.keys(schema).length > 0, `${status} has no schema`)
    assert.deepEqual(
      head.filter((parameter) => parameter.in === 'path').map(({ name }) => name),
      [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name),
    )
    for (const texts of Object.values(route.guide ?? {}))
      for (const { en, zh } of texts) {
        assert.ok(en.length > 0)
        assert.match(zh, /[一-鿿]/)
      }
  })

test('operations and routes have names of their own', () => {
  assert.equal(new Set(routes.map(({ id }) => id)).size, routes.length)
  assert.equal(new Set(routes.map(nameOf)).size, routes.length)
})

const sound = {
  ...({ tag: 'data', auth: 'open' } as const),
  about: { en: 'Sound.', zh: '正確。' },
  responses: { 200: { schema: { type: 'object' } } },
}

/** Never called: the compiler checks it. */
const unsound = () => [
  route('GET /sound', 'sound', sound),
  // @ts-expect-error a failure that the table of failures lacks
  route('GET /sound', 'sound', { ...sound, fails: ['lost'] }),
  // @ts-expect-error a tag that no group of routes has
  route('GET /sound', 'sound', { ...sound, tag: 'lost' }),
  // @ts-expect-error a text in one language alone
  route('GET /sound', 'sound', { ...sound, about: { en: 'Sound.' } }),
  // @ts-expect-error a response without a schema
  route('GET /sound', 'sound', { ...sound, responses: { 200: {} } }),
  // @ts-expect-error a response header without a description
  route('GET /sound', 'sound', { ...sound, responses: { 200: { schema: { type: 'object' }, headers: ['X-Lost'] } } }),
]

test('a route with an unknown failure, tag or header, or without a text or schema, does not compile', () => {
  assert.equal(typeof unsound, 'function')
})

/** Files that name paths of routes although they define none, and why. */
const naming: Readonly<Record<string, string>> = {
  'reference/examples.ts': 'programs for readers, who copy them whole',
  'reference/texts.ts': 'paragraphs of the guide on several routes at once',
  'admission/samples.ts': 'the request without a key that a refusal names',
  'pages/assetRoutes.ts': 'the rules for search engines',
  'pages/agentsPage.ts': 'the request for prices that the page shows',
  'pages/askPage.ts': 'the questions that the page sends',
  'pages/consolePage.ts': 'the requests that the page sends',
  'pages/handshake.ts': 'the paid request that a page shows',
  'pages/datasetPage.ts': 'the request for gaps that the page shows',
  'pages/stockPage.ts': 'the request for corporate actions that the page shows',
  'pages/homePage.ts': 'the request for prices that the page shows',
  'pages/internalClient.ts': 'the requests that pages show to their readers',
  'rows/soldAnswer.ts': 'the addresses whose answers are sold',
  'rows/soldRows.ts': 'the address that is sold',
  'rows/rowPages.ts': 'the link to the next page',
  'connection/plainHead.ts': 'the start of the requests that are answered without Node',
  'route.ts': 'comments show the form of a path',
}

test('a route is added in its own file and in the list: no other file names its path', () => {
  const paths = [...new Set(routes.map(({ path }) => path))].filter((path) => path !== '/')
  const forms = paths.map((path) => new RegExp(`(?<![\\w.])${path.replaceAll(/[.{}]/g, '\\$&')}(?![\\w.-])`))
  const namers = product.filter((file) => !file.startsWith('routes/') && forms.some((form) => form.test(textOf(file))))
  assert.deepEqual(namers.sort(), Object.keys(naming).sort())
})

test('every route file is in the list', () => {
  const list = textOf('routes/routes.ts')
  const defining = product.filter((file) => file.startsWith('routes/') && /= route\(|return route\(/.test(textOf(file)))
  assert.ok(defining.length > 15)
  for (const file of defining) assert.ok(list.includes(`'./${file.slice('routes/'.length)}'`), file)
})

test('linters have nothing to say: every component is used, every required property described, every operation too', () => {
  for (const language of ['en', 'zh'] as const) {
    const document = JSON.parse(printOpenapi(openapiOf('0', routes, language)))
    assert.ok(document.info.contact.name)
    const { components, paths } = document
    /** Like linters, which do not look into extensions. */
    const visible = JSON.stringify([paths, components], (key, value) => (key.startsWith('x-') ? undefined : value))
    for (const kind of ['schemas', 'responses', 'headers', 'parameters', 'requestBodies'])
      for (const name of Object.keys(components[kind]))
        assert.ok(visible.includes(`"#/components/${kind}/${name}"`), `${kind}/${name} is not used`)
    for (const operation of Object.values(paths).flatMap((methods) => Object.values(methods as object)))
      for (const text of [operation.summary, operation.description, operation.operationId, operation.tags[0]])
        assert.ok(text, operation.operationId)
    const check = (node: unknown, inherited: readonly string[]): void => {
      if (typeof node !== 'object' || node === null) return
      const { properties = {}, required, allOf = [] } = node as Record<string, never> & { allOf?: { $ref?: string }[] }
      const own = [
        ...inherited,
        ...Object.keys(properties),
        ...allOf.flatMap(({ $ref = '' }) => Object.keys(components.schemas[$ref.split('/').at(-1)!]?.properties ?? {})),
      ]
      if (Array.isArray(required)) for (const name of required as string[]) assert.ok(own.includes(name), name)
      for (const [key, inner] of Object.entries(node)) check(inner, key === 'anyOf' || key === 'allOf' ? own : [])
    }
    check([paths, components.schemas, components.responses], [])
  }
})

test('the printed document has at most 540 KB, in either language', () => {
  for (const language of ['en', 'zh'] as const)
    assert.ok(Buffer.byteLength(printOpenapi(openapiOf('0', routes, language))) <= 540_000)
})
