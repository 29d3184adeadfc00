import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { packCommand } from './packages/command.ts'
import { readManifest, run, writeJson } from './packages/npm.ts'
import { packSdk } from './packages/sdk.ts'
import { packServer } from './packages/server.ts'

/*
 * Makes a release of the last commit: its files as an archive, the packages that are published, the context of the
 * container image, the list of the packages it needs (SBOM, CycloneDX), where the files come from, the notes, and the
 * SHA-256 of all. Nothing is asked of the internet. The same commit makes the same files with the same tools.
 */

class ReleaseError extends Error {}

const tools = join(import.meta.dirname, '../node_modules')

async function release(root: string, out: string, scratch: string): Promise<string[]> {
  const git = (...words: string[]): Buffer =>
    execFileSync('git', words, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 2 ** 28 })
  const changed = git('status', '--porcelain').toString().trimEnd()
  if (changed !== '')
    throw new ReleaseError(`commit or remove these first, a release is of the last commit:\n${changed}`)
  mkdirSync(out, { recursive: true })
  const source = join(scratch, 'source')
  mkdirSync(source)
  execFileSync('tar', ['-x', '-C', source], { input: git('archive', 'HEAD') })
  const { name, version } = readManifest(source)
  const title = `${name}-${version}`
  const archive = (file: string, folder: string, ...paths: readonly string[]): string => {
    git('archive', '--format=tar.gz', `--prefix=${folder}/`, `--output=${join(out, file)}`, 'HEAD', ...paths)
    return join(out, file)
  }
  const write = (file: string, text: string): string => {
    writeFileSync(join(out, file), text)
    return join(out, file)
  }

  const whole = archive(`${title}.tar.gz`, title)
  const [commit, committedAt] = git('show', '-s', '--format=%H %cI', 'HEAD').toString().trim().split(' ') as [
    string,
    string,
  ]
  const bom = { ...packagesOf(title, source, scratch), serialNumber: serialOf(commit) }
  bom.metadata.timestamp = committedAt
  const list = write(`${title}.sbom.json`, `${JSON.stringify(bom, null, 2)}\n`)
  symlinkSync(tools, join(source, 'node_modules'))
  const packages = [
    packSdk(source, out),
    await packCommand(source, scratch, out),
    packServer(source, scratch, out),
    ...packPython(source, out),
    // What .dockerignore admits is what Dockerfile copies.
    archive(`${name}-container-${version}.tar.gz`, `${name}-container-${version}`, ...contextOf(source)),
  ]
  const notes = write(`${title}.notes.md`, notesOf(version, readFileSync(join(source, 'CHANGELOG.md'), 'utf8')))
  const files = [whole, list, ...packages, notes]
  const provenance = join(out, `${title}.provenance.json`)
  writeJson(provenance, {
    ...{ name, version },
    commit,
    committed_at: committedAt,
    lock_sha256: sha256(join(source, 'package-lock.json')),
    tools: { node: process.version, npm: run('npm', ['--version'], source).trim() },
    files: files.map((file) => ({ name: basename(file), sha256: sha256(file), bytes: readFileSync(file).length })),
  })
  const all = [...files, provenance]
  return [...all, write('SHA256SUMS', all.map((file) => `${sha256(file)}  ${basename(file)}\n`).join(''))]
}

/** A list of packages is named by its commit, in the form that npm gives to a random name. */
const serialOf = (commit: string): string =>
  `urn:uuid:${commit.slice(0, 32).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5')}`

/** The packages of the lock file, read in a folder of its own: what happens to be installed does not matter. */
function packagesOf(title: string, source: string, scratch: string): { metadata: { timestamp: string } } {
  // npm takes the name from the folder.
  const folder = join(scratch, title)
  mkdirSync(folder)
  for (const file of ['package.json', 'package-lock.json'])
    writeFileSync(join(folder, file), readFileSync(join(source, file)))
  // Packages for development are in it and marked so: where npm is told to omit them, it omits some others as well.
  const words = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', '--offline']
  return JSON.parse(run('npm', words, folder))
}

/** The wheel and the source archive of the Python client. */
const packPython = (source: string, out: string): string[] =>
  run('python3', [join(import.meta.dirname, 'packages/python.py'), join(source, 'clients/python'), out], source)
    .trim()
    .split('\n')

/** The paths that the container image is made of. */
const contextOf = (source: string): string[] => [
  ...['Dockerfile', '.dockerignore', 'compose.yaml'],
  ...[...readFileSync(join(source, '.dockerignore'), 'utf8').matchAll(/^!(.+)$/gm)].map(([, path]) => path!),
  ':(exclude)*.test.ts',
]

/** The changelog of a version; changes that have no version yet stand first. */
function notesOf(version: string, changelog: string): string {
  const sections = changelog.split(/^(?=## )/m)
  const chosen = sections.filter((text) => /^## Unreleased\s+\S/.test(text) || text.startsWith(`## ${version}`))
  if (!chosen.some((text) => text.startsWith(`## ${version}`)))
    throw new ReleaseError(`CHANGELOG.md has no section "## ${version}"`)
  return `${chosen.join('').trim()}\n`
}

const sha256 = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex')

const scratch = mkdtempSync(join(tmpdir(), 'formosa-release-'))
try {
  const [root = join(import.meta.dirname, '..'), out = join(root, 'dist')] = process.argv.slice(2)
  for (const file of await release(resolve(root), resolve(out), scratch)) process.stdout.write(`${file}\n`)
} catch (error) {
  const { message, stderr } = error as Error & { stderr?: Buffer | null }
  process.stderr.write(`release: ${stderr?.toString().trim() || message}\n`)
  process.exitCode = 1
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
