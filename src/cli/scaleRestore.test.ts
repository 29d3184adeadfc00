import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { type Cluster, rowsFrom, startCluster } from '../../test/support/cluster.ts'
import { copyOfFew } from '../../test/support/fixture.ts'
import { findPrograms } from '../../test/support/programs.ts'
import { openS3 } from '../objects/s3.ts'

const folder = mkdtempSync(join(tmpdir(), 'formosa-restored-'))
const started = await startCluster(folder)
const skip = 'skip' in started ? started.skip : false
const cluster = started as Cluster

after(async () => {
  if (!skip) await cluster.stop()
  rmSync(folder, { recursive: true, force: true })
})

test('a copy of the bucket and a dump of PostgreSQL bring back rows, keys and a writer', { skip }, async () => {
  const { ceph, postgres, shared } = cluster
  await cluster.publish(await copyOfFew(join(folder, 'home')))
  const key = await cluster.key()
  const path = 'TaiwanStockPrice?stock_id=2330,2317&limit=300'
  const before = await cluster.startReader('before')
  const old = rowsFrom(before.url, key)
  const { text, status } = await old.ask(path)
  assert.equal(status, 200)
  old.close()
  await before.stop()

  const { paths } = await findPrograms(['postgres'])
  const program = (name: string) => join(dirname(paths!.postgres), name)
  const dump = execFileSync(program('pg_dump'), [postgres.url], { maxBuffer: 64 << 20 })
  const url = await postgres.database('restored')
  execFileSync(program('psql'), ['-q', '-v', 'ON_ERROR_STOP=1', url], {
    input: dump,
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  const open = (bucket: string) =>
    openS3({
      bucket,
      prefix: 'lake/',
      ...{ endpoint: ceph.endpoint, region: ceph.region, credentials: ceph.credentials },
    })
  await ceph.bucket('restored')
  const [from, to] = [open('formosa'), open('restored')]
  for await (const { key: name } of from.list('')) await to.put(name, (await from.get(name))!)

  const restored = { DATABASE_URL: url, FORMOSA_OBJECTS: shared.FORMOSA_OBJECTS!.replace('formosa', 'restored') }
  const reader = await cluster.startReader('after', restored)
  const rows = rowsFrom(reader.url, key)
  assert.equal((await rows.ask(path)).text, text)
  rows.close()
  const writer = await cluster.startWriter(join(folder, 'writer'), restored)
  const written = rowsFrom(writer.url, key)
  assert.equal((await written.ask(path)).text, text)
  written.close()
  for (const store of [from, to]) store.close()
})
