import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { MissingError } from '../../errors.ts'
import { collectGarbage } from '../../objects/gc.ts'
import { contentKey, listSequences, readLatest } from '../../objects/manifest.ts'
import type { ObjectStore } from '../../objects/store.ts'
import { verifyStore } from '../../objects/verify.ts'
import type { Context, Run } from '../command.ts'
import { countOf } from '../flags.ts'
import { durationText, megabytes, notice, print, printJson, printTable } from '../output.ts'
import { createProgress } from '../progress.ts'
import { bundlePath } from './bucketTables.ts'
import { withObjects } from './objectStore.ts'
import { sweepTables } from './placedTables.ts'
import { currentFiles, openHashes, publishCurrent } from './publishing.ts'
import { type TableFault, verifyBucketTables } from './verifyBucketTables.ts'

const latestOf = async (store: ObjectStore) => {
  const latest = await readLatest(store)
  if (!latest)
    throw new MissingError(`${store.name} holds no version: "formosa objects publish" publishes that of this home.`)
  return latest
}

export const status: Run = (context, { json }) =>
  withObjects(context, {}, async (store) => {
    const { files, ...latest } = await latestOf(store)
    const kept = await listSequences(store)
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
    const age = Math.round((Date.now() - Date.parse(latest.publishedAt)) / 1_000)
    if (json !== undefined)
      return printJson({ store: store.name, ...latest, files: files.length, bytes, kept, ageSeconds: age }, 1)
    const rows = [
      ['store', store.name],
      ['sequence', latest.sequence],
      ['version', latest.version],
      ['origin', latest.origin],
      ['published', latest.publishedAt],
      ['age', durationText(age)],
      ['writer', latest.writer],
      ['files', files.length],
      ['bytes', bytes],
      ['versions kept', kept.length],
    ]
    printTable(['what', 'value'], rows)
  })

export const publish: Run = async (context, { replace }) => {
  const onStep = process.send ? () => {} : createProgress('Publishing', context.log)
  const { manifest, isNew, sentFiles, sentBytes } = await publishCurrent(context, {
    isForced: replace !== undefined,
    onStep,
  })
  const published = `version ${manifest.version} as sequence ${manifest.sequence}`
  print(
    isNew
      ? `Published ${published}: ${sentFiles} of ${manifest.files.length} files sent, ${megabytes(sentBytes)}.\n`
      : `Nothing to publish: the store holds ${published}.\n`,
  )
}

/** Sends damaged objects again; returns the number of those that this home lacks. */
async function mendObjects(context: Context, store: ObjectStore, damaged: ReadonlySet<string>): Promise<number> {
  const { root, files } = await currentFiles(context)
  const hashes = await openHashes(context)
  const mended = new Set<string>()
  for (const path of [...files.map((file) => file.path), ...(existsSync(join(root, bundlePath)) ? [bundlePath] : [])]) {
    const { sha256 } = await hashes.hash(join(root, path))
    if (!damaged.has(sha256) || mended.has(sha256)) continue
    await store.put(contentKey(sha256), { path: join(root, path) }, { sha256 })
    mended.add(sha256)
    print(`${contentKey(sha256)} was sent again\n`)
  }
  return damaged.size - mended.size
}

/** Writes damaged files of tables again; returns the number of faults that remain. */
async function mendTables(faults: readonly TableFault[]): Promise<number> {
  let left = 0
  for (const { what, mend } of faults)
    if (mend) {
      await mend()
      print(`${what.split(' ')[0]} was written again\n`)
    } else left++
  return left
}

export const verify: Run = (context, { mend }) =>
  withObjects(context, {}, async (store) => {
    await latestOf(store)
    const { versions, objects, bytes, faults } = await verifyStore(store, createProgress('Verifying', context.log))
    for (const { what } of faults) print(`${what}\n`)
    const damaged = new Set(faults.flatMap(({ sha256 }) => (sha256 === null ? [] : [sha256])))
    let left = faults.length
    if (mend !== undefined && damaged.size > 0)
      left = (await mendObjects(context, store, damaged)) + faults.length - damaged.size
    const found = await verifyBucketTables(store)
    for (const { what } of found.faults) print(`${what}\n`)
    const count = faults.length + found.faults.length
    if (count === 0) {
      print(
        `${store.name} is whole: ${versions} versions, ${objects} objects, ${megabytes(bytes)}, ${found.tables} tables.\n`,
      )
      return 0
    }
    if (mend === undefined) {
      notice(`${count} faults; "formosa objects verify --mend" sends objects again that this home has, and tables.`)
      return 1
    }
    left += await mendTables(found.faults)
    notice(left === 0 ? 'All faults are mended.' : `${left} faults are left.`)
    return left === 0 ? 0 : 1
  })

/** Cursors live for a day, and so must the versions they need. */
const leastHours = 24

export const gc: Run = (context, { keep, grace, 'dry-run': dryRun }) => {
  const isDry = dryRun !== undefined
  const options = {
    keep: countOf('keep', keep!, 2),
    graceMs: countOf('grace', grace!, leastHours) * 3_600_000,
    isDry,
  }
  return withObjects(context, {}, async (store) => {
    await latestOf(store)
    const report = await collectGarbage(store, { ...options, sweepTables: sweepTables(store) })
    const { keptVersions, removedVersions, removedObjects, removedBytes, endedUploads } = report
    print(
      `${isDry ? 'Would remove' : 'Removed'} ${removedVersions.length} versions and ${removedObjects} objects, ${megabytes(removedBytes)}; ${isDry ? '' : `ended ${endedUploads} uploads; `}${keptVersions} versions kept.\n`,
    )
  })
}
