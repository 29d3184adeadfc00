import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { catalogue } from '../../src/catalogue/index.ts'
import type { Lake, Version } from '../../src/lake/lake.ts'
import { openReader } from '../../src/lake/reader.ts'

/** The rows of a query on a version. Only the datasets that it names are opened: all of them take a quarter of a second. */
export async function selectIn(version: Version, sql: string): Promise<unknown[][]> {
  const scratch = mkdtempSync(join(tmpdir(), 'formosa-select-'))
  const named = catalogue.filter(({ name }) => new RegExp(`\\b${name}\\b`).test(sql))
  const reader = await openReader(version, named, { memory: '1GB', scratch })
  try {
    return (await reader.select(sql)).rows
  } finally {
    reader.close()
    rmSync(scratch, { recursive: true, force: true })
  }
}

/** The rows of a query on the current version of a lake. */
export const select = async (lake: Lake, sql: string): Promise<unknown[][]> => selectIn((await lake.current())!, sql)
