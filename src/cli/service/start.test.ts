import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { test } from 'node:test'

/** The modules that a start of the service loads before anything is asked of it. */

const root = join(import.meta.dirname, '../../..')
const staticImport = /^(?:import|export) (?!type )(?:[\w\s{},*]+ from )?'([^']+)'/gm

/** Our files and the packages that a file loads, itself included, by the imports that are not dynamic. */
function loadedBy(file: string, seen = new Set<string>()): Set<string> {
  const name = relative(root, file)
  if (seen.has(name)) return seen
  seen.add(name)
  for (const [, to] of readFileSync(file, 'utf8').matchAll(staticImport))
    if (to!.startsWith('.')) loadedBy(resolve(dirname(file), to!), seen)
    else seen.add(to!)
  return seen
}

test('a start loads no code that most services never run', () => {
  for (const entry of ['src/cli/service/serve.ts', 'src/cli/service/threads/worker.ts']) {
    const loaded = loadedBy(join(root, entry))
    assert.ok(loaded.has('src/store/database.ts') && loaded.has('kysely'), `${entry} is followed`)
    const costly = [
      'nodemailer',
      'pg',
      'prom-client',
      'better-auth',
      'stripe',
      'viem',
      '@duckdb/node-api',
      '@redis/client',
    ]
    const engine = ['src/ask/reader/reader.ts', 'src/ask/sandbox/sandbox.ts']
    for (const file of engine) assert.ok(existsSync(join(root, file)))
    assert.deepEqual(
      [...costly, ...engine].filter((name) => loaded.has(name)),
      [],
      entry,
    )
  }
})
