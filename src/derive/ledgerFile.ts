import { hash } from 'node:crypto'
import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { TaiwanStockPrice } from '../catalogue/technical/TaiwanStockPrice.ts'
import { TaiwanStockPriceAdj } from '../catalogue/technical/TaiwanStockPriceAdj.ts'
import { DamagedFile } from '../disk.ts'
import { publishBeside } from '../lake/besideVersion.ts'
import { readColumns } from '../lake/duck.ts'
import { type Engine, showFiles } from '../lake/engine.ts'
import { linkOrCopy } from '../lake/files.ts'
import type { Version } from '../lake/lake.ts'
import { type ExplainedAction, readExplained } from './explained.ts'
import { actionDatasets } from './ledger.ts'
import { readRows } from './rows.ts'

/** Offset, length and checksum of each stock's entries, counted from the end of the index. */
type LedgerIndex = {
  readonly format: 2
  /** A hash of the parts from which it was computed; versions with the same parts share a file. */
  readonly inputs: string
  readonly stocks: Readonly<Record<string, EntryPlace>>
  /** The day before which the adjusted prices of a stock are unknown, because an event on it is missing. */
  readonly unknown?: Readonly<Record<string, string>>
}

type EntryPlace = readonly [at: number, bytes: number, checksum: number]

export type LedgerOptions = {
  /** `<home>/<origin>/ledger`, one file per version. */
  readonly root: string
  readonly memory: string
}

export const ledgerPath = (root: string, version: string): string => join(root, `${version}.v2.ledger`)

export const hasLedger = (root: string, version: string): boolean => existsSync(ledgerPath(root, version))

type Ledger = Pick<LedgerIndex, 'inputs' | 'unknown'> & {
  readonly stocks: ReadonlyMap<string, readonly ExplainedAction[]>
}

/** The file: a line with the index's length and checksum, the index, then each stock's entries as one line of JSON. */
function encode({ inputs, stocks, unknown = {} }: Ledger): string {
  const places: Record<string, EntryPlace> = {}
  const lines: string[] = []
  let at = 0
  for (const [id, entries] of [...stocks].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const line = JSON.stringify(entries)
    const bytes = Buffer.byteLength(line)
    places[id] = [at, bytes, crc32(line)]
    at += bytes + 1
    lines.push(line)
  }
  const index = `${JSON.stringify({ format: 2, inputs, stocks: places, unknown } satisfies LedgerIndex)}\n`
  return `${Buffer.byteLength(index)} ${crc32(index)}\n${index}${lines.join('\n')}\n`
}

const sources = [TaiwanStockPrice, TaiwanStockPriceAdj, ...actionDatasets]

const inputsOf = ({ manifest: { datasets } }: Version): string =>
  hash('sha256', JSON.stringify(sources.map(({ name }) => datasets[name]?.parts.map(({ sha256 }) => sha256) ?? [])))

/** The first day with a factor after the last one without. */
const unknownSql = `
  SELECT stock_id, CAST(min(trade_date) AS VARCHAR) AS before FROM ${TaiwanStockPriceAdj.name} JOIN (
    SELECT stock_id, max(trade_date) AS last FROM ${TaiwanStockPriceAdj.name} WHERE adjustment_factor IS NULL GROUP BY ALL
  ) USING (stock_id) WHERE trade_date > last GROUP BY ALL ORDER BY ALL`

async function readLedger({ connection }: Engine, version: Version): Promise<Ledger> {
  const { manifest, folder } = version
  for (const dataset of sources) {
    const files = (manifest.datasets[dataset.name]?.parts ?? []).map(({ file }) => join(folder, file))
    await showFiles(connection, dataset, dataset.name, files)
  }
  const tables = { columns: (sql: string) => readColumns(connection, sql) }
  const unknown = await readRows<{ stock_id: string; before: string }>(tables, unknownSql)
  return {
    inputs: inputsOf(version),
    stocks: await readExplained(tables),
    unknown: Object.fromEntries(unknown.map(({ stock_id, before }) => [stock_id, before])),
  }
}

/** True if all checksums are right; with `inputs`, and the ledger was computed from these. */
function isWhole(path: string, inputs?: string): boolean {
  const file = openSync(path, 'r')
  try {
    const { index, start } = readIndex(file, path)
    if (inputs !== undefined && index.inputs !== inputs) return false
    for (const place of Object.values(index.stocks)) readEntries(file, start, place, path)
    return true
  } catch (error) {
    if (error instanceof DamagedFile) return false
    throw error
  } finally {
    closeSync(file)
  }
}

/** Writes the ledger of a version, and removes those of versions that the lake no longer keeps. */
export function publishLedger(
  { root, memory }: LedgerOptions,
  version: Version,
  { anew = false, mend = false } = {},
): Promise<void> {
  const { version: name } = version.manifest
  return publishBeside({ root, memory, what: `write the ledger in ${root}` }, version, async (replace) => {
    const path = ledgerPath(root, name)
    if (!anew && !existsSync(path)) {
      const inputs = inputsOf(version)
      const files = (await readdir(root)).filter((file) => file.endsWith('.ledger')).map((file) => join(root, file))
      const same = files.find((file) => isWhole(file, inputs))
      if (same !== undefined) await linkOrCopy(same, path)
    }
    if (anew || !existsSync(path) || (mend && !isWhole(path)))
      await replace(path, (engine) => readLedger(engine, version), encode)
  })
}

/** Reads the JSON entries of one stock; null if the version has no such stock. */
export type LedgerReader = (
  version: string,
  stock: string,
) => { readonly entries: string; readonly unknownBefore: string | null } | null

/** Opens the ledgers and keeps the last used index; throws if a version has no file or a damaged one. */
export function openLedgers(root: string): LedgerReader {
  let known: { readonly of: string; readonly index: LedgerIndex; readonly start: number } | null = null

  return (version, stock) => {
    const path = ledgerPath(root, version)
    const file = openSync(path, 'r')
    try {
      if (known?.of !== version) known = { of: version, ...readIndex(file, path) }
      const { index, start } = known
      const place = Object.hasOwn(index.stocks, stock) ? index.stocks[stock] : undefined
      return place
        ? { entries: readEntries(file, start, place, path), unknownBefore: index.unknown?.[stock] ?? null }
        : null
    } finally {
      closeSync(file)
    }
  }
}

function readText(file: number, at: number, length: number): string {
  const bytes = Buffer.alloc(length)
  return bytes.toString('utf8', 0, readSync(file, bytes, 0, length, at))
}

const longestHead = 40

function readIndex(file: number, path: string): { index: LedgerIndex; start: number } {
  const [head = ''] = readText(file, 0, longestHead).split('\n')
  const [, length = '', sum = ''] = /^(\d{1,10}) (\d{1,10})$/.exec(head) ?? []
  // A corrupted length must not cause a huge read.
  if (length === '' || Number(length) > fstatSync(file).size) throw new DamagedFile(path, 'its first line is wrong')
  const text = readText(file, head.length + 1, Number(length))
  if (crc32(text) !== Number(sum)) throw new DamagedFile(path, 'the checksum of its index is wrong')
  return { index: JSON.parse(text) as LedgerIndex, start: head.length + 1 + Number(length) }
}

function readEntries(file: number, start: number, [at, bytes, checksum]: EntryPlace, path: string): string {
  const text = readText(file, start + at, bytes)
  if (crc32(text) !== checksum) throw new DamagedFile(path, 'a checksum of its entries is wrong')
  return text
}
