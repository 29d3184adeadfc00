import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { columnsOf, type Dataset } from '../../src/catalogue/dataset.ts'
import { catalogue } from '../../src/catalogue/index.ts'
import type { Field } from '../../src/fields.ts'
import { type Batch, type Cell, createBatch } from '../../src/lake/batch.ts'
import type { Draft } from '../../src/lake/draft.ts'
import { openLake } from '../../src/lake/lake.ts'

/** A row as the service prints it: dates and decimals as text. */
export type Printed = Readonly<Record<string, string | number | boolean | null>>

const cellOf = ({ kind, scale = 0 }: Field, value: Printed[string]): Cell => {
  if (typeof value !== 'string' || kind === 'text') return value
  if (kind === 'date') return Date.parse(value) / 86_400_000
  if (kind === 'datetime') return Date.parse(value)
  const [whole = '', places = ''] = value.split('.')
  return Number(whole + places.padEnd(scale, '0'))
}

/** What a column holds where a test does not care. */
const anyOf = ({ kind, nullable, values }: Field): Printed[string] => {
  if (nullable) return null
  if (kind === 'text') return values?.[0] ?? 'x'
  if (kind === 'date') return '2026-11-12'
  if (kind === 'datetime') return '2026-11-12T13:30:00+08:00'
  return kind === 'boolean' ? true : kind === 'decimal' ? '0' : 0
}

/** Rows of a dataset from what matters of them. */
export function batchOf(dataset: Dataset, rows: readonly Printed[]): Batch {
  const batch = createBatch(dataset)
  for (const row of rows)
    batch.push(
      Object.fromEntries(
        columnsOf(dataset).map(([name, field]) => [
          name,
          cellOf(field, row[name] === undefined ? anyOf(field) : row[name]!),
        ]),
      ),
    )
  return batch
}

class Enough extends Error {}

/** Works on a draft of an empty lake that never becomes a version. */
export async function onDraft(work: (draft: Draft) => Promise<void>): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), 'formosa-draft-'))
  const lake = openLake({ root, origin: 'live', datasets: catalogue, now: () => new Date(), memory: '512MB' })
  try {
    await lake.change({ through: '2026-11-13', maker: {} }, async (draft) => {
      await work(draft)
      throw new Enough()
    })
  } catch (error) {
    if (!(error instanceof Enough)) throw error
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}
