import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { find } from '../../src/catalogue/index.ts'
import { type ImportOptions, importFile } from '../../src/ingest/import/import.ts'
import type { Lake } from '../../src/lake/lake.ts'

export type ImportCase = Partial<Omit<ImportOptions, 'dataset' | 'wishes'>> & {
  readonly map?: Readonly<Record<string, string>>
  readonly set?: Readonly<Record<string, string>>
}

/** Imports a file into a lake, as `formosa import` does. */
export async function importInto(
  lake: Lake,
  dataset: string,
  file: string,
  { map = {}, set = {}, ...more }: ImportCase & Pick<ImportOptions, 'now'>,
) {
  const scratch = mkdtempSync(join(tmpdir(), 'formosa-importing-'))
  const wishes = { map: new Map(Object.entries(map)), set: new Map(Object.entries(set)) }
  const usual = { repeats: 'reject', isDry: false, memory: '1GB', quarantine: null } as const
  return importFile({ lake, dataset: find(dataset)!, file, wishes, scratch, ...usual, ...more }).finally(() =>
    rmSync(scratch, { recursive: true, force: true }),
  )
}
