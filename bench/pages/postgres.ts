import { execFileSync } from 'node:child_process'
import type { Dataset } from '../../src/catalogue/dataset.ts'
import { literal } from '../../src/lake/schema.ts'
import { type Postgres, startPostgres } from '../../test/support/postgres.ts'
import { indexes, tableOf } from './table.ts'

/** Roomy for a database of this size, and spared what a benchmark of reads does not need. */
const settings = {
  shared_buffers: '512MB',
  work_mem: '64MB',
  maintenance_work_mem: '512MB',
  max_parallel_workers_per_gather: '0',
  jit: 'off',
  autovacuum: 'off',
  max_wal_size: '8GB',
}

type Database = Pick<Postgres, 'pid' | 'stop'> & { readonly url: string }

/** A server filled with the rows of a text file, reached by its Unix socket, which is the faster way. */
export async function startFilled(
  psql: string,
  csv: string,
  dataset: Dataset,
): Promise<Database | { readonly skip: string }> {
  const server = await startPostgres({ fsync: false, settings })
  if ('skip' in server) return server
  const url = `${server.url}?host=${encodeURIComponent(server.folder)}`
  const types = { text: 'text', date: 'date', datetime: 'timestamptz', integer: 'bigint', boolean: 'boolean' }
  const statements = [
    tableOf(dataset, (kind, scale) => (kind === 'decimal' ? `numeric(18,${scale})` : types[kind])),
    `\\copy prices FROM ${literal(csv)} (FORMAT csv)`,
    ...indexes(dataset),
    'VACUUM ANALYZE prices',
    'CHECKPOINT',
  ]
  const words = ['-qX', '-v', 'ON_ERROR_STOP=1', ...statements.flatMap((sql) => ['-c', sql]), url]
  try {
    execFileSync(psql, words, { stdio: ['ignore', 'ignore', 'pipe'] })
  } catch (error) {
    await server.stop()
    throw error
  }
  return { pid: server.pid, stop: server.stop, url }
}
