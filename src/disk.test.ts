import assert from 'node:assert/strict'
import {
  chownSync,
  existsSync,
  globSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { makeFolder, makePrivate } from './disk.ts'

test('a folder is made with those above it, or the reason of the system is thrown', () => {
  const root = mkdtempSync(join(tmpdir(), 'formosa-folder-'))
  try {
    for (let n = 0; n < 2; n++) makeFolder(join(root, 'a/b/c'))
    assert.ok(existsSync(join(root, 'a/b/c')))
    symlinkSync(join(root, 'a'), join(root, 'link'))
    makeFolder(join(root, 'link/d'))
    assert.ok(existsSync(join(root, 'a/d')))
    makeFolder('/')
    writeFileSync(join(root, 'file'), '')
    assert.throws(() => makeFolder(join(root, 'file')), { code: 'EEXIST' })
    assert.throws(() => makeFolder(join(root, 'file/a/b')), { code: 'ENOTDIR' })
    symlinkSync(join(root, 'nothing'), join(root, 'dangling'))
    assert.throws(() => makeFolder(join(root, 'dangling')), { code: 'EEXIST' })
    if (process.platform === 'linux') assert.throws(() => makeFolder('/proc/formosa/a'), { code: 'ENOENT' })
  } finally {
    rmSync(root, { recursive: true })
  }
})

test('a private file is made once, whole, for the owner of the folder that it lies in', () => {
  const root = mkdtempSync(join(tmpdir(), 'formosa-private-'))
  try {
    // Root may run a command for a service that runs as another user.
    const uid = process.getuid?.() === 0 ? 65_534 : process.getuid?.()
    if (uid !== undefined) chownSync(root, uid, process.getuid?.() === 0 ? uid : process.getgid!())
    const path = join(root, 'keys/one')
    makePrivate(path, () => 'first')
    makePrivate(path, () => assert.fail('it is there'))
    assert.equal(readFileSync(path, 'utf8'), 'first')
    assert.deepEqual(readdirSync(join(root, 'keys')), ['one'])
    assert.equal(statSync(path).mode & 0o777, 0o600)
    if (uid !== undefined) for (const made of [path, join(root, 'keys')]) assert.equal(statSync(made).uid, uid)
    assert.throws(() => makePrivate(join(root, 'keys/two'), () => assert.fail('no text')), /no text/)
    assert.deepEqual(readdirSync(join(root, 'keys')), ['one'])
  } finally {
    rmSync(root, { recursive: true })
  }
})

test("no code of the product uses Node's recursive mkdir", () => {
  const root = import.meta.dirname
  const users = globSync('**/*.ts', { cwd: root })
    .filter((name) => !name.endsWith('.test.ts'))
    .filter((name) => /mkdir(Sync)?\([^\n]*recursive/.test(readFileSync(join(root, name), 'utf8')))
  assert.deepEqual(users, [])
})
