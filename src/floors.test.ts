import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import { test } from 'node:test'

/** The house, ground floor first. A file imports from its own room and from floors below; never up, never across. */
const floors = [
  ['fields', 'errors', 'once', 'days', 'recent', 'moduleFile'],
  ['catalogue', 'config', 'disk'],
  ['store', 'lake', 'objects', 'sources'],
  ['derive', 'pages'],
  ['market', 'ingest', 'query', 'access', 'events', 'ask', 'pay', 'web'],
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

test('every source file is in a known folder', () => {
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
      .map((path) => join(dirname(file), path))
      // The command line reads from services with the client that users have.
      .filter((path) => !(roomOf(file) === 'cli' && path === '../sdk/index.ts'))
      .map(roomOf)
      .filter((there) => there !== roomOf(file) && !(floorOf.get(there)! < floorOf.get(roomOf(file))!))
      .map((there) => `${file} must not import ${there}`),
  )
  assert.deepEqual(wrong, [])
})

/** The files of `src` that a file imports, types included. */
const localImportsOf = (file: string): string[] =>
  importsOf(file)
    .filter((path) => path.startsWith('.'))
    .map((path) => join(dirname(file), path))

/** Groups of two or more nodes that all reach one another (Tarjan's strongly connected components). */
function circlesIn(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const found: string[][] = []
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const path: string[] = []
  const visit = (node: string) => {
    order.set(node, order.size)
    lowest.set(node, order.get(node)!)
    path.push(node)
    for (const next of graph.get(node) ?? []) {
      if (!order.has(next)) visit(next)
      if (path.includes(next)) lowest.set(node, Math.min(lowest.get(node)!, lowest.get(next)!))
    }
    if (lowest.get(node) !== order.get(node)) return
    const circle = path.splice(path.indexOf(node))
    if (circle.length > 1) found.push(circle.sort())
  }
  for (const node of graph.keys()) if (!order.has(node)) visit(node)
  return found
}

test('files do not import one another in a circle, not even for types', () => {
  assert.deepEqual(
    circlesIn(
      new Map([
        ['a', ['b']],
        ['b', ['c']],
        ['c', ['a', 'd']],
        ['d', []],
      ]),
    ),
    [['a', 'b', 'c']],
  )
  assert.deepEqual(circlesIn(new Map(files.map((file) => [file, localImportsOf(file)]))), [])
})

test('the folders of a room do not import one another in a circle', () => {
  const folders = new Map<string, string[]>()
  for (const file of files) {
    const [room, folder] = file.split('/')
    if (file.split('/').length < 3) continue
    const beside = localImportsOf(file)
      .map((path) => path.split('/'))
      .filter((path) => path.length > 2 && path[0] === room && path[1] !== folder)
    const name = `${room}/${folder}`
    folders.set(name, [...(folders.get(name) ?? []), ...beside.map((path) => `${path[0]}/${path[1]}`)])
  }
  assert.ok(folders.has('ingest/fetching'))
  // The question engine still has this one.
  const known = 'ask/heed,ask/reader'
  assert.deepEqual(
    circlesIn(folders).filter((circle) => String(circle) !== known),
    [],
  )
})

test('the environment is read in one place', () => {
  const reading = files.filter((file) => readFileSync(join(import.meta.dirname, file), 'utf8').includes('process.env'))
  // The reference and the pages of datasets print clients that read it.
  const expected = [
    'cli/client/main.ts',
    'cli/main.ts',
    'cli/service/child.ts',
    'http/reference/examples.ts',
    'web/agentClients.ts',
    'web/snippets.ts',
  ]
  assert.deepEqual(reading.sort(), expected)
})

test('the client for users imports nothing but its own files', () => {
  const folder = join(import.meta.dirname, '../sdk')
  const imports = globSync('*.ts', { cwd: folder }).flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(/(?:from |import\()'([^']+)'/g)].map(([, path]) => path!),
  )
  assert.ok(imports.length > 20)
  assert.deepEqual(
    imports.filter((path) => !/^\.\/\w+\.ts$/.test(path)),
    [],
  )
})

test('tests are not imported by the product', () => {
  assert.deepEqual(
    files.filter((file) => importsOf(file).some((path) => /\.test\.ts$|\/test\//.test(path))),
    [],
  )
})

/** Longer functions than this are divided where their parts have names. */
const mostLines = 120

/** Files of the question engine that hold longer ones still: none is added. */
const longStill = [
  'ask/ask.ts',
  'ask/calendar.ts',
  'ask/canonical/grammar.ts',
  'ask/canonical/rules.ts',
  'ask/check.ts',
  'ask/reader/model/model.ts',
  'ask/sandbox/sandbox.ts',
  'ask/sql/expressions.ts',
  'ask/sql/frame.ts',
  'ask/sql/planner.ts',
]

/**
 * Functions with their length, by the layout of the formatter: a function begins on a line that ends in `{` and ends
 * on the next line of the same indentation other than the end of its parameters.
 */
function* functionsIn(text: string): Generator<{ readonly name: string; readonly lines: number }> {
  const lines = text.split('\n')
  for (const [at, line] of lines.entries()) {
    const isFunction = /^\s*(export )?(async )?function|=> (\(?\{|\{)$|^\s*(async |static |\*|#)*\w+\(.*\{$/.test(line)
    const isParameters = /^\s*(export )?(async )?function\*? \w+(<.*>)?\($|= (async )?(<.*>)?\($/.test(line)
    if (!(isFunction && line.endsWith('{')) && !isParameters) continue
    if (/^\s*(if|for|while|switch|catch|do|try)\b/.test(line)) continue
    const indent = /^\s*/.exec(line)![0]
    // A line such as `}: Options): Result {` ends the parameters only.
    const end = lines.findIndex(
      (other, i) => i > at && other.startsWith(indent) && /^(?!\}.*\{$)[^\s)]/.test(other.slice(indent.length)),
    )
    if (end > 0) yield { name: line.trim(), lines: end - at + 1 }
  }
}

test('no function is longer than a few screens', () => {
  const [found] = functionsIn(['export function a(', '  b: string,', '): void {', '  c()', '}', ''].join('\n'))
  assert.deepEqual(found, { name: 'export function a(', lines: 5 })
  const [destructured] = functionsIn(
    ['function a({', '  b,', '}: {', '  b: string', '}): void {', '  c()', '}'].join('\n'),
  )
  assert.deepEqual(destructured, { name: 'function a({', lines: 7 })
  const long = files
    .filter((file) => !longStill.includes(file))
    .flatMap((file) =>
      [...functionsIn(readFileSync(join(import.meta.dirname, file), 'utf8'))]
        .filter(({ lines }) => lines > mostLines)
        .map(({ name }) => `${file}: ${/\w+(?=[(<])/.exec(name)?.[0] ?? name}`),
    )
  assert.deepEqual(long, [])
})
