import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, utimesSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { type BuildOptions, build, type Plugin } from 'esbuild'
import { withLock } from '../../src/lake/lock.ts'
import { bundleUrl, entries, packages, source } from './resolveFast.mjs'
import { fixturePrefix, removeUnused } from './unusedFixtures.ts'

/* Writes hundreds of modules as one or a few; resolveFast.mjs loads these instead. */

const options = { bundle: true, format: 'esm', platform: 'node', target: 'node24' } as const satisfies BuildOptions

/** Writes the packages of most modules as one each. */
export const bundlePackages = () => Promise.all(packages.map(bundlePackage))

async function bundlePackage(name: string): Promise<void> {
  const path = fileURLToPath(bundleUrl(name))
  if (existsSync(path)) return
  const names = Object.keys(createRequire(import.meta.url)(name)).filter((key) => key !== 'default')
  const contents = `import * as all from '${name}'\nexport const { ${names.join(', ')} } = all`
  const stdin = { contents, resolveDir: import.meta.dirname }
  // What CommonJS modules require of other packages is loaded as it is.
  const banner = { js: `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url)` }
  const outfile = `${path}.${process.pid}`
  mkdirSync(dirname(path), { recursive: true })
  await build({ ...options, stdin, banner, outfile, external: ['@duckdb/node-bindings'] })
  renameSync(outfile, path)
}

/** Packages of plain modules that the service loads. All others stay where they are: resolveFast.mjs changes one of them. */
const plainPackages = /^(viem|abitype|ox|@noble\/|@scure\/|marked|zod|@modelcontextprotocol\/)/

/** The service's own code reads files beside its modules, wherever these are written to. */
const inPlace: Plugin = {
  name: 'in-place',
  setup({ onLoad, onResolve }) {
    onLoad({ filter: /\.ts$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8')
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)))
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href)),
      loader: 'ts',
    }))
    onResolve({ filter: /^[^./]/ }, ({ path, kind }) => {
      if (kind === 'entry-point' || path.startsWith('node:') || plainPackages.test(path)) return
      return { path: packages.includes(path) ? path : import.meta.resolve(path), external: true }
    })
  },
}

/** Writes the program and its threads as a few modules, and tells all processes of this run to load them. */
export async function bundleService(): Promise<void> {
  const root = fileURLToPath(source)
  const hash = createHash('sha256').update(root)
  const lock = join(root, '../package-lock.json')
  for (const file of [lock, ...globSync(join(root, '**/*.ts')).sort()])
    if (!file.endsWith('.test.ts')) hash.update(file).update(readFileSync(file))
  const folder = join(tmpdir(), `${fixturePrefix}service-${hash.digest('hex').slice(0, 16)}`)
  removeUnused(tmpdir(), folder)
  await withLock(`${folder}.lock`, { patienceMs: 60_000 }, async () => {
    if (existsSync(folder)) return utimesSync(folder, new Date(), new Date())
    const outdir = `${folder}.${process.pid}`
    const entryPoints = entries.map((name) => join(root, `${name}.ts`))
    const outExtension = { '.js': '.mjs' }
    await build({ ...options, entryPoints, outdir, outbase: root, outExtension, splitting: true, plugins: [inPlace] })
    renameSync(outdir, folder)
  })
  process.env.TEST_SERVICE = folder
  // Runs of other code remove what nobody has used for an hour.
  setInterval(() => utimesSync(folder, new Date(), new Date()), 600_000).unref()
}
