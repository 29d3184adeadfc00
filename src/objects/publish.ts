import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { BusyError } from '../errors.ts'
import { assertConditionalWrites } from './conditional.ts'
import type { HashMemory } from './hashes.ts'
import { inTurns } from './inTurns.ts'
import {
  contentKey,
  encodeManifest,
  hintKey,
  manifestKey,
  readLatest,
  readManifest,
  type VersionFile,
  type VersionManifest,
} from './manifest.ts'
import type { ObjectStore } from './store.ts'

/** A file of the version on the writer's disk. */
export type LocalFile = Pick<VersionFile, 'path' | 'kind'>

export type PublishStep = { readonly done: number; readonly of: number; readonly what: string }

/** Files that are made for the sequence of a version, beside the files of its home. */
export type VersionTables = {
  /** Whether a published version has them already. */
  readonly areIn: (latest: VersionManifest) => Promise<boolean>
  readonly make: (
    latest: VersionManifest | null,
    sequence: number,
    files: readonly VersionFile[],
  ) => Promise<readonly LocalFile[]>
}

type VersionOptions = {
  readonly store: ObjectStore
  /** The folder that paths are relative to: `<home>/<origin>`. */
  readonly root: string
  readonly version: string
  readonly origin: VersionManifest['origin']
  readonly files: readonly LocalFile[]
  readonly tables?: VersionTables
  readonly hashes: HashMemory
  /** A name for this writer. */
  readonly writer: string
  /** The sequence that the version follows, 0 for none; the newest one when left out. */
  readonly after?: number
  /** How long an object that no version names is relied on: less than `gc` keeps it for. */
  readonly trustedMs?: number
  readonly onStep?: (step: PublishStep) => void
}

/** Another writer has published first: the version is not current, and its files are removed by `gc`. */
export class LostRaceError extends BusyError {
  override name = 'LostRaceError'
  readonly sequence: number

  constructor(store: ObjectStore, sequence: number, winner: VersionManifest | null) {
    const by = winner ? `: version ${winner.version} of ${winner.writer}` : ''
    super(`Another writer has published sequence ${sequence} to ${store.name}${by}. This version was not published.`)
    this.sequence = sequence
  }
}

/** Files that are sent at once, each with one part in memory. */
const sentAtOnce = 4
const hashedAtOnce = 2

/** Half of the shortest time that `gc` keeps an object for. */
const usuallyTrustedMs = 12 * 3_600_000

/** Sends the files that the store lacks; the keys of those that it had long ago. */
async function sendFiles(
  { store, root, onStep = () => {}, trustedMs = usuallyTrustedMs }: VersionOptions,
  files: readonly VersionFile[],
  isShared: (sha256: string) => boolean,
) {
  const lacking = [...new Map(files.map((file) => [file.sha256, file])).values()].filter(
    ({ sha256 }) => !isShared(sha256),
  )
  let done = 0
  let sentFiles = 0
  let sentBytes = 0
  const renewed: VersionFile[] = []
  await inTurns(lacking, sentAtOnce, async (file) => {
    const key = contentKey(file.sha256)
    const there = await store.head(key)
    const isThere = there?.bytes === file.bytes
    if (!isThere || there.modified.getTime() < Date.now() - trustedMs) {
      await store.put(key, { path: join(root, file.path) }, { sha256: file.sha256 })
      sentFiles++
      sentBytes += file.bytes
      if (isThere) renewed.push(file)
    }
    onStep({ done: ++done, of: lacking.length, what: file.path })
  })
  return { sentFiles, sentBytes, renewed }
}

const byPath = (files: readonly VersionFile[]): VersionFile[] => files.toSorted((a, b) => (a.path < b.path ? -1 : 1))

/** Whether a file belongs into a home that is made from the version. */
export const isOfHome = ({ kind }: VersionFile): boolean => kind !== 'iceberg'

async function hashFiles({ root, hashes }: VersionOptions, files: readonly LocalFile[]): Promise<VersionFile[]> {
  const hashed: VersionFile[] = []
  await inTurns(files, hashedAtOnce, async ({ path, kind }) => {
    hashed.push({ path, ...(await hashes.hash(join(root, path))), kind })
  })
  return byPath(hashed)
}

/**
 * Publishes a version: its files under the names of their contents, then its manifest by a conditional write. A
 * process that dies on the way leaves objects that no version names, which the next run uses.
 */
export async function publishVersion(options: VersionOptions) {
  const { store, version, origin, hashes, tables, writer } = options
  await assertConditionalWrites(store)
  const latest = await readLatest(store, options.after)
  const last = latest?.sequence ?? 0
  if (options.after !== undefined && options.after !== last) throw new LostRaceError(store, last, latest)

  const rows = await hashFiles(options, options.files)
  await hashes.save()
  const isSame = latest?.version === version && isDeepStrictEqual(latest.files.filter(isOfHome), rows)
  if (isSame && (!tables || (await tables.areIn(latest)))) {
    await putHint(store, last)
    // The newest version in the store is this one already.
    return { manifest: latest, isNew: false, sentFiles: 0, sentBytes: 0 }
  }
  const made = tables ? await hashFiles(options, await tables.make(latest, last + 1, rows)) : []
  const files = byPath([...rows, ...made])

  // `gc` keeps the last two versions, so their objects stay until this one is published or has lost.
  const before = latest && last > 1 ? await readManifest(store, last - 1) : null
  const shared = new Set([latest, before].flatMap((one) => one?.files.map(({ sha256 }) => sha256) ?? []))
  const { renewed, ...sent } = await sendFiles(options, files, (sha256) => shared.has(sha256))
  const manifest: VersionManifest = {
    format: 1,
    sequence: last + 1,
    version,
    previous: latest?.version ?? null,
    publishedAt: new Date().toISOString(),
    writer,
    origin,
    files,
  }
  const outcome = await store.put(manifestKey(manifest.sequence), encodeManifest(manifest), { ifAbsent: true })
  if (outcome === 'exists') {
    // It may be ours: the answer to the write may have been lost.
    const winner = await readManifest(store, manifest.sequence)
    if (!isDeepStrictEqual(winner, manifest)) throw new LostRaceError(store, manifest.sequence, winner)
  }
  // A removal of old objects that was going on meanwhile may have taken them again.
  await sendFiles(options, renewed, () => false)
  await putHint(store, manifest.sequence)
  return { manifest, isNew: true, ...sent }
}

export type Published = Awaited<ReturnType<typeof publishVersion>>

const putHint = (store: ObjectStore, sequence: number) =>
  store.put(hintKey, Buffer.from(`${JSON.stringify({ sequence })}\n`))
