import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const folder = join(import.meta.dirname, 'style')
/** Styles that every page may use; each of the others belongs to a page. */
const shared = ['tokens', 'base', 'frame', 'controls', 'tables', 'figures']

/** Classes that a file styles by themselves: the first of a selector. */
const classesOf = (file: string): ReadonlySet<string> =>
  new Set(
    [...readFileSync(join(folder, file), 'utf8').matchAll(/(?:^|[,}]\s*)\.([\w-]+)(?=[^{};]*\{)/gm)].map(
      ([, name]) => name!,
    ),
  )

test('all pages load one style, so no two of them give a class of their own the same name', () => {
  const files = readdirSync(folder).filter((file) => !shared.includes(file.replace('.css', '')))
  const owners = Map.groupBy(
    files.flatMap((file) => [...classesOf(file)].map((name) => ({ file, name }))),
    ({ name }) => name,
  )
  const common = new Set(shared.flatMap((name) => [...classesOf(`${name}.css`)]))
  const clashes = [...owners].filter(([name, list]) => list.length > 1 && !common.has(name))
  assert.deepEqual(
    clashes.map(([name, list]) => `${name}: ${list.map(({ file }) => file).join(', ')}`),
    [],
  )
  assert.ok(owners.size > 40)
})
