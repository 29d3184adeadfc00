import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import { test } from 'node:test'

/** The house, ground floor first. A file imports from its own room and from floors below; never up, never across. */
const floors = [
  ['fields', 'errors'],
  ['catalogue', 'config', 'disk'],
  ['store', 'lake', 'sources'],
  ['derive', 'pages'],
  ['market', 'ingest', 'query', 'access', 'ask', 'pay'],
  ['http'],
  ['cli'],
]

const floorOf = new Map(floors.flatMap((rooms, floor) => rooms.map((room) => [room, floor] as const)))
const roomOf = (path: string): string => path.split('/')[0]!.replace(/\.ts$/, '')
const files = globSync('**/*.ts', { cwd: import.meta.dirname }).filter((file) => !file.endsWith('.test.ts'))

const importsOf = (file: string): string[] =>
  [...readFileSync(join(import.meta.dirname, file), 'utf8').matchAll(/(?:from|import\(?)\s*'([^']+)'/g)].map(
    ([, path]) => path!,
  )

test('every file stands in a room of the house', () => {
  assert.ok(files.length > 100)
  assert.deepEqual(
    files.filter((file) => !floorOf.has(roomOf(file))),
    [],
  )
})

test('imports only go down', () => {
  const wrong = files.flatMap((file) =>
    importsOf(file)
      .filter((path) => path.startsWith('.'))
      .map((path) => roomOf(join(dirname(file), path)))
      .filter((there) => there !== roomOf(file) && !(floorOf.get(there)! < floorOf.get(roomOf(file))!))
      .map((there) => `${file} must not import ${there}`),
  )
  assert.deepEqual(wrong, [])
})

test('the environment is read in one place', () => {
  const reading = files.filter((file) => readFileSync(join(import.meta.dirname, file), 'utf8').includes('process.env'))
  // The reference page prints a client that reads it.
  const expected = ['cli/child.ts', 'cli/main.ts', 'http/reference/examples.ts']
  assert.deepEqual(reading.sort(), expected)
})

test('tests are not imported by the product', () => {
  assert.deepEqual(
    files.filter((file) => importsOf(file).some((path) => /\.test\.ts$|\/test\//.test(path))),
    [],
  )
})
