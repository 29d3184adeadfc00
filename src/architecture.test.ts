import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { test } from 'node:test'
import { inBackticks, pathsIn, read, root } from '../test/support/documents.ts'
import { catalogue } from './catalogue/index.ts'
import { settingNames } from './config/settings.ts'
import { feeds } from './sources/index.ts'

/** ARCHITECTURE.md has the floor plan and lists of files; these tests fail when one of them is no longer true. */

const architecture = read('ARCHITECTURE.md')

/** The text under a heading, to the next heading of the same or a higher level. */
function section(document: string, heading: string): string {
  const level = heading.split(' ')[0]!.length
  const [, text] = document.split(`\n${heading}\n`)
  assert.ok(text, `there is no section "${heading}"`)
  return text.split(new RegExp(`^#{1,${level}} `, 'm'))[0]!
}

test('the page is short enough to be read at once', () => {
  assert.ok(Buffer.byteLength(architecture) <= 12_288)
})

test('every package that is installed for production is named with what it does', () => {
  const { dependencies } = JSON.parse(read('package.json')) as { dependencies: Record<string, string> }
  assert.deepEqual(inBackticks(section(architecture, '## Dependencies')).sort(), Object.keys(dependencies).sort())
})

test('the floors in ARCHITECTURE.md are the floors that imports are checked against', () => {
  const [, list] = /const floors = (\[\n.*?\n\])/s.exec(read('src/floors.test.ts'))!
  const floors = JSON.parse(list!.replaceAll("'", '"').replace(/,(\s*\])/g, '$1')) as string[][]
  const drawn = [...section(architecture, '## Floor plan').matchAll(/^\| (\d) +\| ([^|]+) \|/gm)]
  const rooms = Object.fromEntries(drawn.map(([, floor, names]) => [floor, inBackticks(names!).sort()]))
  assert.deepEqual(rooms, Object.fromEntries(floors.map((names, floor) => [String(floor), names.toSorted()])))
})

/** The modules that a file imports, as paths from the root. */
const importsOf = (file: string): Set<string> =>
  new Set([...read(file).matchAll(/from '(\.[^']+)'/g)].map(([, path]) => join(dirname(file), path!)))

/** The files of a pattern that a list does not import, or that exist only in the list. */
const unlisted = (list: string, files: readonly string[]): string[] => {
  const imported = importsOf(list)
  return files.filter((file) => !imported.has(file))
}

const productFiles = (pattern: string): string[] =>
  globSync(pattern, { cwd: root }).filter((file) => !file.endsWith('.test.ts') && basename(file) !== 'index.ts')

/** Fails where the section does not name exactly these paths. */
const names = (heading: string, ...paths: readonly string[]): void =>
  assert.deepEqual([...new Set(pathsIn(section(architecture, heading)))].sort(), paths.toSorted())

const folderOf = ({ category, isOurs }: (typeof catalogue)[number]): string => (isOurs ? 'series' : category)
const isComputed = new Set(catalogue.filter(({ derived }) => derived !== null).map(({ name }) => name))

test('to add a dataset takes the files that are listed', () => {
  names(
    '### A dataset',
    'src/catalogue/<category>/<Dataset>.ts',
    'src/catalogue/index.ts',
    'src/market/<category>/<Dataset>.ts',
    'src/market/tables.ts',
    'src/derive/<Dataset>.ts',
    'src/derive/index.ts',
    'src/catalogue/series/',
    'src/derive/series/',
  )
  const files = productFiles('src/catalogue/*/*.ts')
  assert.deepEqual(unlisted('src/catalogue/index.ts', files), [])
  assert.deepEqual(
    files.sort(),
    catalogue.map((dataset) => `src/catalogue/${folderOf(dataset)}/${dataset.name}.ts`).sort(),
  )
  const maker = ({ name, category, isOurs }: (typeof catalogue)[number]): [string, string] =>
    isComputed.has(name)
      ? ['src/derive/index.ts', `src/derive/${isOurs ? 'series/' : ''}${name}.ts`]
      : ['src/market/tables.ts', `src/market/${category}/${name}.ts`]
  assert.deepEqual(
    catalogue.map(maker).flatMap(([list, file]) => unlisted(list, [file])),
    [],
  )
})

test('to add a feed takes the files that are listed', () => {
  names(
    '### A feed',
    'src/sources/<publisher>/<Dataset>.ts',
    'src/sources/exchange/<Dataset>.ts',
    'src/sources/<publisher>/index.ts',
    'src/sources/<publisher>/fixtures/',
    'src/catalogue/publishers.ts',
    'src/sources/index.ts',
  )
  const lists = globSync('src/sources/*/index.ts', { cwd: root })
  assert.deepEqual(unlisted('src/sources/index.ts', lists), [])
  // A file holds the feeds of one dataset, or of a few that share a table. A publisher with few files has no list of its own.
  const known = new Map(catalogue.map(({ name, category }) => [`src/catalogue/${category}/${name}.ts`, name]))
  const hasFeeds = (file: string): boolean => /^export const \w+(?:: readonly Feed\[\])? = /m.test(read(file))
  const holders = productFiles('src/sources/*/*.ts').filter((file) => hasFeeds(file))
  const listed = holders.filter((file) => {
    const list = join(dirname(file), 'index.ts')
    return unlisted(lists.includes(list) ? list : 'src/sources/index.ts', [file]).length === 0
  })
  const withFile = new Set(listed.flatMap((file) => [...importsOf(file)].flatMap((one) => known.get(one) ?? [])))
  assert.deepEqual(
    feeds.map(({ dataset }) => dataset.name).filter((name) => !withFile.has(name)),
    [],
  )
})

test('to add a route takes the files that are listed', () => {
  names('### A route', 'src/http/routes/<route>.ts', 'src/http/routes/routes.ts')
  const isRoute = (file: string): boolean => /= route\(/.test(read(file))
  const files = productFiles('src/http/routes/*.ts').filter(isRoute)
  assert.ok(files.length > 10)
  assert.deepEqual(unlisted('src/http/routes/routes.ts', files), [])
})

test('to add a setting takes the files that are listed', () => {
  names('### A setting', 'src/config/settings.ts', 'src/config/rules.ts', 'src/cli/')
  assert.deepEqual(
    [...read('src/config/settings.ts').matchAll(/^ {2}([A-Z_0-9]+): /gm)].map(([, name]) => name),
    settingNames,
  )
})

test('to add a rule takes the files that are listed', () => {
  const rooms = productFiles('src/ingest/rules/*.ts').filter((file) => /^export const \w+Rules: /m.test(read(file)))
  names('### A rule', 'src/ingest/rules/index.ts', ...rooms)
  assert.deepEqual(unlisted('src/ingest/rules/index.ts', rooms), [])
})

test('the glossary defines about fifteen words, each once, with its file', () => {
  const rows = [...section(architecture, '## Glossary').matchAll(/^- \*\*([a-z ]+)\*\*: (.+) \((.+)\)$/gm)]
  const words = rows.map(([, word]) => word)
  assert.ok(words.length >= 12 && words.length <= 18, `${words.length} words`)
  assert.equal(new Set(words).size, words.length)
  for (const [, word, , code] of rows) assert.ok(pathsIn(code!).length > 0, `${word} has no file`)
})
