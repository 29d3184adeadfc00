import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'

/** The checkout whose tools build: compilers and bundlers are installed there. */
const tools = join(import.meta.dirname, '../../node_modules')

export type Manifest = Readonly<Record<string, unknown>> & { readonly name: string; readonly version: string }

export const readManifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest

export const writeJson = (path: string, value: unknown): void =>
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`)

/** Runs a program; what it prints is part of the error where it fails. */
export function run(program: string, words: readonly string[], cwd: string): string {
  try {
    return execFileSync(program, words, {
      cwd,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      maxBuffer: 2 ** 28,
    })
  } catch (error) {
    const { stdout = '', stderr = '', message } = error as Error & { stdout?: string; stderr?: string }
    throw new Error(`${basename(program)} failed: ${`${stdout}${stderr}`.trim() || message}`, { cause: error })
  }
}

/** Compiles a project of TypeScript. */
export const compile = (project: string, cwd: string): string =>
  run(process.execPath, [join(tools, 'typescript/bin/tsc'), '-p', project], cwd)

/** Writes a folder as the tarball that `npm publish` would send, whose times are constant; returns its path. */
export function pack(folder: string, source: string, out: string): string {
  const license = join(folder, 'LICENSE')
  if (!existsSync(license)) copyFileSync(join(source, 'LICENSE'), license)
  // The repository of this manifest would be a folder of the release.
  const words = ['pack', '--json', '--ignore-scripts', '--offline', '--pack-destination', out]
  const [{ filename }] = JSON.parse(run('npm', words, folder)) as [{ filename: string }]
  return join(out, filename)
}

export type Lock = {
  readonly lockfileVersion: number
  readonly packages: Readonly<Record<string, { readonly version?: string; readonly dev?: boolean }>>
}

export const readLock = (source: string): Lock =>
  JSON.parse(readFileSync(join(source, 'package-lock.json'), 'utf8')) as Lock

/** Refuses a package of another version than those of the lock file: its code becomes part of ours. */
export function checkLocked(source: string, { name, version }: Manifest): void {
  const locked = Object.entries(readLock(source).packages).some(
    ([path, one]) => path.endsWith(`node_modules/${name}`) && one.version === version,
  )
  if (!locked) throw new Error(`${name} ${version} is installed and not in package-lock.json: run "npm ci"`)
}
