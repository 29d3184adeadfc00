import { createSandbox } from '../../src/ask/sandbox/sandbox.ts'
import { find } from '../../src/catalogue/index.ts'
import { megabyte, silent, versionIn } from './sandbox.ts'

/** Run as a program: starts a sandbox on the lake of a home folder, asks it something endless, and is then killed. */
const version = await versionIn(process.argv[2]!)
const sandbox = createSandbox({
  size: 1,
  memoryBytes: 384 * megabyte,
  deadlineMs: 600_000,
  log: silent,
})
const datasets = [find('TaiwanStockPER')!]
const run = (sql: string) => sandbox.run({ sql, version, datasets, maxRows: 1, maxBytes: 1_000 })
await run('SELECT 1 AS a')
void run(
  'SELECT count(*) AS n FROM TaiwanStockPER a, TaiwanStockPER b, TaiwanStockPER c WHERE a.pe_ratio < b.pb_ratio + c.pb_ratio',
)
console.log(JSON.stringify(sandbox.state().pids))
