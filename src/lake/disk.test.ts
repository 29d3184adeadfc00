import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { mountSmall, unmount } from '../../test/support/disk.ts'
import { GoldPrice } from '../catalogue/other/GoldPrice.ts'
import { createBatch } from './batch.ts'
import { openEngine } from './engine.ts'
import { openLake } from './lake.ts'
import { verify } from './verify.ts'

const folder = mkdtempSync(join(tmpdir(), 'formosa-disk-'))

const lake = openLake({
  root: join(folder, 'lake'),
  origin: 'demo',
  datasets: [GoldPrice],
  now: () => new Date(),
  memory: '256MB',
})
const load = (days: number) =>
  lake.change({ through: '2026-06-01', maker: {} }, async (draft) => {
    const batch = createBatch(GoldPrice)
    for (let day = 0; day < days; day++) {
      const price = (Math.imul(day, 2_654_435_761) >>> 0) * 1000 + day
      batch.push({
        trade_date: day,
        price,
        price_am: price + 1,
        price_pm: price + 7,
        price_gbp: price * 3,
        price_eur: price * 7,
      })
    }
    await draft.upsert(GoldPrice, batch)
  })

test('a full disk and a read-only folder are clear errors that leave the last version whole', async (t) => {
  const hindrance = mountSmall(folder, 4)
  if (hindrance) return t.skip(hindrance)
  try {
    const version = await load(1_000)
    await assert.rejects(load(600_000), {
      name: 'OperatorError',
      message: /Cannot write to the lake in .*: the disk is full/,
    })
    assert.deepEqual(await lake.current(), version)
    assert.ok(!existsSync(join(folder, 'lake/tmp')), 'what was written is removed')

    execFileSync('mount', ['-o', 'remount,ro', folder])
    await assert.rejects(load(2_000), { name: 'OperatorError', message: /Cannot write to the lake in .*read-only/ })
    assert.deepEqual(await lake.current(), version)
    execFileSync('mount', ['-o', 'remount,rw', folder])

    const engine = await openEngine({ memory: '256MB', scratch: join(folder, 'spill') })
    assert.deepEqual(await verify(version!, [GoldPrice], engine), [])
    engine.close()
    assert.equal((await load(2_000))!.manifest.datasets.GoldPrice!.rows, 2_000)
  } finally {
    unmount(folder)
  }
})

test('a path that runs through a file is a clear error', async () => {
  const file = join(tmpdir(), `formosa-file-${process.pid}`)
  writeFileSync(file, '')
  const blocked = openLake({
    root: join(file, 'lake'),
    origin: 'demo',
    datasets: [GoldPrice],
    now: () => new Date(),
    memory: '256MB',
  })
  await assert.rejects(
    blocked.change({ through: '2026-06-01', maker: {} }, async () => {}),
    {
      name: 'OperatorError',
      message: /a part of the path is not a folder/,
    },
  )
  rmSync(file)
})
