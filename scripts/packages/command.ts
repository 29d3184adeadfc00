import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { build, type Plugin } from 'esbuild'
import { checkLocked, pack, readManifest, writeJson } from './npm.ts'

/** Code that only commands of the server load: `src/cli/client/commands.ts` has a sentence in the place of each. */
const isOfServer = (file: string): boolean =>
  /^src\/cli\/(context\.ts$|(accounts|documents|lake|objects|service)\/)/.test(file)

const withoutServer = (source: string): Plugin => ({
  name: 'without-server',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^\./ }, ({ kind, path, resolveDir }) => {
      const file = relative(source, join(resolveDir, path))
      return kind === 'dynamic-import' && isOfServer(file) ? { path: file, namespace: 'server' } : undefined
    })
    onLoad({ filter: /./, namespace: 'server' }, ({ path }) => ({
      contents: `throw new Error('${path} is part of formosa-server')`,
    }))
    // The tools come with routes, and these with pages, whose files need a newer Node than the commands do.
    onLoad({ filter: /src\/web\/assets\.ts$/ }, () => ({ contents: 'export const createAssets = () => null' }))
  },
})

/** The licences of the packages whose code is in the bundle; refuses versions other than those of the lock file. */
function licences(source: string, inputs: readonly string[]): string {
  const folders = new Set(inputs.flatMap((file) => /.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file) ?? []))
  return [...folders]
    .sort()
    .map((folder) => {
      const path = join(source, folder)
      const manifest = readManifest(path)
      checkLocked(source, manifest)
      const { name, version, license } = manifest
      const file = readdirSync(path).find((one) => /^licen[cs]e/i.test(one))
      return `${name} ${version} (${license})\n\n${file ? readFileSync(join(path, file), 'utf8').trim() : ''}\n`
    })
    .join(`\n${'-'.repeat(80)}\n\n`)
}

/** `formosa`: the commands that talk to a service and the MCP server, as a few modules without dependencies. */
export async function packCommand(source: string, scratch: string, out: string): Promise<string> {
  const folder = join(scratch, 'formosa')
  const { version, description, license, dependencies } = readManifest(source)
  mkdirSync(folder, { recursive: true })
  const { metafile } = await build({
    absWorkingDir: source,
    // Paths are part of the names of chunks: the modules of a linked folder have those of the link.
    preserveSymlinks: true,
    entryPoints: { main: 'src/cli/client/main.ts' },
    outdir: join(folder, 'dist'),
    ...{ bundle: true, splitting: true, format: 'esm', platform: 'node', target: 'node20' },
    // Names stay in stack traces.
    ...{ minifySyntax: true, minifyWhitespace: true, legalComments: 'none', metafile: true, logLevel: 'error' },
    external: ['@duckdb/node-api'],
    banner: {
      js: "import{createRequire as requireOf}from'node:module';const require=requireOf(import.meta.url);",
    },
    plugins: [withoutServer(source)],
  })
  // The code of signatures reads this file beside its own.
  copyFileSync(join(source, 'node_modules/tiny-secp256k1/lib/secp256k1.wasm'), join(folder, 'dist/secp256k1.wasm'))
  writeFileSync(join(folder, 'LICENSES.txt'), licences(source, Object.keys(metafile.inputs)))
  copyFileSync(join(source, 'src/cli/client/README.md'), join(folder, 'README.md'))
  writeJson(join(folder, 'package.json'), {
    name: 'formosa',
    version,
    description: `${description}: the command line and the MCP server for it`,
    license,
    type: 'module',
    engines: { node: '>=20' },
    bin: { formosa: 'dist/main.js' },
    files: ['dist', 'LICENSES.txt'],
    // Writes Parquet files; everything else works without it.
    peerDependencies: { '@duckdb/node-api': (dependencies as Record<string, string>)['@duckdb/node-api'] },
    peerDependenciesMeta: { '@duckdb/node-api': { optional: true } },
  })
  return pack(folder, source, out)
}
