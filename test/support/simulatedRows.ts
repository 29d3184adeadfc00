import type { Cell } from '../../src/lake/batch.ts'
import { createBatch } from '../../src/lake/batch.ts'
import type { Table } from '../../src/market/table.ts'
import type { World } from '../../src/market/world.ts'

/** The rows that a table simulates; each is checked as it is when it is loaded. */
export function rowsIn(world: World, { dataset, fill }: Table, from = 0, to = world.through): Record<string, Cell>[] {
  const batch = createBatch(dataset)
  const rows: Record<string, Cell>[] = []
  const push = (row: Readonly<Record<string, Cell>>) => {
    batch.push(row)
    rows.push(row)
  }
  fill(world, push, from, to)
  return rows
}
