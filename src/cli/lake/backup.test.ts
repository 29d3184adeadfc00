import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { builtAt } from '../../../test/support/fixture.ts'
import { formosaHere, refused, succeeded } from '../../../test/support/inProcess.ts'
import { unprivileged } from '../../../test/support/programs.ts'
import { cleanEnv } from '../../../test/support/run.ts'
import { stageSecret } from '../../access/restoredSecret.ts'
import { fingerprintOf, readSecret } from '../../access/secret.ts'
import { readMark } from '../../store/backup/mark.ts'
import { checkBackup } from '../../store/backup/read.ts'
import { restore } from '../../store/backup/restore.ts'
import { openSnapshot } from '../../store/backup/snapshot.ts'
import { writeBackupFile } from '../../store/backup/write.ts'
import { openAlone, openDatabase, type Place } from '../../store/database.ts'
import { addUser, listUsers } from '../../store/users.ts'

const folder = mkdtempSync(join(tmpdir(), 'formosa-backup-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const main = join(import.meta.dirname, '../main.ts')
const at = '2026-11-13T10:00:00.000Z'

type Settings = Readonly<Record<string, string>>
const refuses = (words: readonly string[], settings: Settings, sentence: RegExp, expected = 1) =>
  refused(words, settings, expected, sentence)
const runs = async (words: readonly string[], settings: Settings) => (await succeeded(words, settings)).err

/** An installation of users with a secret of its own; `rows` counts of calls make its backup take a while. */
async function install(name: string, users: readonly string[], rows = 0): Promise<Place & { home: string }> {
  const home = join(folder, name)
  const place = { path: join(home, 'control.sqlite') }
  readSecret(home, undefined)
  const database = await openDatabase(place)
  for (const email of users)
    await addUser(
      database,
      { email, tier: 'free', at, isVerified: true },
      { name: 'key', hash: Buffer.from(email), prefix: 'p', last4: '1234' },
    )
  if (rows > 0)
    await sql`INSERT INTO usage WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${rows})
      SELECT '2026-11-13', 1, i, 'GoldPrice', i FROM n`.execute(database.db)
  await database.close()
  return { ...place, home }
}

/** What `formosa backup` does, without the start of a process. */
async function backUp({ home, ...place }: Place & { home: string }): Promise<string> {
  const file = `${home}.backup`
  const snapshot = await openSnapshot(place)
  const facts = { release: '1.0.0', created_at: at, secret: secretOf(home) }
  await writeBackupFile(snapshot, facts, file, { replaces: false }).finally(snapshot.close)
  return file
}

/** Enough users that there is time to kill the process that reads or writes them. */
const manyRows = 50_000

let made: Promise<Place & { home: string; file: string }> | undefined

/** An installation so large that there is time to kill what reads its rows, and its backup; no test changes its users. */
function large() {
  made ??= install('large', ['new@example.com'], manyRows).then(async (place) => ({
    ...place,
    file: await backUp(place),
  }))
  return made
}

async function emailsOf(place: Place): Promise<string[]> {
  const database = await openDatabase(place)
  try {
    return (await listUsers(database)).map(({ email }) => email)
  } finally {
    await database.close()
  }
}

const secretOf = (home: string): string => readFileSync(join(home, 'secret'), 'utf8')

/** Starts a command and kills it when the moment has come; false if it ended first, since this process got no core in time. */
async function killWhen(
  words: readonly string[],
  settings: Record<string, string>,
  isTime: () => Promise<boolean>,
): Promise<boolean> {
  const child = spawn(process.execPath, [main, ...words], { env: cleanEnv(settings), stdio: 'ignore' })
  const exited = once(child, 'exit')
  let code: number | null = null
  void exited.then(([given]) => {
    code = given
  })
  while (code === null && !(await isTime())) await sleep(1)
  child.kill('SIGKILL')
  const [, signal] = await exited
  return signal === 'SIGKILL'
}

/** Repeats an attempt, each from a fresh start, until its command is killed. */
async function untilKilled(attempt: (n: number) => Promise<boolean>): Promise<void> {
  for (let n = 0; !(await attempt(n)); n++) assert.ok(n < 20, 'it ended before it could be killed')
}

test('a backup is one file for its owner alone, and says what is in it', async () => {
  const { home } = await install('first', ['a@example.com', 'b@example.com'])
  const file = join(folder, 'first.backup')
  const settings = { FORMOSA_HOME: home, FORMOSA_NOW: builtAt }
  const { code, out, err } = await formosaHere(['backup', file], settings)
  assert.deepEqual([code, out], [0, ''])
  assert.match(err, /^Wrote 2 users, 2 keys, \d+ rows in all to \/.*first\.backup\. It holds the secret/)
  assert.equal(statSync(file).mode & 0o777, 0o600)
  const header = JSON.parse(gunzipSync(readFileSync(file)).toString().split('\n')[0]!)
  assert.deepEqual(
    [header.secret, header.engine, header.created_at.slice(0, 16)],
    [secretOf(home), 'sqlite', '2026-11-13T10:30'],
  )

  const child = spawn(process.execPath, [main, 'backup', '-'], { env: cleanEnv(settings) })
  const chunks: Buffer[] = []
  child.stdout.on('data', (chunk) => chunks.push(chunk))
  const [exitCode] = await once(child, 'close')
  assert.equal(exitCode, 0)
  // The first one is recorded in the second.
  const rows = (bytes: Buffer) =>
    gunzipSync(bytes)
      .toString()
      .split('\n')
      .slice(1, -2)
      .filter((line) => !/"backup\.write"|"name":"audit"/.test(line))
  assert.deepEqual(rows(Buffer.concat(chunks)), rows(readFileSync(file)))

  await Promise.all([
    refuses(['backup'], settings, /needs FILE, as in: formosa backup /, 2),
    refuses(['backup', '/proc/formosa'], settings, /Cannot write \/proc\/formosa: the system makes no files in/, 7),
    refuses(['backup', join(folder, 'x')], { FORMOSA_HOME: join(folder, 'nowhere') }, /There is nothing to back up/, 4),
  ])
  await refuses(['restore', file], settings, /There are users here already: --replace/)
  assert.equal(existsSync(join(folder, 'nowhere', 'control.sqlite')), false)
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.endsWith('.part')),
    [],
  )
})

test('a restore restores the secret, and replaces another secret only on request', async () => {
  const source = await install('source', ['a@example.com'])
  const { home } = source
  const file = await backUp(source)
  const fresh = join(folder, 'fresh')
  assert.match(await runs(['restore', file], { FORMOSA_HOME: fresh }), /Restored 1 user, 1 key/)
  assert.equal(secretOf(fresh), secretOf(home))
  for (const name of ['secret', 'control.sqlite']) assert.equal(statSync(join(fresh, name)).mode & 0o777, 0o600, name)
  assert.deepEqual(await emailsOf({ path: join(fresh, 'control.sqlite') }), ['a@example.com'])
  assert.deepEqual(readdirSync(fresh).sort(), ['control.sqlite', 'secret'])

  const other = await install('other', [])
  const before = secretOf(other.home)
  const setting = 'x'.repeat(32)
  await Promise.all([
    refuses(['restore', file], { FORMOSA_HOME: other.home }, /secret is another secret than the backup's: --replace/),
    refuses(
      ['restore', file, '--replace'],
      { FORMOSA_HOME: join(folder, 'set'), FORMOSA_SECRET: setting },
      /FORMOSA_SECRET is not the secret of this backup.*formosa backup --check FILE --print-secret/,
      3,
    ),
  ])
  assert.equal(secretOf(other.home), before)
  assert.deepEqual(await emailsOf(other), [])
  await runs(['restore', file, '--replace'], { FORMOSA_HOME: other.home })
  assert.equal(secretOf(other.home), secretOf(home))
  const set = join(folder, 'set')
  await runs(['restore', file], { FORMOSA_HOME: set, FORMOSA_SECRET: secretOf(home) })
  assert.deepEqual(readdirSync(set), ['control.sqlite'])
})

test('files that root restores belong to the owner of the home folder, and a file of another owner is named', {
  skip: unprivileged() === null && 'needs root to become somebody else',
}, async () => {
  const source = await install('owned-source', ['a@example.com'])
  const file = await backUp(source)
  const home = join(folder, 'owned')
  const { uid, gid } = unprivileged()!
  chmodSync(folder, 0o755)
  mkdirSync(home, { mode: 0o700 })
  chownSync(home, uid, gid)
  await runs(['restore', file], { FORMOSA_HOME: home })
  for (const name of readdirSync(home))
    assert.deepEqual([statSync(join(home, name)).uid, statSync(join(home, name)).gid], [uid, gid], name)
  const listed = () =>
    spawnSync(process.execPath, [main, 'user', 'list'], {
      ...{ uid, gid, encoding: 'utf8' },
      env: cleanEnv({ FORMOSA_HOME: home }),
    })
  const result = listed()
  assert.match(result.stdout, /a@example\.com/, result.stderr)
  chownSync(join(home, 'control.sqlite'), 0, 0)
  const refused = listed()
  assert.equal(refused.status, 7)
  assert.match(refused.stderr, new RegExp(`belongs to the user with the number 0, and this process runs as ${uid}\\.`))
})

let sealing: Promise<{ home: string; file: string; words: string }> | undefined

/** An encrypted backup with the file of its passphrase: its key takes long to derive, also to open it. */
function sealed() {
  sealing ??= install('sealed', ['a@example.com', 'b@example.com']).then(async ({ home }) => {
    const backupFolder = join(folder, 'encrypted')
    mkdirSync(backupFolder)
    const [file, words] = ['sealed', 'words'].map((name) => join(backupFolder, name)) as [string, string]
    writeFileSync(words, 'correct horse battery staple\r\nnot a part of it\n')
    const line = ['backup', file, '--passphrase-file', words]
    assert.match(
      await runs(line, { FORMOSA_HOME: home, FORMOSA_NOW: builtAt }),
      /It is encrypted: without its passphrase/,
    )
    return { home, file, words }
  })
  return sealing
}

test('a backup can be encrypted, and is checked with its passphrase alone', async () => {
  const backupFolder = join(folder, 'encrypted')
  const { file, home } = await sealed()
  const [plain, other] = ['plain', 'other'].map((name) => join(backupFolder, name)) as [string, string]
  writeFileSync(other, 'another horse battery staple')
  writeFileSync(join(backupFolder, 'short'), 'too short\n')
  const settings = { FORMOSA_HOME: home, FORMOSA_NOW: builtAt }
  const ok = (words: readonly string[], more: Settings = {}) => succeeded(words, { ...settings, ...more })
  await ok(['backup', plain])
  const bytes = readFileSync(file)
  assert.throws(() => gunzipSync(bytes))
  for (const text of ['a@example.com', secretOf(home)]) assert.ok(!bytes.includes(text))

  const key = { FORMOSA_BACKUP_PASSPHRASE: 'correct horse battery staple' }
  for (const [path, more] of [
    [file, key],
    [plain, {}],
    [plain, key],
  ] as const) {
    const { out, err } = await ok(['backup', '--check', path], more)
    assert.match(
      err,
      /is whole: 2 users, 2 keys, \d+ rows in all, as of 2026-11-13T10:30.* \(schema \d+, format 1\)\.\n$/,
    )
    assert.match(out, /^table +rows\n[─ ]+\n/)
    assert.match(out, /^users +2$/m)
  }
  assert.equal((await ok(['backup', '--check', file, '--print-secret'], key)).out, `${secretOf(home)}\n`)
  const cut = join(backupFolder, 'cut')
  writeFileSync(cut, bytes.subarray(0, -20))
  const cutPlain = join(backupFolder, 'cut-plain')
  writeFileSync(cutPlain, readFileSync(plain).subarray(0, -20))
  for (const [words, sentence, code] of [
    [['backup', '--check', file], /is encrypted: give --passphrase-file with a file/, 1],
    [['backup', '--check', file, '--passphrase-file', other], /The passphrase is not that of /, 1],
    [['restore', file, '--passphrase-file', other, '--replace'], /The passphrase is not that of /, 1],
    [['backup', '--check', cutPlain], /is damaged or was cut short/, 8],
    [
      ['backup', join(backupFolder, 'x'), '--passphrase-file', join(backupFolder, 'short')],
      /must have at least 12 characters/,
      3,
    ],
    [['backup', join(backupFolder, 'x'), '--passphrase-file', join(backupFolder, 'none')], /There is no file /, 4],
    [['backup', join(backupFolder, 'x'), '--print-secret'], /--print-secret goes with --check/, 2],
  ] as const)
    await refuses(words, settings, sentence, code)
  await refuses(['backup', '--check', cut], { ...settings, ...key }, /is damaged or was cut short/, 8)
})

test('an encrypted backup is restored with its passphrase alone', async () => {
  const { file, words } = await sealed()
  const into = { FORMOSA_HOME: join(folder, 'unsealed'), FORMOSA_NOW: builtAt }
  await runs(['restore', file, '--passphrase-file', words], into)
  assert.match((await formosaHere(['user', 'list'], into)).out, /a@example\.com/)
  const { out } = await formosaHere(['audit', '--action', 'backup.restore'], into)
  assert.match(out, /operator .* as of 2026-11-13T10:30/)
})

test('a backup that is killed leaves nothing under its name', async () => {
  const { home } = await large()
  const backupFolder = join(folder, 'room')
  mkdirSync(backupFolder)
  const file = join(backupFolder, 'a.backup')
  const parts = () => readdirSync(backupFolder).filter((name) => name.endsWith('.part'))
  // A file that the command has renamed since is none.
  const sizeOf = (name: string) => statSync(join(backupFolder, name), { throwIfNoEntry: false })?.size ?? 0
  await untilKilled(async () => {
    rmSync(file, { force: true })
    const isWriting = async () => parts().some((name) => sizeOf(name) > manyRows)
    if (!(await killWhen(['backup', file], { FORMOSA_HOME: home }, isWriting))) return false
    // The kill came after the end of its work if the whole backup is there; a part of one is rejected.
    return !existsSync(file) || !(await checkBackup(file))
  })
  assert.equal(existsSync(file), false)
  for (const name of parts()) {
    assert.equal(statSync(join(backupFolder, name)).mode & 0o777, 0o600)
    await assert.rejects(checkBackup(join(backupFolder, name)), /is damaged or was cut short/)
  }
  await runs(['backup', file], { FORMOSA_HOME: home })
  assert.equal((await checkBackup(file)).counts.usage, manyRows)
})

test('the secret of a backup is in force exactly when its rows are', async () => {
  const source = await install('pair-source', ['new@example.com'])
  const target = await install('pair-target', ['old@example.com'])
  const file = await backUp(source)
  const { header } = await checkBackup(file)
  const fingerprint = fingerprintOf(Buffer.from(header.secret))
  const inForce = () => readSecret(target.home, undefined, () => readMark(target.path)).toString()
  const before = inForce()
  const put = async (mark: number, killWhen: boolean) => {
    const database = await openAlone(target)
    const beforeCommit = () => {
      stageSecret(target.home, header.secret, mark)
      if (killWhen) throw new Error('killed')
    }
    await restore(database, { path: file, header, fingerprint, replaces: true, mark, beforeCommit }).finally(
      database.close,
    )
  }
  await assert.rejects(put(2_000_000_000, true), /killed/)
  assert.equal(inForce(), before)
  assert.deepEqual(await emailsOf(target), ['old@example.com'])
  // Here the process ends after its rows are written and before the secret is in its place.
  await put(2_000_000_001, false)
  assert.equal(secretOf(target.home), before)
  assert.equal(inForce(), header.secret)
  assert.deepEqual(await emailsOf(target), ['new@example.com'])
  assert.equal(statSync(join(target.home, 'secret')).mode & 0o777, 0o600)
  assert.deepEqual(
    readdirSync(target.home).filter((name) => name.startsWith('secret')),
    ['secret'],
  )
})

test('a restore that was killed as it ended has changed neither the secret nor the rows', async () => {
  const { file } = await large()
  const target = await install('ending-target', ['old@example.com'])
  const before = secretOf(target.home)
  const { header } = await checkBackup(file)
  const killed = { home: join(folder, 'ending'), path: join(folder, 'ending/control.sqlite') }
  const beforeCommit = () => {
    stageSecret(target.home, header.secret, 2_000_000_000)
    // The files as they are on the disk at this moment, the journal among them.
    cpSync(target.home, killed.home, { recursive: true })
  }
  const database = await openAlone(target)
  const fingerprint = fingerprintOf(Buffer.from(header.secret))
  await restore(database, {
    path: file,
    header,
    fingerprint,
    replaces: true,
    mark: 2_000_000_000,
    beforeCommit,
  }).finally(database.close)
  assert.ok(existsSync(`${killed.path}-journal`))
  assert.equal(readSecret(killed.home, undefined, () => readMark(killed.path)).toString(), before)
  assert.deepEqual(await emailsOf(killed), ['old@example.com'])
})
