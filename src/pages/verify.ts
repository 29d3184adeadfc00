import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Dataset } from '../catalogue/dataset.ts'
import { DamagedFile, makeFolder } from '../disk.ts'
import type { Engine } from '../lake/engine.ts'
import type { Version } from '../lake/lake.ts'
import { boundsOf } from './bounds.ts'
import { damageOf } from './damage.ts'
import { FileReader } from './file.ts'
import { type Variant, variantsOf } from './format.ts'
import { inactiveIds } from './hidden.ts'
import { addHidden } from './hiddenFile.ts'
import type { PageVersion } from './list.ts'
import { type OpenPart, openPart } from './open.ts'
import { idStream, idsIn, type Stream, wholeStream } from './stream.ts'
import { writePart } from './write.ts'

/** Other bounds than at publication, so that the split into chunks is verified too. */
const bounds = boundsOf('64MB')
const everyDay = { from: null, to: null }
/** Bytes of rows that are compared at once. */
const rowsAtOnce = 1_024

/** The plain bytes of a stream, some rows at a time. */
function* bytesOf(reader: FileReader, stream: Stream): Generator<Buffer> {
  for (const { file, from, to } of stream.rows(reader, everyDay))
    for (let row = from; row < to; row += rowsAtOnce) {
      const end = Math.min(to, row + rowsAtOnce)
      const bytes = Buffer.allocUnsafe(reader.offsetOf(file, end) - reader.offsetOf(file, row))
      reader.copy(file, row, end, bytes, 0)
      yield bytes
    }
}

/** Whether two streams have the same bytes, however they are divided. */
function areSame(reader: FileReader, a: Stream, b: Stream): boolean {
  const sides = [bytesOf(reader, a), bytesOf(reader, b)] as const
  const held: [Buffer, Buffer] = [Buffer.alloc(0), Buffer.alloc(0)]
  for (;;) {
    for (const i of [0, 1] as const)
      while (held[i].length === 0) {
        const next = sides[i].next()
        if (next.done) return held[1 - i]!.length === 0 && sides[1 - i]!.next().done === true
        held[i] = next.value
      }
    const length = Math.min(held[0].length, held[1].length)
    if (!held[0].subarray(0, length).equals(held[1].subarray(0, length))) return false
    held[0] = held[0].subarray(length)
    held[1] = held[1].subarray(length)
  }
}

/** The number of hidden rows by day. */
const hiddenOf = (reader: FileReader, parts: readonly OpenPart[]): string => {
  const counts = new Map<number, number>()
  for (const { byDate } of parts)
    for (const [date, rows] of reader.hiddenDays(byDate)?.days ?? []) counts.set(date, (counts.get(date) ?? 0) + rows)
  return JSON.stringify([...counts].sort(([a], [b]) => a - b))
}

/** The faults of some pages of a part, compared with the same rows encoded again. */
function faultsOf(reader: FileReader, dataset: Dataset, made: readonly OpenPart[], again: OpenPart): string[] {
  const faults: string[] = []
  if (!areSame(reader, wholeStream(reader, made), wholeStream(reader, [again]))) faults.push('its rows by date')
  const ids = again.byId ? idsIn(reader, again) : []
  const others = new Set(made.flatMap((part) => (part.byId ? idsIn(reader, part) : [])))
  const isWrong = (id: string): boolean => {
    const own = idStream(reader, made, id)
    return own === null || !areSame(reader, own, idStream(reader, [again], id)!)
  }
  if (dataset.id !== null && (others.size !== ids.length || ids.some(isWrong))) faults.push('its rows by id')
  if (hiddenOf(reader, made) !== hiddenOf(reader, [again])) faults.push('its hidden rows')
  return faults.map((what) => `${what} are not what the lake encodes to`)
}

/** Encodes every part of the lake again and compares the rows; one sentence per part that differs. */
export async function verifyPages(
  pages: PageVersion,
  version: Version,
  datasets: readonly Dataset[],
  engine: Engine,
  scratch: string,
  onDataset: (name: string) => void = () => {},
): Promise<string[]> {
  const faults: string[] = []
  const inactive = new Set(await inactiveIds(engine.connection, version))
  const reader = new FileReader()

  async function faultsIn(
    dataset: Dataset,
    part: { name: string; file: string; sha256: string; rows: number },
    variant: Variant,
  ) {
    const listed = (pages.list.datasets[dataset.name] ?? []).filter(
      (one) => one.variant === variant && one.source === part.sha256,
    )
    if (listed.length === 0) return [`the pages of ${part.name} (${variant}) are missing`]
    for (const file of listed.flatMap(({ files }) => files)) {
      const damage = await damageOf(pages.folder, file)
      if (damage) return [`pages/${file.name}: ${damage.message}`]
    }
    const source = {
      file: join(version.folder, part.file),
      where: 'true',
      part: 'again',
      key: '',
      isClosed: false,
      rows: part.rows,
      variant,
    }
    makeFolder(join(scratch, dataset.name))
    const encoded = await writePart(engine.connection, dataset, source, scratch, bounds)
    const again = await addHidden(reader, dataset, encoded, scratch, inactive, null)
    try {
      const served = new Set(pages.list.inactive)
      const made = listed
        .filter(({ count }) => count > 0)
        .map((one) => openPart(dataset, one, served, (name) => join(pages.folder, name)))
        .sort((a, b) => b.newest - a.newest)
      const rows = made.reduce((sum, { count }) => sum + count, 0)
      if (rows !== again.count) return [`${part.name} (${variant}) has ${rows} rows instead of ${again.count}`]
      if (rows === 0) return []
      const compared = openPart(dataset, again, inactive, (name) => join(scratch, name))
      return faultsOf(reader, dataset, made, compared).map((fault) => `${part.name} (${variant}): ${fault}`)
    } catch (error) {
      if (!(error instanceof DamagedFile)) throw error
      return [error.message]
    } finally {
      reader.close(scratch)
      await rm(join(scratch, dataset.name), { recursive: true })
    }
  }

  for (const dataset of datasets) {
    onDataset(dataset.name)
    for (const part of version.manifest.datasets[dataset.name]?.parts ?? [])
      for (const variant of variantsOf(dataset))
        faults.push(...(await faultsIn(dataset, part, variant)).map((fault) => `${dataset.name}: ${fault}`))
  }
  reader.close(pages.folder)
  return faults
}
