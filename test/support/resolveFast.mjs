// JavaScript, since any Node that a test starts has to load it.
import { existsSync, readFileSync } from 'node:fs'
import * as module from 'node:module'
import { pathToFileURL } from 'node:url'

/*
 * Loaded first into every process of a test. Tests start hundreds of processes and threads, each of which loads
 * hundreds of modules, and a quarter of that time would go into looking for files that an import names exactly. Half
 * of the modules are those of Kysely and of DuckDB's interface, of each of which `npm test` writes one.
 */

const installed = new URL('../../node_modules/', import.meta.url)

/** Where a package is written as one module: beside its installation, by its version. */
export function bundleUrl(name) {
  const { version } = JSON.parse(readFileSync(new URL(`${name}/package.json`, installed), 'utf8'))
  return new URL(`.cache/formosa/${name}-${version}.mjs`, installed)
}

export const source = new URL('../../src/', import.meta.url)
/** The program, and the threads it starts most, in `src`. */
export const entries = [
  'cli/main',
  'cli/service/threads/worker',
  'pages/encoder',
  'query/formats/encoderThread',
  'ask/reader/guessThread',
]

/** The modules that a run of all tests has written of these, by the address of each. */
const written = process.env.TEST_SERVICE
const writtenEntries = new Map(
  written
    ? entries.map((name) => [new URL(`${name}.ts`, source).href, pathToFileURL(`${written}/${name}.mjs`).href])
    : [],
)

/** Packages that are written as one module each. */
export const packages = ['kysely', '@duckdb/node-api']
const bundles = new Map(packages.map((name) => [name, undefined]))

/** The address of a package as one module; null where nobody has written it. */
function bundled(name) {
  if (bundles.get(name) === undefined) {
    const url = bundleUrl(name)
    bundles.set(name, existsSync(url) ? url.href : null)
  }
  return bundles.get(name)
}

/** Node writes compiled code when a process ends; the first processes of a run last for minutes, and some are killed. */
if (process.env.NODE_COMPILE_CACHE) setTimeout(() => module.flushCompileCache?.(), 3_000).unref()

const folderOf = (url) => url.slice(0, url.lastIndexOf('/'))

/** Folders of packages in which a file .js is known to be a module. */
const ofModules = new Set()

module.registerHooks?.({
  resolve(specifier, context, next) {
    const { parentURL, conditions } = context
    if (bundles.has(specifier) && conditions.includes('import') && bundled(specifier) !== null)
      return { url: bundled(specifier), format: 'module', shortCircuit: true }
    const isExact = specifier.startsWith('.') && parentURL?.startsWith('file:') && conditions.includes('import')
    const url = isExact ? new URL(specifier, parentURL).href : null
    const entry = parentURL === undefined && writtenEntries.get(specifier)
    if (entry) return { url: entry, format: 'module', shortCircuit: true }
    if (url?.endsWith('.ts')) return { url, format: 'module-typescript', shortCircuit: true }
    if (url?.endsWith('.js') && ofModules.has(folderOf(url))) return { url, format: 'module', shortCircuit: true }
    const found = next(specifier, context)
    if (found.format === 'module' && found.url.endsWith('.js')) ofModules.add(folderOf(found.url))
    return found
  },
})
