import assert from 'node:assert/strict'
import { existsSync, globSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { pathsIn, read, root } from '../test/support/documents.ts'
import { tiers } from './catalogue/dataset.ts'
import { find } from './catalogue/index.ts'
import { commands, groups } from './cli/commands/index.ts'
import { printedFiles } from './cli/documents/docs.ts'
import { flagOf, settingNames } from './config/settings.ts'
import * as examples from './http/reference/examples.ts'

/** Paths, links, settings and commands that documents name; these tests fail when one of them does not exist. */

const printed = Object.keys(printedFiles(groups))
const documents = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...globSync('docs/*.md', { cwd: root }),
]
/** The changelog speaks of the past; printed documents cannot be wrong in these ways. */
const written = documents.filter((document) => document === 'docs/live.md' || !printed.includes(document))

/** `<Dataset>` and the like stand for any name. */
const exists = (path: string): boolean =>
  globSync(path.replace(/<\w+>/g, '*').replace(/\/$/, ''), { cwd: root }).some(
    (file) => !path.endsWith('/') || statSync(join(root, file)).isDirectory(),
  )

for (const document of documents)
  test(`every path and link in ${document} leads somewhere`, () => {
    const text = read(document)
    const links = [...text.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map(([, path]) => path!)
    assert.deepEqual(
      [
        ...pathsIn(text).filter((path) => !exists(path)),
        ...links.filter((path) => !existsSync(join(root, dirname(document), path))),
      ],
      [],
    )
  })

test('every setting in a document exists', () => {
  const prefixes = [...new Set(settingNames.filter((name) => name.includes('_')).map((name) => name.split('_')[0]!))]
  const pattern = new RegExp(`\\b(?:${prefixes.join('|')})_[A-Z_]+\\b`, 'g')
  /** Of Snowflake, in docs/lake.md. */
  const others = ['AWS_KEY_ID', 'AWS_SECRET_KEY']
  const known = new Set<string>([...settingNames, ...others])
  const wrong = written.flatMap((document) =>
    [...read(document).matchAll(pattern)]
      .filter(([name]) => !known.has(name))
      .map(([name]) => `${document} names ${name}`),
  )
  assert.deepEqual(wrong, [])
})

const names = commands.map(({ name }) => name).sort((a, b) => b.length - a.length)

/** The flags that a line gives to a command and that the command does not take. */
function wrongFlags(name: string, line: string): string[] {
  const { flags = {}, settings } = commands.find((command) => command.name === name)!
  const known = new Set([...Object.keys(flags), ...settings.map(flagOf)].map((flag) => `--${flag.replace(/^--/, '')}`))
  return [...line.matchAll(/--[a-z][a-z-]*/g)].map(([flag]) => flag).filter((flag) => !known.has(flag))
}

test('every command in a document exists and takes the flags it is given', () => {
  let count = 0
  const wrong = written.flatMap((document) =>
    [...read(document).matchAll(/(?:bin\/|npx |-y |`|^|= )formosa ([a-z][^`\n|>#]*)/gm)].flatMap(([, line]) => {
      if (/^help\b/.test(line!)) return []
      count++
      const name = names.find((words) => line === words || line!.startsWith(`${words} `))
      if (name === undefined) return [`${document}: formosa ${line}`]
      return wrongFlags(name, line!).map((flag) => `${document}: formosa ${name} has no ${flag}`)
    }),
  )
  assert.ok(count > 30, `${count} commands`)
  assert.deepEqual(wrong, [])
})

test('CONTRIBUTING.md lists the printed files', () => {
  const [, line] = /^4\. \*\*Docs\.\*\* (.*)$/m.exec(read('CONTRIBUTING.md'))!
  assert.deepEqual(pathsIn(line!).sort(), printed.toSorted())
})

/** Guides whose examples send requests; questions and payments have guides of their own. */
const guides = [
  'README.md',
  'sdk/README.md',
  'clients/python/README.md',
  ...['bulk', 'curl', 'duckdb', 'excel', 'finmind', 'formats', 'mcp', 'pandas', 'polars', 'python', 'r', 'sheets'].map(
    (name) => `docs/${name}.md`,
  ),
  'docs/typescript.md',
]

/** Files that are there already, requests to FinMind, payments, and responses need no key. */
const needsNoTier = /data\/demo\/lake|mirror\/|finmindtrade|\/v1\/agent|client\.agent|^```(sql|json)/

/** The highest tier of what an example reads; null where it reads nothing of a tier. */
function tierOf(block: string): number | null {
  const named = [...block.matchAll(/\b[A-Z]\w+\b/g)].flatMap(([word]) => find(word)?.tier ?? [])
  const needed = [
    ...named,
    ...(/\/v1\/(ask|sql)|\.(ask|sql)\(|formosa ask/.test(block) ? (['plus'] as const) : []),
    ...(/\.explain\(|\/explain/.test(block) ? (['lite'] as const) : []),
  ]
  return needed.length === 0 || needsNoTier.test(block) ? null : Math.max(...needed.map((tier) => tiers.indexOf(tier)))
}

for (const guide of guides)
  test(`every example of ${guide} names its tier, and the first is read with a Free key`, () => {
    const parts = read(guide).split(/^(```[\s\S]*?^```$)/m)
    const examples = parts.flatMap((block, i) => {
      const needed = i % 2 === 1 ? tierOf(block) : null
      return needed === null ? [] : [{ block, needed, text: `${parts[i - 1]}${block}` }]
    })
    assert.ok(examples.length > 0)
    assert.equal(tiers[examples[0]!.needed], 'free', examples[0]!.block)
    for (const { block, needed, text } of examples)
      assert.match(text, new RegExp(`\\b${tiers[needed]}\\b`, 'i'), `${guide} does not name the tier of\n${block}`)
  })

test('every example of the reference names its tier', () => {
  for (const example of Object.values(examples)) {
    const text = typeof example === 'function' ? example('http://127.0.0.1:8080') : example
    const needed = tierOf(text)
    if (needed !== null) assert.match(text, new RegExp(`\\b${tiers[needed]}\\b`, 'i'))
  }
})
