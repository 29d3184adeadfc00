import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream, existsSync, linkSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { explainWrite, syncFolder } from '../../disk.ts'
import { OperatorError } from '../../errors.ts'
import { encrypt } from './cipher.ts'
import { type Closing, type Counts, encodeCell, formatVersion, type Header } from './format.ts'
import type { Snapshot } from './snapshot.ts'

export type Facts = Pick<Header, 'release' | 'created_at' | 'secret'>

/**
 * Writes a snapshot as lines of JSON, compressed: a header, each table and its rows, and a line that closes it all. With
 * a passphrase all of it is encrypted.
 */
export async function writeBackup(
  snapshot: Snapshot,
  facts: Facts,
  sink: Writable,
  passphrase: string | null = null,
): Promise<Counts> {
  const counts: Record<string, number> = {}
  const hash = createHash('sha256')
  const line = (value: unknown): string => `${JSON.stringify(value)}\n`

  async function* lines(): AsyncGenerator<string> {
    const { schema, engine } = snapshot
    const header: Header = { kind: 'formosa backup', format: formatVersion, schema, engine, ...facts }
    yield line(header)
    let table = ''
    for await (const item of snapshot.items)
      if (item.kind === 'table') {
        table = item.name
        counts[table] = 0
        yield line(item)
      } else {
        counts[table]! += item.rows.length
        yield item.rows.map((row) => line(row.map(encodeCell))).join('')
      }
  }

  async function* closed(): AsyncGenerator<string> {
    for await (const text of lines()) {
      hash.update(text)
      yield text
    }
    yield line({ kind: 'end', rows: counts, sha256: hash.digest('hex') } satisfies Closing)
  }

  const packed = createGzip()
  const lineStream = Readable.from(closed())
  if (passphrase === null) await pipeline(lineStream, packed, sink)
  else await pipeline(lineStream, packed, (source) => encrypt(source, passphrase), sink)
  return counts
}

/** The file gets its name when it is complete and on the disk; only its owner may read it. */
export async function writeBackupFile(
  snapshot: Snapshot,
  facts: Facts,
  path: string,
  { replaces, passphrase = null }: { readonly replaces: boolean; readonly passphrase?: string | null },
): Promise<Counts> {
  const scratch = `${path}.${randomUUID().slice(0, 8)}.part`
  try {
    if (!replaces && existsSync(path)) throw taken(path)
    const counts = await writeBackup(
      snapshot,
      facts,
      createWriteStream(scratch, { flags: 'wx', mode: 0o600, flush: true }),
      passphrase,
    )
    if (replaces) renameSync(scratch, path)
    else nameOnce(scratch, path)
    syncFolder(dirname(path))
    return counts
  } catch (error) {
    throw explainWrite(error, path)
  } finally {
    rmSync(scratch, { force: true })
  }
}

const taken = (path: string): OperatorError =>
  new OperatorError(`There is already a file ${path}: give another name, or --force to replace it.`)

/** A link never replaces a file of another process, as a rename would. */
function nameOnce(scratch: string, path: string): void {
  try {
    linkSync(scratch, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw taken(path)
    // A file system without links.
    renameSync(scratch, path)
  }
}
