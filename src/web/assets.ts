import { hash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { createRequire, stripTypeScriptTypes } from 'node:module'
import { dirname, join } from 'node:path/posix'
import { once } from '../once.ts'

/** A file that pages load. */
type Asset = { readonly type: string; readonly body: string }

const here = import.meta.dirname
const require = createRequire(import.meta.url)

/** The style of all pages, in the order in which its parts build on one another. */
const styles = [
  'tokens',
  'base',
  'frame',
  'controls',
  'tables',
  'figures',
  'home',
  'documents',
  'datasets',
  'dataset',
  'stocks',
  'stock',
  'calls',
  'account',
  'status',
] as const

/** Scripts that pages load; the modules that they import are served too. */
const scripts = [
  'choices',
  'page',
  'figures',
  'datasetList',
  'snippets',
  'stocks',
  'console',
  'sql',
  'ask',
  'account',
] as const

/** Libraries that scripts import by name, and the file of each. */
const libraries: Readonly<Record<string, { readonly file: string; readonly read: () => string }>> = {
  'lightweight-charts': {
    file: 'library/lightweight-charts.js',
    read: () =>
      readFileSync(
        join(
          dirname(require.resolve('lightweight-charts/package.json')),
          'dist/lightweight-charts.standalone.production.mjs',
        ),
        'utf8',
      ),
  },
}

const importForm = /(\bfrom\s*|\bimport\s*\(?\s*)'([^']+)'/g

/** The name by which one file imports another, relative to its folder. */
const relative = (from: string, to: string): string => `${'../'.repeat(from.split('/').length - 1)}${to}`

/** The JavaScript of a module, its imports of libraries by address, and the modules that it imports. */
function readModule(file: string): { readonly text: string; readonly imports: readonly string[] } {
  const imports: string[] = []
  const text = stripTypeScriptTypes(readFileSync(join(here, file), 'utf8')).replaceAll(
    importForm,
    (whole, start: string, name: string) => {
      if (name.startsWith('.')) {
        imports.push(join(dirname(file), name))
        return whole
      }
      return `${start}'${relative(file, libraries[name]!.file)}'`
    },
  )
  return { text, imports }
}

const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="4" fill="#1c1b18"/><path d="M9 22V10M9 13h3v6H9M16 24V8M16 11h3v8h-3M23 20v-9M23 13h-2v4h2" stroke="#fbfaf7" stroke-width="2" fill="none"/></svg>\n'

/** The pictures of documents that are text. */
const pictures = join(here, '../../docs/pictures')

function readAssets(): ReadonlyMap<string, Asset> {
  const assets = new Map<string, Asset>()
  const css = styles.map((name) => readFileSync(join(here, 'style', `${name}.css`), 'utf8')).join('')
  assets.set('site.css', { type: 'text/css; charset=utf-8', body: css })
  assets.set('icon.svg', { type: 'image/svg+xml', body: icon })
  for (const name of globSync('*.svg', { cwd: pictures }))
    assets.set(`pictures/${name}`, { type: 'image/svg+xml', body: readFileSync(join(pictures, name), 'utf8') })
  const type = 'text/javascript; charset=utf-8'
  for (const { file, read } of Object.values(libraries)) assets.set(file, { type, body: read() })
  const waiting: string[] = scripts.map((name) => `browser/${name}.ts`)
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (assets.has(file)) continue
    const { text, imports } = readModule(file)
    assets.set(file, { type, body: text })
    waiting.push(...imports)
  }
  return assets
}

function openAssets() {
  const files = readAssets()
  /** Names this content of all files together: it is part of their addresses, so that they may be kept for ever. */
  const digest = hash('sha256', [...files].map(([name, { body }]) => `${name}\n${body}`).join('\n')).slice(0, 12)
  return { digest, find: (name: string) => files.get(name) }
}

/** Reads the files once, when the first page is requested. */
export const createAssets = () => once(openAssets)
