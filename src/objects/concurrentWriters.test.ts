import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { test } from 'node:test'
import { findCeph, startCeph } from '../../test/support/ceph.ts'
import { createTree, publishTree } from '../../test/support/objectWriter.ts'
import { readManifest } from './manifest.ts'
import { LostRaceError } from './publish.ts'
import { openS3 } from './s3.ts'
import { verifyStore } from './verify.ts'

/** How often two writers publish at once; `npm run torture` asks for many. */
const rounds = Number(process.env.TORTURE ?? 8)
const { skip } = await findCeph()

test(`two writers publish at once ${rounds} times: every version is whole, of one writer, in order`, {
  skip: skip ?? false,
}, async () => {
  const ceph = await startCeph()
  assert.ok(!('skip' in ceph))
  const bucket = await ceph.bucket('fight')
  const writers = ['left', 'right'].map((name) => ({
    name,
    tree: createTree(name),
    store: openS3({ ...ceph, bucket, prefix: '' }),
  }))
  try {
    let [won, lost] = [0, 0]
    for (let round = 0; round < rounds; round++) {
      const outcomes = await Promise.allSettled(
        writers.map(async ({ name, tree, store }, i) => {
          const version = (round * 2 + i).toString(16).padStart(16, '0')
          const texts = Object.fromEntries(['a', 'b', 'c'].map((file) => [file, `${file} of ${name}, round ${round}`]))
          await publishTree(store, { root: tree.root, version, files: tree.write(version, texts) }, { writer: name })
        }),
      )
      for (const outcome of outcomes)
        if (outcome.status === 'fulfilled') won++
        else if (outcome.reason instanceof LostRaceError) lost++
        else throw outcome.reason
    }
    assert.equal(won + lost, rounds * 2)
    assert.ok(won >= rounds && lost > 0, `${won} won and ${lost} lost`)
    const { store } = writers[0]!
    const report = await verifyStore(store)
    assert.deepEqual([report.versions, report.faults], [won, []])
    for (let sequence = 1; sequence <= won; sequence++) {
      const { writer, files } = (await readManifest(store, sequence))!
      for (const { sha256 } of files) {
        const text = (await store.get(`objects/${sha256.slice(0, 2)}/${sha256}`, { sha256 }))!.toString()
        assert.match(text, new RegExp(`of ${writer}, round`))
      }
    }
  } finally {
    for (const { tree, store } of writers) {
      store.close()
      rmSync(tree.root, { recursive: true })
    }
    await ceph.stop()
  }
})
