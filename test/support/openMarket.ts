import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Dataset } from '../../src/catalogue/dataset.ts'
import { catalogue } from '../../src/catalogue/index.ts'
import { openEngine, showFiles } from '../../src/lake/engine.ts'
import { openLake, type Version } from '../../src/lake/lake.ts'
import { quote } from '../../src/lake/schema.ts'
import type { MarketReader } from '../standin/market.ts'
import { copyOfLake } from './fixture.ts'

type OpenedMarket = { readonly version: Version; readonly reader: MarketReader }

let opened: Promise<OpenedMarket> | undefined

/** Answers from tables in memory in the order of days: the files are in that of securities, so that each day would read all of them. */
export async function openTables({ manifest, folder }: Version, scratch: string): Promise<MarketReader> {
  // One thread: each answer is small, and a second one costs more than it saves.
  const { connection } = await openEngine({ memory: '1GB', scratch, lanes: 2 })
  const made = new Map<string, Promise<void>>()
  const make = async (dataset: Dataset): Promise<void> => {
    const view = `${dataset.name}Files`
    const files = (manifest.datasets[dataset.name]?.parts ?? []).map(({ file }) => join(folder, file))
    await showFiles(connection, dataset, view, files)
    await connection.run(`CREATE TABLE ${dataset.name} AS FROM ${view} ORDER BY ${quote(dataset.date)}`)
  }
  return {
    async select(sql) {
      for (const dataset of catalogue.filter(({ name }) => sql.includes(name))) {
        if (!made.has(dataset.name)) made.set(dataset.name, make(dataset))
        await made.get(dataset.name)
      }
      const result = await connection.runAndReadAll(sql)
      return { columns: result.columnNames(), rows: result.getRowsJson() as unknown[][] }
    },
  }
}

async function open(): Promise<OpenedMarket> {
  const folder = mkdtempSync(join(tmpdir(), 'formosa-truth-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const root = join(await copyOfLake(folder), 'demo/lake')
  const now = () => new Date('2026-11-13T23:50:00+08:00')
  const version = (await openLake({ root, origin: 'demo', datasets: catalogue, now, memory: '512MB' }).current())!
  return { version, reader: await openTables(version, join(folder, 'spill')) }
}

/** The market behind every exchange of the process: nothing writes to it, and to open all datasets takes a while. */
export function openMarket(): Promise<OpenedMarket> {
  opened ??= open()
  return opened
}
