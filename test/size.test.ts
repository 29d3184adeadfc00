import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

/*
 * Every room of `src` is held to its lines of product TypeScript, so that growth is a decision: whoever raises a figure
 * says in the same commit what the lines buy; whoever removes lines lowers it.
 */
const most: Readonly<Record<string, number>> = {
  access: 3_256,
  ask: 12_766,
  catalogue: 6_165,
  cli: 10_279,
  config: 735,
  days: 37,
  derive: 3_008,
  disk: 209,
  errors: 599,
  events: 410,
  fields: 332,
  http: 15_603,
  ingest: 9_781,
  lake: 3_384,
  market: 8_581,
  moduleFile: 8,
  objects: 1_698,
  once: 13,
  pages: 4_165,
  pay: 3_329,
  query: 4_332,
  recent: 48,
  sources: 10_212,
  store: 3_543,
  web: 10_153,
}

const src = join(import.meta.dirname, '../src')

const linesOf = (room: string): number =>
  globSync([`${room}.ts`, `${room}/**/*.{ts,mts,js,mjs}`], { cwd: src })
    .filter((file) => !file.endsWith('.test.ts'))
    .reduce((sum, file) => sum + readFileSync(join(src, file), 'utf8').split('\n').length - 1, 0)

const rooms = [...new Set(globSync('*', { cwd: src }).map((name) => name.replace(/(\.test)?\.ts$/, '')))].filter(
  (room) => linesOf(room) > 0,
)

test('every room of src has a figure', () => {
  assert.deepEqual(rooms.sort(), Object.keys(most).sort())
})

for (const [room, figure] of Object.entries(most))
  test(`src/${room} has at most ${figure} lines of product code`, () => {
    const lines = linesOf(room)
    assert.ok(lines <= figure, `it has ${lines}`)
    assert.ok(lines > figure - 100, `it has ${lines}: lower its figure`)
  })
