import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { findCeph, startCeph } from '../../test/support/ceph.ts'
import { builtAt, copyOfFew } from '../../test/support/fixture.ts'
import { formosaHere } from '../../test/support/inProcess.ts'
import { startService } from '../../test/support/service.ts'
import { contentKey, readLatest } from '../objects/manifest.ts'
import { openS3 } from '../objects/s3.ts'

const { skip: noCeph } = await findCeph()
const options = { skip: noCeph ?? false }
const folder = mkdtempSync(join(tmpdir(), 'formosa-objects-cli-'))
const started = noCeph === null ? await startCeph() : null
const ceph = started && !('skip' in started) ? started : null
after(async () => {
  rmSync(folder, { recursive: true })
  await ceph?.stop()
})

/** Runs a command, and compares its exit code. */
async function run(words: string, settings: Record<string, string>, code = 0): Promise<string> {
  const ended = await formosaHere(words.split(' '), settings)
  assert.equal(ended.code, code, `${words}: ${ended.out}${ended.err}`)
  return ended.out + ended.err
}

const sequenceOf = async (settings: Record<string, string>): Promise<number> => {
  const { code, out } = await formosaHere(['objects', 'status', '--json'], settings)
  return code === 0 ? JSON.parse(out).sequence : 0
}

test('every refresh publishes; another home has to say that it replaces', options, async () => {
  const home = await copyOfFew(join(folder, 'writer'))
  const bucket = await ceph!.bucket('versions')
  const store = { ...ceph!.env(bucket, 'formosa'), FORMOSA_NOW: builtAt }
  const settings = { ...store, FORMOSA_HOME: home }
  assert.match(await run('objects status', settings, 4), /s3:\/\/versions\/formosa holds no version/)
  // Nothing is due but the version that was never published.
  await run('refresh', settings)
  assert.equal(await sequenceOf(settings), 1)
  await run('refresh --days 1', settings)
  assert.match(await run('objects status', settings), /sequence +2\n/)
  assert.match(await run('objects publish', settings), /Nothing to publish: the store holds version \w+ as sequence 2/)
  assert.match(await run('objects verify', settings), /is whole: 2 versions, \d+ objects, .* MB, 6 tables/)
  assert.match(await run('objects gc --dry-run', settings), /Would remove 0 versions and 0 objects.*2 versions kept/)

  // A home that was restored from an older backup.
  const other = { ...store, FORMOSA_HOME: await copyOfFew(join(folder, 'other')) }
  const refusal = await run('objects publish', other, 1)
  assert.match(refusal, /sequence 2, .*which this home does not have. Nothing was published.*--replace/)
  assert.match(
    await run('objects publish --replace', other),
    /Published version \w+ as sequence 3: 1 of \d+ files sent/,
  )
  // The first home has that version still.
  assert.match(await run('objects publish', settings), /as sequence 4: 1 of/)

  // A new machine takes the newest version, and has all of it.
  const bare = join(folder, 'bare')
  const s3 = openS3({ ...ceph!, bucket, prefix: 'formosa/' })
  const manifest = (await readLatest(s3))!
  for (const { path, sha256 } of manifest.files) {
    mkdirSync(dirname(join(bare, 'demo', path)), { recursive: true })
    assert.ok(await s3.download(contentKey(sha256), join(bare, 'demo', path), { sha256 }))
  }
  for (const room of ['lake', 'pages']) {
    const [version] = readdirSync(join(bare, 'demo', room, 'versions'))
    symlinkSync(join('versions', version!), join(bare, 'demo', room, 'current'))
  }
  assert.match(await run('verify', { FORMOSA_HOME: bare, FORMOSA_NOW: builtAt }), /is whole: .* pages alike/)

  const lost = manifest.files.find(({ kind }) => kind === 'pages')!
  const tables = manifest.files.find(({ kind }) => kind === 'iceberg')!
  await s3.remove([contentKey(lost.sha256), contentKey(tables.sha256), 'tables/GoldPrice/metadata/version-hint.text'])
  s3.close()
  assert.match(await run('objects verify', settings, 1), new RegExp(`${lost.sha256} is missing`))
  assert.match(
    await run('objects verify --mend', settings),
    /was sent again\n.*version-hint.text was written again\n.*All faults are mended/s,
  )
  await run('objects verify', settings)
})

test('settings of the store are checked', options, async () => {
  const settings: Record<string, string> = { ...ceph!.env('nowhere'), FORMOSA_HOME: join(folder, 'none') }
  const { FORMOSA_OBJECTS: _, ...without } = settings
  assert.match(await run('objects status', without, 3), /FORMOSA_OBJECTS is not set/)
  assert.match(await run('objects status', { ...settings, FORMOSA_OBJECTS: 'bucket' }, 3), /must be s3:\/\/bucket/)
  const { AWS_SECRET_ACCESS_KEY: __, ...half } = settings
  assert.match(await run('objects status', half, 3), /AWS_SECRET_ACCESS_KEY is missing/)
  assert.match(await run('objects status', { ...settings, AWS_ENDPOINT_URL: 'ftp://x' }, 3), /AWS_ENDPOINT_URL must be/)
  // Without a store, the variables of other programs do not matter.
  assert.match(
    await run('market status', { FORMOSA_HOME: join(folder, 'none'), AWS_ENDPOINT_URL: 'x' }, 4),
    /no market/,
  )
  assert.match(await run('objects status', settings, 4), /The bucket of s3:\/\/nowhere does not exist/)
  assert.match(await run('objects status', { ...settings, AWS_SECRET_ACCESS_KEY: 'x' }, 3), /access was refused/)
  for (const wrong of ['--keep 1', '--grace 1', '--keep x']) await run(`objects gc ${wrong}`, settings, 2)
})

test('a service publishes once its store is there, and serves meanwhile', options, async () => {
  const home = await copyOfFew(join(folder, 'service'))
  const settings = { ...ceph!.env(await ceph!.bucket('service')), FORMOSA_NOW: builtAt, WORKERS: '1' }
  await ceph!.crash()
  const service = await startService(home, settings)
  try {
    assert.equal((await fetch(`${service.url}/readyz`)).status, 200)
    await ceph!.start()
    for (let tries = 0; tries < 300; tries++) {
      if ((await sequenceOf({ ...settings, FORMOSA_HOME: home })) === 1) break
      await sleep(100)
    }
    assert.equal(await sequenceOf({ ...settings, FORMOSA_HOME: home }), 1)
  } finally {
    assert.equal(await service.stop(), 0)
  }
})
