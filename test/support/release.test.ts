import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'

const project = join(import.meta.dirname, '../..')
const root = mkdtempSync(join(tmpdir(), 'formosa-released-'))
after(() => rmSync(root, { recursive: true, force: true }))

// test/clients/installed.test.ts makes whole releases, and installs them.
test('a release is refused outside of a repository, and where a change is not committed', () => {
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

  writeFileSync(join(root, 'code.ts'), 'two\n')
  const dirty = run()
  assert.equal(dirty.status, 1)
  assert.match(dirty.stderr, /^release: commit or remove these first, .*\n M code\.ts/)
})
