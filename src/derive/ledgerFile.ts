import { closeSync, existsSync, openSync, readSync } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { TaiwanStockPrice } from '../catalogue/technical/TaiwanStockPrice.ts'
import { readColumns } from '../lake/duck.ts'
import { openEngine, showFiles } from '../lake/engine.ts'
import { sync, writeDurably } from '../lake/files.ts'
import type { Version } from '../lake/lake.ts'
import { withLock } from '../lake/lock.ts'
import { type Explained, readExplained } from './explained.ts'
import { actionDatasets } from './ledger.ts'

/** Where the entries of each stock stand, in bytes from the end of the index. */
type Index = {
  readonly format: 1
  readonly version: string
  readonly stocks: Readonly<Record<string, [number, number]>>
}

export type LedgerOptions = {
  /** `<home>/<origin>/ledger`: one file a version. */
  readonly root: string
  readonly memory: string
}

const pathOf = (root: string, version: string): string => join(root, `${version}.ledger`)

export const hasLedger = (root: string, version: string): boolean => existsSync(pathOf(root, version))

/** A line with the index's length, the index, then the entries of each stock as JSON: a reader needs only its own. */
function encode(version: string, stocks: ReadonlyMap<string, readonly Explained[]>): string {
  const places: Record<string, [number, number]> = {}
  const lines: string[] = []
  let at = 0
  for (const [id, entries] of [...stocks].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const line = JSON.stringify(entries)
    const bytes = Buffer.byteLength(line)
    places[id] = [at, bytes]
    at += bytes + 1
    lines.push(line)
  }
  const index = `${JSON.stringify({ format: 1, version, stocks: places } satisfies Index)}\n`
  return `${Buffer.byteLength(index)}\n${index}${lines.join('\n')}\n`
}

/** Computes the entries of a version and puts their file in place. */
async function write({ root, memory }: LedgerOptions, { manifest, folder }: Version): Promise<void> {
  const engine = await openEngine({ memory, scratch: join(root, 'spill') })
  try {
    for (const dataset of [TaiwanStockPrice, ...actionDatasets]) {
      const files = (manifest.datasets[dataset.name]?.parts ?? []).map(({ file }) => join(folder, file))
      await showFiles(engine.connection, dataset, dataset.name, files)
    }
    const stocks = await readExplained({ columns: (sql) => readColumns(engine.connection, sql) })
    const scratch = join(root, 'next')
    await writeDurably(scratch, encode(manifest.version, stocks))
    await rename(scratch, pathOf(root, manifest.version))
    await sync(root)
  } finally {
    engine.close()
  }
}

/** Writes the ledger of a version, and removes those of versions that the lake no longer keeps. */
export async function publishLedger(options: LedgerOptions, version: Version, { anew = false } = {}): Promise<void> {
  const { root } = options
  await mkdir(root, { recursive: true })
  await withLock(join(root, 'lock.sqlite'), { patienceMs: 600_000 }, async () => {
    if (anew || !hasLedger(root, version.manifest.version)) await write(options, version)
    const kept = (await readdir(dirname(version.folder))).map((name) =>
      basename(pathOf(root, name.replace(/^\d+-/, ''))),
    )
    for (const name of await readdir(root))
      if (!kept.includes(name) && !name.startsWith('lock.'))
        await rm(join(root, name), { recursive: true, force: true })
  })
}

/** Reads the entries of one stock as they are sent; null where the version has no such stock. */
export type LedgerReader = (version: string, stock: string) => string | null

/** Remembers the index of the version that was asked for last; throws where a version has no file. */
export function openLedgers(root: string): LedgerReader {
  let known: { readonly index: Index; readonly start: number } | null = null

  return (version, stock) => {
    const file = openSync(pathOf(root, version), 'r')
    try {
      if (known?.index.version !== version) known = readIndex(file)
      const { index, start } = known
      const place = Object.hasOwn(index.stocks, stock) ? index.stocks[stock] : undefined
      return place ? readText(file, start + place[0], place[1]) : null
    } finally {
      closeSync(file)
    }
  }
}

function readText(file: number, at: number, length: number): string {
  const bytes = Buffer.alloc(length)
  return bytes.toString('utf8', 0, readSync(file, bytes, 0, length, at))
}

function readIndex(file: number): { index: Index; start: number } {
  const [length = ''] = readText(file, 0, 20).split('\n')
  const start = length.length + 1 + Number(length)
  return { index: JSON.parse(readText(file, length.length + 1, Number(length))) as Index, start }
}
