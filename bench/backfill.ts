import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startLive } from '../test/support/live.ts'
import { measureCommand } from '../test/support/memory.ts'

/**
 * The most memory that a back-fill takes, over longer and longer ranges: the whole command, from asking a stand-in for
 * the publishers to the pages, as one process with its threads (it starts no others). Indices have a value every five
 * seconds on every day, some 200,000 rows a day.
 *
 *   node bench/backfill.ts [--days 5,20,60] [--only TaiwanIndex5Seconds,…] [--memory 1GB]
 */
const { values } = parseArgs({
  options: {
    days: { type: 'string', default: '5,20,60' },
    only: { type: 'string', default: '' },
    memory: { type: 'string' },
  },
})

const folder = mkdtempSync(join(tmpdir(), 'formosa-bench-'))
const market = await startLive(join(folder, 'market'), { everyMoment: true })
market.turn('2026-11-13T23:50:00+08:00', '2026-11-13')
const trading = await market.days('2025-12-01', '2026-11-12')
console.log('trading days | rows | seconds | peak MB | load average')
try {
  for (const days of values.days.split(',').map(Number)) {
    const home = join(folder, `home-${days}`)
    const { peakMb, seconds } = await measureCommand(
      [
        ...['backfill', '--from', trading.at(-days)!, '--to', trading.at(-1)!],
        ...(values.only === '' ? [] : ['--only', values.only]),
      ],
      {
        FORMOSA_HOME: home,
        FORMOSA_ORIGIN: 'live',
        FORMOSA_SOURCES_URL: market.exchange.url,
        FORMOSA_PACE: '0',
        FORMOSA_NOW: '2026-11-13T23:50:00+08:00',
        FORMOSA_ACCEPT_TERMS: 'all',
        ...(values.memory === undefined ? {} : { FORMOSA_MEMORY: values.memory }),
      },
    )
    const { datasets } = JSON.parse(readFileSync(join(home, 'live/lake/current/manifest.json'), 'utf8'))
    const rows = Object.values(datasets as Record<string, { rows: number }>).reduce((sum, one) => sum + one.rows, 0)
    console.log([days, rows, seconds.toFixed(1), peakMb.toFixed(0), loadavg()[0]!.toFixed(1)].join(' | '))
    rmSync(home, { recursive: true, force: true })
  }
} finally {
  await market.stop()
  rmSync(folder, { recursive: true, force: true })
}
