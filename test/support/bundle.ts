import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundleUrl } from './resolveFast.mjs'

const comment = /^\s*\/\*\*[\s\S]*?\*\/\n/gm

/** One module of the same exports as a package of CommonJS modules; what they need of other packages is loaded as it is. */
function bundleOf(name: string): string {
  const load = createRequire(import.meta.url)
  const numbers = new Map<string, number>()
  const bodies: string[] = []
  const add = (path: string): number => {
    const known = numbers.get(path)
    if (known !== undefined) return known
    const number = numbers.size
    numbers.set(path, number)
    bodies[number] = readFileSync(path, 'utf8')
      .replace(comment, '')
      .replace(
        /\brequire\("(\.[^"]+)"\)/g,
        (_, to: string) => `require(${add(load.resolve(resolve(dirname(path), to)))})`,
      )
    return number
  }
  const entry = load.resolve(name)
  add(entry)
  const names = Object.keys(load(entry)).filter((key) => key !== 'default')
  return `import { createRequire } from 'node:module'
const others = createRequire(${JSON.stringify(entry)})
const made = {}
function load(number) {
  if (typeof number === 'string') return (made[number] ??= others(number))
  if (made[number] === undefined) {
    made[number] = { exports: {} }
    files[number](made[number].exports, load, made[number])
  }
  return made[number].exports
}
const files = [
${bodies.map((body) => `(exports, require, module) => {\n${body}\n}`).join(',\n')}
]
export const { ${names.join(', ')} } = load(0)
`
}

/** Writes a package of hundreds of modules as one, which resolveFast.mjs then finds. */
export function bundle(name: string): void {
  const path = fileURLToPath(bundleUrl(name))
  if (existsSync(path)) return
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(`${path}.${process.pid}`, bundleOf(name))
  renameSync(`${path}.${process.pid}`, path)
}
