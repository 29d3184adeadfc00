import { createHash } from 'node:crypto'
import { DamagedError } from '../errors.ts'
import { inTurns } from './inTurns.ts'
import {
  contentKey,
  listSequences,
  manifestKey,
  readManifest,
  type VersionFile,
  type VersionManifest,
} from './manifest.ts'
import type { PublishStep } from './publish.ts'
import type { ObjectStore } from './store.ts'

type StoreFault = {
  /** A sentence that names the object. */
  readonly what: string
  /** The content that is missing or wrong; null for a manifest. */
  readonly sha256: string | null
}

const blockBytes = 8 << 20
const readAtOnce = 4

/** The fault of the object of a file; null where it is whole. */
async function faultOf(store: ObjectStore, { sha256, bytes }: VersionFile): Promise<string | null> {
  const key = contentKey(sha256)
  const there = await store.head(key)
  if (!there) return 'is missing'
  if (there.bytes !== bytes) return `has ${there.bytes} bytes instead of ${bytes}`
  const digest = createHash('sha256')
  for (let from = 0; from < bytes; from += blockBytes) {
    const block = await store.get(key, { range: { from, to: Math.min(bytes, from + blockBytes) } })
    if (!block) return 'is missing'
    digest.update(block)
  }
  return digest.digest('hex') === sha256 ? null : 'has other bytes than its name says'
}

/** The manifests that are kept, and their faults. */
async function readManifests(store: ObjectStore) {
  const faults: StoreFault[] = []
  const manifests: VersionManifest[] = []
  for (const sequence of await listSequences(store)) {
    const key = manifestKey(sequence)
    const report = (what: string) => faults.push({ what: `${key}: ${what}`, sha256: null })
    try {
      const manifest = await readManifest(store, sequence)
      if (!manifest) continue
      const before = manifests.at(-1)
      if (before && before.sequence !== sequence - 1) report(`the sequence before it is ${before.sequence}`)
      else if (before && before.version !== manifest.previous) report(`it does not follow version ${before.version}`)
      manifests.push(manifest)
    } catch (error) {
      if (!(error instanceof DamagedError)) throw error
      faults.push({ what: error.message, sha256: null })
    }
  }
  return { manifests, faults }
}

/** Reads back every object that a version names, each once, and compares it with its SHA-256. */
export async function verifyStore(store: ObjectStore, onStep: (step: PublishStep) => void = () => {}) {
  const { manifests, faults } = await readManifests(store)
  const named = new Map<string, { readonly file: VersionFile; readonly sequence: number }>()
  for (const { sequence, files } of manifests) for (const file of files) named.set(file.sha256, { file, sequence })
  let done = 0
  let bytes = 0
  await inTurns([...named.values()], readAtOnce, async ({ file, sequence }) => {
    const fault = await faultOf(store, file)
    const what = `${contentKey(file.sha256)} ${fault} (${file.path} of sequence ${sequence})`
    if (fault !== null) faults.push({ what, sha256: file.sha256 })
    bytes += file.bytes
    onStep({ done: ++done, of: named.size, what: file.path })
  })
  return { versions: manifests.length, objects: named.size, bytes, faults }
}
