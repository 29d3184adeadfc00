import { sealJson, unsealJson } from '../disk.ts'
import { DamagedError } from '../errors.ts'
import type { ObjectStore } from './store.ts'

/** The rooms of a home whose files a version consists of. */
const fileKinds = ['lake', 'pages', 'ledger', 'gaps', 'iceberg'] as const

export type VersionFile = {
  /** Path below the home of the origin, as on the writer's disk. */
  readonly path: string
  readonly sha256: string
  readonly bytes: number
  readonly kind: (typeof fileKinds)[number]
}

/** A published version. It is put last, so that every object it names is there. */
export type VersionManifest = {
  readonly format: 1
  /** Increases by one with each published version. */
  readonly sequence: number
  readonly version: string
  /** The version of the sequence before; null for the first. */
  readonly previous: string | null
  readonly publishedAt: string
  /** The process that published it. */
  readonly writer: string
  readonly origin: 'demo' | 'live'
  readonly files: readonly VersionFile[]
}

/** The format that this release reads and writes. */
const manifestFormat = 1

/** A manifest of a newer release: a reader keeps the version that it has. */
export class UnknownFormatError extends DamagedError {
  override name = 'UnknownFormatError'
  readonly format: number

  constructor(key: string, format: number) {
    super(
      `${key} has format ${format}, and this release reads format ${manifestFormat}: install the release of the writer.`,
    )
    this.format = format
  }
}

export const contentPrefix = 'objects/'
export const versionPrefix = 'versions/'
/** A hint where the newest manifest is; the truth is the manifest with the highest sequence. */
export const hintKey = 'latest.json'

/** The key of the object that holds these bytes. */
export const contentKey = (sha256: string): string => `${contentPrefix}${sha256.slice(0, 2)}/${sha256}`

export const manifestKey = (sequence: number): string => `${versionPrefix}${String(sequence).padStart(10, '0')}.json`

/** The sequence in a manifest's key; null for other keys. */
export const sequenceIn = (key: string): number | null => {
  const [, digits] = /^versions\/(\d{10})\.json$/.exec(key) ?? []
  return digits === undefined ? null : Number(digits)
}

/** The manifest as JSON: `{"sha256": …, "content": {…}}`. */
export const encodeManifest = (manifest: VersionManifest): Buffer => Buffer.from(sealJson(manifest))

/** Whether a manifest has the checksum that stands in it. */
const isSealed = (bytes: Buffer): boolean => {
  try {
    return unsealJson(bytes.toString()) !== null
  } catch {
    return false
  }
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** Whether a path stays inside the folder of its kind. */
const isSafePath = (path: string, kind: string): boolean =>
  path.startsWith(`${kind}/`) && path.split('/').every((segment) => /^(?!\.\.?$)[\w.@=+-]+$/.test(segment))

function fileFault(file: Partial<VersionFile> | null): string | null {
  if (typeof file !== 'object' || file === null) return 'a file is no object'
  const { path, sha256, bytes, kind } = file
  if (!fileKinds.includes(kind!)) return `a file has the unknown kind ${JSON.stringify(kind)}`
  if (!isText(path) || !isSafePath(path, kind!)) return `a file has the path ${JSON.stringify(path)}`
  if (!isText(sha256) || !/^[0-9a-f]{64}$/.test(sha256)) return `${path} has no SHA-256`
  return Number.isSafeInteger(bytes) && bytes! >= 0 ? null : `${path} has no size`
}

function manifestFault(manifest: Partial<VersionManifest>, sequence: number): string | null {
  if (manifest.sequence !== sequence) return `its sequence is ${manifest.sequence}`
  if (!isText(manifest.version) || !/^[0-9a-f]{16}$/.test(manifest.version)) return 'its version is missing'
  if (manifest.previous !== null && !isText(manifest.previous)) return 'its previous version is missing'
  if (!isText(manifest.publishedAt) || Number.isNaN(Date.parse(manifest.publishedAt))) return 'its time is missing'
  if (!isText(manifest.writer)) return 'its writer is missing'
  if (manifest.origin !== 'demo' && manifest.origin !== 'live') return 'its origin is missing'
  if (!Array.isArray(manifest.files) || manifest.files.length === 0) return 'it has no files'
  for (const file of manifest.files) {
    const fault = fileFault(file)
    if (fault !== null) return fault
  }
  const paths = new Set(manifest.files.map(({ path }) => path))
  return paths.size === manifest.files.length ? null : 'a path stands in it twice'
}

/** Reads a manifest; throws where it is damaged or of another format. */
export function parseManifest(bytes: Buffer, sequence: number, where: string): VersionManifest {
  const key = `${where}/${manifestKey(sequence)}`
  if (!isSealed(bytes)) throw new DamagedError(`${key} is damaged: its checksum is wrong.`)
  const manifest = unsealJson<Partial<VersionManifest>>(bytes.toString())
  if (typeof manifest !== 'object' || manifest === null) throw new DamagedError(`${key} is damaged: it is no object.`)
  const { format } = manifest as { readonly format?: unknown }
  if (typeof format === 'number' && format !== manifestFormat) throw new UnknownFormatError(key, format)
  const fault = format === manifestFormat ? manifestFault(manifest, sequence) : 'its format is missing'
  if (fault !== null) throw new DamagedError(`${key} is damaged: ${fault}.`)
  return manifest as VersionManifest
}

/** A published version; null where the sequence was never published, or its manifest is removed. */
export async function readManifest(
  store: ObjectStore,
  sequence: number,
  signal?: AbortSignal,
): Promise<VersionManifest | null> {
  const bytes = await store.get(manifestKey(sequence), { signal, isWhole: isSealed })
  return bytes && parseManifest(bytes, sequence, store.name)
}

/** The sequences that are kept, lowest first. */
export async function listSequences(store: ObjectStore): Promise<number[]> {
  const found: number[] = []
  for await (const { key } of store.list(versionPrefix)) {
    const sequence = sequenceIn(key)
    if (sequence !== null) found.push(sequence)
  }
  return found.sort((a, b) => a - b)
}

async function readHint(store: ObjectStore, signal: AbortSignal | undefined): Promise<number | null> {
  const bytes = await store.get(hintKey, { signal })
  try {
    const sequence: unknown = bytes && JSON.parse(bytes.toString()).sequence
    return Number.isSafeInteger(sequence) ? (sequence as number) : null
  } catch {
    // A hint that cannot be read is none.
    return null
  }
}

/**
 * The highest sequence that is published; null before the first. `known` is one that the caller has seen, or 0. Most
 * calls take two requests: the hint, and the sequence after it.
 */
export async function latestSequence(store: ObjectStore, known = 0, signal?: AbortSignal): Promise<number | null> {
  const hint = await readHint(store, signal)
  let last = Math.max(known, hint ?? 0)
  // Only a hint equal to the sequence that the caller knows is trusted without a look at its manifest.
  const isSure = hint !== null && hint === known
  if (!isSure && (hint === null || hint < known || (await store.head(manifestKey(last))) === null))
    last = (await listSequences(store)).at(-1) ?? 0
  while ((await store.head(manifestKey(last + 1))) !== null) last++
  return last === 0 ? null : last
}

/** The newest published version; null before the first. */
export async function readLatest(store: ObjectStore, known = 0, signal?: AbortSignal): Promise<VersionManifest | null> {
  // The newest may be removed while it is looked for, where many are published at once.
  for (let tries = 0; ; tries++) {
    const sequence = await latestSequence(store, known, signal)
    const manifest = sequence === null ? null : await readManifest(store, sequence, signal)
    if (sequence === null || manifest) return manifest
    if (tries === 3) throw new DamagedError(`${store.name}/${manifestKey(sequence)} is gone.`)
  }
}
