import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { type FileHandle, open, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { BulkDataset, BulkFile, BulkList, Client } from '../../../sdk/index.ts'
import { datasetHint } from '../../catalogue/elsewhere.ts'
import { isWhole, makeFolder } from '../../disk.ts'
import { BusyError, DamagedError, explain, UsageError } from '../../errors.ts'
import { holdLock } from '../../lake/lock.ts'
import { namePattern } from '../../lake/periods.ts'
import type { Run } from '../command.ts'
import { counted, notice } from '../output.ts'
import { createProgress } from '../progress.ts'
import { openRemote, remoteError, suggestDataset } from '../remote.ts'
import { readJson } from './partialFile.ts'
import { createMaker } from './syncChanges.ts'

/** A file of the mirror: the hash that its bytes had at this size and time. */
type KnownFile = { readonly sha256: string; readonly bytes: number; readonly mtimeMs: number }

/** `mirror.json`: written whenever a file was replaced. */
type Mirror = {
  readonly url: string
  /** The version that all files are of; null where they are of several, as while an update is under way. */
  readonly version: string | null
  /** The version of each dataset whose files are of one. */
  readonly versions?: Readonly<Record<string, string>>
  readonly origin: string
  readonly files: Readonly<Record<string, KnownFile>>
}

const isPart = new RegExp(`^(${namePattern}|current)\\.parquet$`)
const nameOf = (dataset: string, { part }: BulkFile): string => `${dataset}/${part}.parquet`

/** Writes a file whole or not at all. */
async function replace(path: string, text: string): Promise<void> {
  await writeFile(`${path}.new`, text, { flush: true })
  renameSync(`${path}.new`, path)
}

/** Whether a file of the mirror has these bytes; it is read where its size or time is not the known one. */
async function isCurrent(
  path: string,
  file: BulkFile,
  known: KnownFile | undefined,
  mustRead: boolean,
): Promise<boolean> {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!mustRead && found && known?.bytes === found.size && known.mtimeMs === found.mtimeMs)
    return known.sha256 === file.sha256
  return isWhole(path, file)
}

async function append(handle: FileHandle, chunks: AsyncIterable<Uint8Array>, onBytes: (bytes: number) => void) {
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length; ) at += (await handle.write(chunk, at)).bytesWritten
    onBytes(chunk.length)
  }
  await handle.sync()
}

/** Downloads a file, on from where an earlier run was stopped, and checks it. */
async function download(
  client: Client,
  file: BulkFile,
  partial: string,
  onBytes: (bytes: number) => void,
): Promise<void> {
  for (const isLast of [false, true]) {
    const from = existsSync(partial) ? statSync(partial).size : 0
    if (from > file.bytes) rmSync(partial)
    const handle = await open(partial, 'a')
    try {
      const start = from > file.bytes ? 0 : from
      onBytes(start)
      await append(handle, client.bulkFile(file, { from: start }), onBytes)
    } finally {
      await handle.close()
    }
    if (await isWhole(partial, file)) return
    rmSync(partial)
    onBytes(-file.bytes)
    if (isLast)
      throw new DamagedError(`${file.url} does not have the SHA-256 that the list says, twice: nothing was replaced.`)
  }
}

export const sync: Run = async ({ config }, flags, [given]) => {
  const folder = resolve(given!)
  const only = flags.only?.split(',')
  const client = openRemote(config)
  let release: (() => void) | null = null
  try {
    makeFolder(join(folder, '.partial'))
    release = holdLock(join(folder, '.lock'))
    if (!release) throw new BusyError(`Another "formosa sync" works on ${folder}: wait until it is done.`)
    return await update(client, folder, only, flags.verify !== undefined)
  } catch (error) {
    throw explain(remoteError(error), `keep a mirror in ${folder}`)
  } finally {
    release?.()
  }
}

/** Why a name of `--only` cannot be mirrored, with the names that may be meant. */
function refusalOf(name: string, known: readonly string[], notCovered: readonly string[]): string {
  if (notCovered.includes(name)) return `${name} needs a higher tier than that of this key.`
  if (name === '') return '--only has an empty name: separate names by one comma, without blanks.'
  const hint = datasetHint(name)
  if (hint) return `The service has no dataset named ${name}: ${hint.sentence.en}.`
  return `The service has no dataset named ${name}; ${suggestDataset(name, known)}`
}

/** The datasets to mirror; names that the list does not have are refused. */
function chosen({ datasets, not_covered }: BulkList, only: readonly string[] | undefined): readonly BulkDataset[] {
  if (only === undefined) {
    if (not_covered.length > 0) notice(`${not_covered.length} datasets need a higher tier: ${not_covered.join(', ')}.`)
    return datasets
  }
  const names = datasets.map(({ dataset }) => dataset)
  const wrong = only.filter((name) => !names.includes(name))
  if (wrong.length > 0)
    throw new UsageError(wrong.map((name) => refusalOf(name, [...names, ...not_covered], not_covered)).join(' '))
  return datasets.filter(({ dataset }) => only.includes(dataset))
}

/** What the next run is told; the file is replaced with each step. */
function openState(folder: string, url: string) {
  const path = join(folder, 'mirror.json')
  // Without it the files are hashed anew.
  const before = readJson<Mirror>(path)
  if (before && (before.url !== url || 'format' in before))
    throw new UsageError(
      `${folder} is ${'format' in before ? 'another kind of' : 'a'} mirror of ${before.url}: use another folder for ${url}.`,
    )
  const files: Record<string, KnownFile> = { ...before?.files }
  const versions: Record<string, string> = { ...before?.versions }
  const write = ({ origin }: BulkList, version: string | null) =>
    replace(path, `${JSON.stringify({ url, version, versions, origin, files } satisfies Mirror, null, 1)}\n`)
  return { files, versions, write }
}

/** The files of the mirror that are of a dataset and whole, as far as size and time tell. */
const heldFiles = (folder: string, dataset: string, files: Readonly<Record<string, KnownFile>>): string[] =>
  Object.entries(files).flatMap(([name, { bytes, mtimeMs }]) => {
    if (!name.startsWith(`${dataset}/`)) return []
    const found = statSync(join(folder, name), { throwIfNoEntry: false })
    return found?.size === bytes && found.mtimeMs === mtimeMs ? [join(folder, name)] : []
  })

type Due = { readonly file: BulkFile; readonly name: string; readonly partial: string }

/** The files of each dataset that the mirror does not have yet. */
async function dueFiles(
  folder: string,
  datasets: readonly BulkDataset[],
  files: Record<string, KnownFile>,
  mustRead: boolean,
): Promise<Map<BulkDataset, Due[]>> {
  const due = new Map<BulkDataset, Due[]>()
  for (const one of datasets) {
    const own: Due[] = []
    for (const file of one.files) {
      const name = nameOf(one.dataset, file)
      const partial = join(folder, '.partial', `${one.dataset}-${file.sha256}.parquet`)
      if (!(await isCurrent(join(folder, name), file, files[name], mustRead))) own.push({ file, name, partial })
      else files[name] = known(join(folder, name), file.sha256)
    }
    due.set(one, own)
  }
  return due
}

/** Tells how much of the files is there. */
function createMeter(of: number): (bytes: number) => void {
  const progress = process.stderr.isTTY ? createProgress('Fetching') : null
  let done = 0
  return (bytes) => {
    done += bytes
    progress?.({ done: done >> 20, of: of >> 20, what: 'MB' })
  }
}

async function update(
  client: Client,
  folder: string,
  only: readonly string[] | undefined,
  mustRead: boolean,
): Promise<void> {
  const { files, versions, write } = openState(folder, client.url)
  const list = await client.bulk()
  const datasets = chosen(list, only)
  const due = await dueFiles(folder, datasets, files, mustRead)
  const all = [...due.values()].flat()
  const onBytes = createMeter(all.reduce((sum, { file }) => sum + file.bytes, 0))
  if (all.length > 0) await write(list, null)
  const maker = createMaker(client, list.version, join(folder, '.partial'))
  let [removed, made] = [0, 0]
  try {
    for (const [one, own] of due) {
      const { dataset } = one
      const since = versions[dataset]
      if (own.length > 0 && since !== undefined)
        made += await maker.make(one, { since, old: heldFiles(folder, dataset, files), targets: own })
      for (const { file, partial } of own) await download(client, file, partial, onBytes)
      // All files of a dataset are there before the first is replaced: they belong together.
      if (own.length > 0) {
        makeFolder(join(folder, dataset))
        delete versions[dataset]
        await write(list, null)
      }
      for (const { name, partial, file } of own) {
        renameSync(partial, join(folder, name))
        files[name] = known(join(folder, name), file.sha256)
      }
      removed += removeOthers(folder, one, files)
      versions[dataset] = list.version
      if (own.length > 0) await write(list, null)
    }
  } finally {
    await maker.close()
  }
  for (const name of readdirSync(join(folder, '.partial'))) rmSync(join(folder, '.partial', name), { recursive: true })
  // Files of datasets that --only left out may be older.
  const older = olderFiles(list, files)
  await write(list, older.length === 0 ? list.version : null)
  if (older.length > 0)
    notice(`Of an older version: ${counted(older.length, 'file')} of other datasets; run it without --only.`)
  notice(
    `Version ${list.version} (${list.origin}): ${counted(made, 'file')} by changes, ${all.length - made} fetched, ${removed} removed, ${Object.keys(files).length} in all.`,
  )
}

const known = (path: string, sha256: string): KnownFile => {
  const { size, mtimeMs } = statSync(path)
  return { sha256, bytes: size, mtimeMs }
}

/** Files of the mirror that the list has with other bytes, or no longer. */
function olderFiles({ datasets }: BulkList, files: Readonly<Record<string, KnownFile>>): string[] {
  const listed = new Map(
    datasets.flatMap(({ dataset, files }) => files.map((file) => [nameOf(dataset, file), file.sha256])),
  )
  return Object.keys(files).filter((name) => listed.get(name) !== files[name]!.sha256)
}

/** Removes files of a mirrored dataset that the list no longer has: the rows of closed periods lie in other files. */
function removeOthers(
  folder: string,
  { dataset, files: listed }: BulkDataset,
  files: Record<string, KnownFile>,
): number {
  const stays = new Set(listed.map((file) => nameOf(dataset, file)))
  const held = existsSync(join(folder, dataset)) ? readdirSync(join(folder, dataset)) : []
  const gone = held.filter((name) => isPart.test(name) && !stays.has(`${dataset}/${name}`))
  for (const name of gone) rmSync(join(folder, dataset, name))
  for (const name of Object.keys(files)) if (name.startsWith(`${dataset}/`) && !stays.has(name)) delete files[name]
  return gone.length
}
