import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'

/*
 * Makes a release of the last commit: its files as an archive, the list of its packages (SBOM, CycloneDX),
 * and the SHA-256 of both. Nothing is asked of the internet. The same commit makes the same archive.
 */

class ReleaseError extends Error {}

function release(root: string, out: string): string[] {
  const git = (...words: string[]): Buffer =>
    execFileSync('git', words, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  const changed = git('status', '--porcelain').toString().trimEnd()
  if (changed !== '')
    throw new ReleaseError(`commit or remove these first, a release is of the last commit:\n${changed}`)
  const manifest = git('show', 'HEAD:package.json')
  const { name, version } = JSON.parse(manifest.toString()) as { name: string; version: string }
  const title = `${name}-${version}`
  mkdirSync(out, { recursive: true })

  const archive = join(out, `${title}.tar.gz`)
  git('archive', '--format=tar.gz', `--prefix=${title}/`, `--output=${archive}`, 'HEAD')
  const list = join(out, `${title}.sbom.json`)
  writeFileSync(
    list,
    packagesOf(title, { 'package.json': manifest, 'package-lock.json': git('show', 'HEAD:package-lock.json') }),
  )
  const sums = join(out, 'SHA256SUMS')
  writeFileSync(sums, [archive, list].map((file) => `${sha256(file)}  ${basename(file)}\n`).join(''))
  return [archive, list, sums]
}

/** The packages of a lock file, read in a folder of its own: what happens to be installed does not matter. */
function packagesOf(title: string, files: Readonly<Record<string, Buffer>>): Buffer {
  const scratch = mkdtempSync(join(tmpdir(), 'formosa-release-'))
  try {
    // npm takes the name from the folder.
    const folder = join(scratch, title)
    mkdirSync(folder)
    for (const [file, bytes] of Object.entries(files)) writeFileSync(join(folder, file), bytes)
    // Packages for development are in it and marked so: where npm is told to omit them, it omits some others as well.
    const words = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', '--offline']
    return execFileSync('npm', words, { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'], maxBuffer: 2 ** 28 })
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

const sha256 = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex')

try {
  const [root = join(import.meta.dirname, '..'), out = join(root, 'dist')] = process.argv.slice(2)
  for (const file of release(resolve(root), resolve(out))) process.stdout.write(`${file}\n`)
} catch (error) {
  const { message, stderr } = error as Error & { stderr?: Buffer | null }
  process.stderr.write(`release: ${stderr?.toString().trim() || message}\n`)
  process.exitCode = 1
}
