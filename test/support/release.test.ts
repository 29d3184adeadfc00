import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'

const project = join(import.meta.dirname, '../..')
const root = mkdtempSync(join(tmpdir(), 'formosa-released-'))
after(() => rmSync(root, { recursive: true, force: true }))

test('a release is an archive of the last commit, the list of its packages and the sums of both', () => {
  const git = (...words: string[]) =>
    execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@example.com', ...words], { cwd: root })
  const run = () =>
    spawnSync(process.execPath, [join(project, 'scripts/release.ts'), root, join(root, 'dist')], { encoding: 'utf8' })
  const none = run()
  assert.equal(none.status, 1)
  assert.match(none.stderr, /^release: .*not a git repository/i)
  git('init', '-q')
  for (const file of ['package.json', 'package-lock.json', '.gitignore', 'LICENSE'])
    cpSync(join(project, file), join(root, file))
  writeFileSync(join(root, 'code.ts'), 'one\n')
  git('add', '-A')
  git('commit', '-qm', 'first')
  const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

  writeFileSync(join(root, 'code.ts'), 'two\n')
  const dirty = run()
  assert.equal(dirty.status, 1)
  assert.match(dirty.stderr, /^release: commit or remove these first, .*\n M code\.ts/)
  git('checkout', '-q', 'code.ts')

  const made = run()
  assert.equal(made.status, 0, made.stderr)
  const files = made.stdout.trim().split('\n')
  const title = `${name}-${version}`
  assert.deepEqual(
    files,
    [`${title}.tar.gz`, `${title}.sbom.json`, 'SHA256SUMS'].map((file) => join(root, 'dist', file)),
  )
  const [archive, list, sums] = files as [string, string, string]
  assert.deepEqual(
    execFileSync('tar', ['-tzf', archive], { encoding: 'utf8' })
      .trim()
      .split('\n')
      .filter((path) => !path.endsWith('/'))
      .sort(),
    ['.gitignore', 'LICENSE', 'code.ts', 'package-lock.json', 'package.json'].map((path) => `${title}/${path}`),
  )
  const bom = JSON.parse(readFileSync(list, 'utf8'))
  assert.deepEqual(
    [bom.bomFormat, bom.metadata.component.name, bom.metadata.component.version],
    ['CycloneDX', title, version],
  )
  const listed = new Set(
    bom.components.map((each: { name: string; version: string }) => `${each.name}@${each.version}`),
  )
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  for (const [path, { version: exact }] of Object.entries<{ version: string }>(packages))
    if (path !== '') assert.ok(listed.has(`${path.split('node_modules/').at(-1)}@${exact}`), path)
  for (const line of readFileSync(sums, 'utf8').trim().split('\n')) {
    const [sum, file] = line.split('  ') as [string, string]
    assert.equal(
      createHash('sha256')
        .update(readFileSync(join(root, 'dist', file)))
        .digest('hex'),
      sum,
    )
  }
  const before = readFileSync(archive)
  assert.equal(run().status, 0, 'dist is ignored')
  assert.deepEqual(readFileSync(archive), before)
})
