import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { findCeph, startCeph } from '../../../test/support/ceph.ts'
import { createTestClock } from '../../../test/support/clock.ts'
import { builtAt, copyOfBrief } from '../../../test/support/fixture.ts'
import { formosaHere } from '../../../test/support/inProcess.ts'
import { startService } from '../../../test/support/service.ts'
import { startStoreProxy } from '../../../test/support/storeProxy.ts'
import { until } from '../../../test/support/until.ts'
import { contentKey, readLatest, readManifest } from '../../objects/manifest.ts'
import { openS3 } from '../../objects/s3.ts'
import { takeFiles } from '../../objects/take.ts'

const { skip: noCeph } = await findCeph()
const options = { skip: noCeph ?? false }
/** How long the store is gone. */
const outageMs = process.env.TORTURE === undefined ? 0 : 90_000
const folder = mkdtempSync(join(tmpdir(), 'formosa-objects-cli-'))
const started = noCeph === null ? await startCeph() : null
const ceph = started && !('skip' in started) ? started : null
after(async () => {
  rmSync(folder, { recursive: true })
  await ceph?.stop()
})

/** Runs a command, and compares its exit code. */
async function run(words: string, settings: Record<string, string>, code = 0): Promise<string> {
  const result = await formosaHere(words.split(' '), settings)
  assert.equal(result.code, code, `${words}: ${result.out}${result.err}`)
  return result.out + result.err
}

const sequenceOf = async (settings: Record<string, string>): Promise<number> => {
  const { code, out } = await formosaHere(['objects', 'status', '--json'], settings)
  return code === 0 ? JSON.parse(out).sequence : 0
}

const clock = createTestClock(folder, builtAt)
/** Where the first test publishes two versions. */
let bucket = ''

test(
  'while the store is gone the next version is made and served; both are published once it is back',
  options,
  async () => {
    const home = await copyOfBrief(join(folder, 'writer'))
    bucket = await ceph!.bucket('versions')
    const proxy = await startStoreProxy(ceph!.endpoint)
    const settings = { ...ceph!.env(bucket, 'formosa'), ...clock.settings, AWS_ENDPOINT_URL: proxy.endpoint }
    const store = openS3({ ...ceph!, bucket, prefix: 'formosa/' })
    proxy.setRule(() => ({ kind: 'gone' }))
    const gone = sleep(outageMs)
    const service = await startService(home, { ...settings, LOG_LEVEL: 'info' })
    const { log } = service
    const versionNow = async () => (await fetch(`${service.url}/v1/data`)).headers.get('x-data-version')
    try {
      const first = await versionNow()
      await until('the store is tried', () => proxy.seen.length > 0, { log })
      clock.turn(3 * 86_400)
      await until('the next version is served', async () => (await versionNow()) !== first, { pauseMs: 100, log })
      const second = await versionNow()
      assert.notEqual(second, first, service.log())
      await gone
      assert.equal(await readLatest(store), null)
      const ready = await fetch(`${service.url}/readyz`)
      assert.equal(ready.status, 200)
      const { checks } = (await ready.json()) as { checks: Record<string, string> }
      if (outageMs > 40_000) assert.match(checks.objects!, /^degraded: the newest version is not in the object store/)
      proxy.setRule(() => null)
      await until('it is published', async () => (await readLatest(store))?.version === second, { pauseMs: 100, log })
      const published = await Promise.all([1, 2].map((sequence) => readManifest(store, sequence)))
      assert.deepEqual(
        published.map((manifest) => manifest?.version),
        [first, second],
        service.log(),
      )
    } finally {
      store.close()
      assert.equal(await service.stop(), 0)
      await proxy.close()
    }
  },
)

// A refresh that publishes the day it has made is in reader.test.ts.
test('a refresh publishes pending versions; another home must confirm that it replaces them', options, async () => {
  const rest = { FORMOSA_HOME: await copyOfBrief(join(folder, 'other')), FORMOSA_NOW: builtAt }
  const unused = { ...ceph!.env(bucket, 'unused'), ...rest }
  assert.match(await run('objects status', unused, 4), new RegExp(`s3://${bucket}/unused holds no version`))
  // Nothing is due but the version that was never published.
  await run('refresh', unused)
  assert.equal(await sequenceOf(unused), 1)

  const store = ceph!.env(bucket, 'formosa')
  const settings = { ...store, ...clock.settings, FORMOSA_HOME: join(folder, 'writer') }
  assert.match(await run('objects status', settings), /sequence +2\n/)
  assert.match(await run('objects publish', settings), /Nothing to publish: the store holds version \w+ as sequence 2/)
  assert.match(await run('objects gc --dry-run', settings), /Would remove 0 versions and 0 objects.*2 versions kept/)

  // A home that was restored from an older backup.
  const other = { ...store, ...rest }
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
  await takeFiles(s3, join(bare, 'demo'), manifest.files)
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
  assert.match(await run('objects verify', settings), /is whole: 4 versions, \d+ objects, .* MB, 6 tables/)
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
    /The lake is empty/,
  )
  assert.match(await run('objects status', settings, 4), /The bucket of s3:\/\/nowhere does not exist/)
  assert.match(await run('objects status', { ...settings, AWS_SECRET_ACCESS_KEY: 'x' }, 3), /access was refused/)
  for (const wrong of ['--keep 1', '--grace 1', '--keep x']) await run(`objects gc ${wrong}`, settings, 2)
})
