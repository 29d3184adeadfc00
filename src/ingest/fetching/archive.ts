import { hash, randomUUID } from 'node:crypto'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'
import { ifMissing, makeFolder } from '../../disk.ts'
import { DamagedError, explain } from '../../errors.ts'
import { sync } from '../../lake/files.ts'
import { once } from '../../once.ts'

/** A response body in the archive: `raw/<publisher>/<yyyy-mm>/<sha256>.zst` below the folder. */
export type ArchivedBytes = {
  readonly file: string
  readonly sha256: string
  readonly bytes: number
  /** The size of a file that was written; 0 if there was one with these bytes. */
  readonly stored: number
}

export type ArchiveSize = { readonly files: number; readonly bytes: number }

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)

const isThere = (path: string): Promise<boolean> => stat(path).then(() => true, ifMissing(false))

export function openArchive(folder: string) {
  /** Files are written here under temporary names, so a killed process leaves no partial response behind. */
  const scratch = join(folder, 'tmp')
  const sweep = once(async () => {
    await rm(scratch, { recursive: true, force: true })
    makeFolder(scratch)
  })

  /** Finds a file with the same bytes: a response that does not change is stored once, whatever month it came in. */
  async function known(publisher: string, name: string): Promise<string | null> {
    const months = await readdir(join(folder, 'raw', publisher)).catch(ifMissing([]))
    for (const month of months.sort().reverse()) {
      const file = join('raw', publisher, month, name)
      if (await isThere(join(folder, file))) return file
    }
    return null
  }

  const isWhole = (file: string, sha256: string): Promise<boolean> =>
    readFile(join(folder, file))
      .then((stored) => decompress(stored))
      .then(
        (bytes) => hash('sha256', bytes) === sha256,
        () => false,
      )

  async function write(file: string, bytes: Uint8Array): Promise<number> {
    const path = join(folder, file)
    const month = dirname(path)
    if (!(await isThere(month))) {
      makeFolder(month)
      for (const made of [dirname(month), dirname(dirname(month)), folder]) await sync(made)
    }
    const temporary = join(scratch, randomUUID())
    const compressed = await compress(bytes)
    await writeFile(temporary, compressed, { flush: true })
    await rename(temporary, path)
    await sync(month)
    return compressed.length
  }

  return {
    /** Writes the bytes durably before it returns; a publisher's identical bytes are stored once. */
    async keep(publisher: string, bytes: Uint8Array, at: Date): Promise<ArchivedBytes> {
      const sha256 = hash('sha256', bytes)
      const name = `${sha256}.zst`
      try {
        await sweep()
        const before = await known(publisher, name)
        const file = before ?? join('raw', publisher, at.toISOString().slice(0, 7), name)
        // A damaged file is replaced by the same bytes.
        const stored = before === null || !(await isWhole(file, sha256)) ? await write(file, bytes) : 0
        return { file, sha256, bytes: bytes.length, stored }
      } catch (error) {
        throw explain(error, `keep an answer in ${folder}`)
      }
    },
    /** Reads the bytes and checks them against their hash. */
    async read({ file, sha256 }: Pick<ArchivedBytes, 'file' | 'sha256'>): Promise<Uint8Array> {
      const path = join(folder, file)
      const bytes = await readFile(path)
        .then((stored) => decompress(stored))
        .catch((error: NodeJS.ErrnoException) => {
          const known = explain(error, `read ${path}`)
          if (known !== error) throw known
          const state = error.code === 'ENOENT' ? 'missing' : 'damaged'
          throw new DamagedError(`${path} is ${state}: restore it from a backup, or ask again.`, { cause: error })
        })
      if (hash('sha256', bytes) !== sha256)
        throw new DamagedError(`${path} is damaged: its bytes are not those that came. Restore it or ask again.`)
      return bytes
    },
    /** Removes a file, and the folder of its month once that is empty; false if the file was already gone. */
    async remove(file: string) {
      const path = join(folder, file)
      if (!(await isThere(path))) return false
      await rm(path)
      const month = dirname(path)
      if ((await readdir(month)).length === 0) await rm(month, { recursive: true })
      await sync(dirname(month))
      return true
    },
    /** Looks at every file; the journal knows the size without. */
    size(): ArchiveSize {
      let [files, bytes] = [0, 0]
      const raw = join(folder, 'raw')
      if (!existsSync(raw)) return { files, bytes }
      for (const name of readdirSync(raw, { recursive: true }) as string[])
        if (name.endsWith('.zst')) {
          files++
          bytes += statSync(join(raw, name)).size
        }
      return { files, bytes }
    },
  }
}

export type Archive = ReturnType<typeof openArchive>
