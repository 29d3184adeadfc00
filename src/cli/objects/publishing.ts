import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { catalogue } from '../../catalogue/index.ts'
import { ledgerPath } from '../../derive/ledgerFile.ts'
import { makeFolder, replaceFile, sealJson, unsealJson } from '../../disk.ts'
import { OperatorError } from '../../errors.ts'
import { gapsPath } from '../../ingest/gaps/gap.ts'
import { openEngine } from '../../lake/engine.ts'
import { readFooters } from '../../lake/iceberg/footers.ts'
import type { ReadFooters } from '../../lake/iceberg/icebergTables.ts'
import { writeAlone } from '../../lake/lock.ts'
import { openHashMemory } from '../../objects/hashes.ts'
import { readLatest } from '../../objects/manifest.ts'
import { type LocalFile, type PublishStep, publishVersion } from '../../objects/publish.ts'
import type { ObjectStore } from '../../objects/store.ts'
import { missingIn, type PageVersion } from '../../pages/list.ts'
import { currentPages } from '../../pages/publish.ts'
import type { Context } from '../command.ts'
import { bucketTables } from './bucketTables.ts'
import { withObjects } from './objectStore.ts'
import { placeTables } from './placedTables.ts'

/** The version that this home published last. */
type PublishedState = {
  readonly store: string
  readonly sequence: number
  readonly version: string
}

const rootOf = ({ config }: Context): string => join(config.FORMOSA_HOME, config.FORMOSA_ORIGIN)
const folderOf = (context: Context): string => join(rootOf(context), 'objects')
const statePath = (context: Context): string => join(folderOf(context), 'published.json')
/** A file that exists from the time pages are made until they are published; its content identifies the note. */
const notePath = (context: Context): string => join(folderOf(context), 'due')

const readState = (context: Context): PublishedState | null =>
  existsSync(statePath(context)) ? unsealJson<PublishedState>(readFileSync(statePath(context), 'utf8')) : null

const writeState = (context: Context, state: PublishedState): Promise<void> =>
  replaceFile(statePath(context), sealJson(state))

const storeName = ({ config }: Context): string => config.FORMOSA_OBJECTS!.replace(/\/$/, '')

/** The sequence of the version that this home published last to the store of the settings; 0 for none. */
export function publishedSequence(context: Context): number {
  const state = readState(context)
  return state?.store === storeName(context) ? state.sequence : 0
}

/** Whether the pages of this version are served, and not yet published to the store of the settings. */
export function isPublishingDue(context: Context, version: string): boolean {
  if (context.config.FORMOSA_OBJECTS === undefined) return false
  if (existsSync(notePath(context))) return true
  const state = readState(context)
  return state?.store !== storeName(context) || state.version !== version
}

/** Notes that the current version is to be published. */
async function noteDue(context: Context): Promise<string> {
  const note = randomUUID()
  makeFolder(folderOf(context))
  await writeFile(notePath(context), note)
  return note
}

const readNote = (context: Context): Promise<string | null> => readFile(notePath(context), 'utf8').catch(() => null)

const filesBelow = (root: string, folder: string, kind: LocalFile['kind']): LocalFile[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => ({ path: relative(root, join(entry.parentPath, entry.name)), kind }))

/** The files of the current version: rows, pages, ledger and gaps. */
export async function currentFiles(context: Context) {
  const version = await context.version()
  const pages: PageVersion | null = await currentPages(context.pages.root)
  const name = version.manifest.version
  if (pages?.list.manifest.version !== name || missingIn(pages).length > 0)
    throw new OperatorError(`Version ${name} has no pages yet: run "formosa rebuild", which publishes it too.`)
  const root = rootOf(context)
  const files: LocalFile[] = [
    // A version of an earlier release has Iceberg tables for this disk; the store has its own.
    ...filesBelow(root, version.folder, 'lake').filter(({ path }) => basename(dirname(path)) !== 'metadata'),
    ...filesBelow(root, pages.folder, 'pages'),
    { path: relative(root, ledgerPath(context.ledger.root, name)), kind: 'ledger' },
    { path: relative(root, gapsPath(context.gaps.root, name)), kind: 'gaps' },
  ]
  return { root, version, files }
}

const readFootersOf =
  ({ config, scratch }: Context): ReadFooters =>
  async (files) => {
    if (files.length === 0) return []
    const engine = await openEngine({ memory: config.FORMOSA_MEMORY, scratch })
    try {
      return await readFooters(engine.connection, files)
    } finally {
      engine.close()
    }
  }

export const openHashes = (context: Context) => openHashMemory(join(folderOf(context), 'hashes.json'))

/**
 * The sequence that the current version follows. Throws where the newest one in the store is neither of this home nor
 * known to it: publishing would silently replace the rows of another writer.
 */
async function sequenceBefore(context: Context, store: ObjectStore, isForced: boolean): Promise<number> {
  const state = readState(context)
  const mine = state?.store === storeName(context) ? state : null
  const latest = await readLatest(store, mine?.sequence)
  if (!latest) return 0
  const { sequence, version, origin, writer, publishedAt } = latest
  if (origin !== context.config.FORMOSA_ORIGIN)
    throw new OperatorError(
      `${store.name} holds ${origin} data, and this home ${context.config.FORMOSA_ORIGIN} data: use another prefix.`,
    )
  const isKnown = mine?.sequence === sequence || (await context.lake.version(version)) !== null
  if (!isKnown && !isForced)
    throw new OperatorError(
      `${store.name} holds version ${version} (sequence ${sequence}, by ${writer} at ${publishedAt}), which this home does not have. Nothing was published: "formosa objects publish --replace" puts the version of this home in its place.`,
    )
  return sequence
}

type PublishOptions = { readonly isForced?: boolean; readonly onStep?: (step: PublishStep) => void }

/** Publishes the current version of this home to the store of the settings. */
export async function publishCurrent(context: Context, { isForced = false, onStep = () => {} }: PublishOptions = {}) {
  const began = performance.now()
  const { log, config } = context
  return writeAlone(folderOf(context), 'publish the version', {}, () =>
    withObjects(context, { isWriter: true }, async (store) => {
      const note = (await readNote(context)) || (await noteDue(context))
      const { root, version: placed, files } = await currentFiles(context)
      const { version } = placed.manifest
      const after = await sequenceBefore(context, store, isForced)
      const published = await publishVersion({
        ...{ store, root, version, files, after, onStep },
        tables: bucketTables({
          store,
          root,
          version: placed,
          datasets: catalogue,
          readFooters: readFootersOf(context),
        }),
        origin: config.FORMOSA_ORIGIN,
        hashes: await openHashes(context),
        writer: `${hostname()}-${process.pid}-${randomUUID().slice(0, 8)}`,
      })
      const { manifest, isNew, sentFiles, sentBytes } = published
      const { sequence } = manifest
      await placeTables(store, manifest)
      await writeState(context, { store: storeName(context), sequence, version })
      // Pages that were made meanwhile are published next.
      if ((await readNote(context)) === note) await rm(notePath(context))
      const ms = Math.round(performance.now() - began)
      log.info(
        { sequence, version, files: manifest.files.length, sentFiles, sentBytes, ms },
        isNew ? 'version published' : 'version was published already',
      )
      return published
    }),
  )
}

/**
 * Publishes the current version after its pages were made. The child process of a service only notes that it is due: the
 * service publishes beside its other work, so that a store that is gone delays no version.
 */
export async function publishMade(context: Context, options: PublishOptions = {}): Promise<void> {
  if (context.config.FORMOSA_OBJECTS === undefined) return
  await (process.send ? noteDue(context) : publishCurrent(context, options))
}
