import { join } from 'node:path'
import { type Facts, loadFacts, type Select } from '../src/ask/facts.ts'
import { catalogue } from '../src/catalogue/index.ts'
import { openLake } from '../src/lake/lake.ts'
import { openReader } from '../src/lake/reader.ts'

/** The market in a folder, to hold meanings against: its facts, and SQL over its rows. */
export async function openMarket(home: string): Promise<{ facts: Facts; select: Select; close: () => Promise<void> }> {
  const lake = openLake({
    root: join(home, 'demo/lake'),
    origin: 'demo',
    datasets: catalogue,
    now: () => new Date(),
    memory: '1GB',
  })
  const version = await lake.current()
  if (!version) throw new Error(`There is no market in ${home}: build one with "formosa market build".`)
  const reader = await openReader(version, catalogue, {
    memory: '1GB',
    scratch: join(home, `demo/lake/tmp-${process.pid}`),
  })
  return { facts: await loadFacts(reader.select), select: reader.select, close: async () => reader.close() }
}
