import { execFileSync, spawn } from 'node:child_process'
import { chownSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Dataset } from '../../src/catalogue/dataset.ts'
import { literal } from '../../src/lake/schema.ts'
import { type Running, untilReady } from './process.ts'
import { indexes, tableOf } from './table.ts'
import { type Tools, unprivileged } from './tools.ts'

/** Roomy for a database of this size, and spared what a benchmark of reads does not need. */
const settings = {
  listen_addresses: '',
  shared_buffers: '512MB',
  work_mem: '64MB',
  maintenance_work_mem: '512MB',
  max_parallel_workers_per_gather: '0',
  jit: 'off',
  fsync: 'off',
  autovacuum: 'off',
  max_wal_size: '8GB',
}

export type Database = Pick<Running, 'pids' | 'child'> & { readonly socket: string }

/** A server of its own in a folder of its own, reached by a Unix socket there, filled with the rows of a text file. */
export async function startPostgres(tools: Tools, folder: string, csv: string, dataset: Dataset): Promise<Database> {
  const user = unprivileged()
  const data = join(folder, 'data')
  mkdirSync(data, { recursive: true, mode: 0o700 })
  if (user) for (const path of [folder, data]) chownSync(path, user.uid, user.gid)
  const as = { ...(user ?? {}), cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] as ['ignore', 'ignore', 'inherit'] }
  execFileSync(tools.initdb!, ['-D', data, '-U', 'bench', '-A', 'trust', '-E', 'UTF8', '--locale=C', '-N'], as)
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn(tools.postgres!, ['-D', data, '-k', folder, ...flags], { ...as, stdio: 'ignore' })
  const run = (...statements: string[]) =>
    execFileSync(
      tools.psql!,
      [
        '-h',
        folder,
        '-U',
        'bench',
        '-d',
        'postgres',
        '-qX',
        '-v',
        'ON_ERROR_STOP=1',
        ...statements.flatMap((sql) => ['-c', sql]),
      ],
      { stdio: ['ignore', 'ignore', 'pipe'] },
    )
  await untilReady(child, async () => {
    run('SELECT 1')
    return true
  })
  const types = { text: 'text', date: 'date', datetime: 'timestamptz', integer: 'bigint', boolean: 'boolean' }
  run(
    tableOf(dataset, (kind, scale) => (kind === 'decimal' ? `numeric(18,${scale})` : types[kind])),
    `\\copy prices FROM ${literal(csv)} (FORMAT csv)`,
    ...indexes(dataset),
    'VACUUM ANALYZE prices',
    'CHECKPOINT',
  )
  return { pids: [child.pid!], child, socket: folder }
}
