import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { catalogue } from '../../src/catalogue/index.ts'
import { openLake, type Version } from '../../src/lake/lake.ts'
import { openReader, type Reader } from '../../src/lake/reader.ts'
import { copyOfLake } from './fixture.ts'

type OpenedMarket = { readonly version: Version; readonly reader: Reader }

let opened: Promise<OpenedMarket> | undefined

async function open(): Promise<OpenedMarket> {
  const folder = mkdtempSync(join(tmpdir(), 'formosa-truth-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const memory = '512MB'
  const root = join(await copyOfLake(folder), 'demo/lake')
  const now = () => new Date('2026-11-13T23:50:00+08:00')
  const version = (await openLake({ root, origin: 'demo', datasets: catalogue, now, memory }).current())!
  return { version, reader: await openReader(version, catalogue, { memory, scratch: join(folder, 'spill') }) }
}

/** The market behind every exchange of the process: nothing writes to it, and to open all datasets takes a while. */
export function openMarket(): Promise<OpenedMarket> {
  opened ??= open()
  return opened
}
