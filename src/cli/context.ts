import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { destination, pino } from 'pino'
import { findSecret, otherSecret, readSecret } from '../access/secret.ts'
import { catalogue } from '../catalogue/index.ts'
import { memoryBytesOf } from '../config/values.ts'
import type { Config } from '../config.ts'
import { MissingError } from '../errors.ts'
import { openLake } from '../lake/lake.ts'
import { readMark } from '../store/backup/mark.ts'
import { clockOptions, createClock } from './clock.ts'
import type { Context } from './command.ts'

export function createContext(config: Config, { release, groups }: Pick<Context, 'release' | 'groups'>): Context {
  const { FORMOSA_HOME: home, FORMOSA_ORIGIN: origin, FORMOSA_MEMORY: memory } = config
  const clock = clockOptions(config)
  const now = createClock(clock)
  const folder = (name: string) => join(home, origin, name)
  const lake = openLake({
    root: folder('lake'),
    origin,
    datasets: catalogue,
    now,
    memory,
    keepFree: config.reserveBytes,
  })
  return {
    config,
    now,
    clock,
    // Written synchronously, so that a crash loses no lines.
    log: pino(
      { level: config.LOG_LEVEL, base: null, timestamp: pino.stdTimeFunctions.isoTime },
      destination({ dest: 2, sync: true }),
    ),
    lake,
    async version() {
      const version = await lake.current()
      if (!version) throw new MissingError('The lake is empty: run "formosa market build" or start the service once.')
      return version
    },
    pages: { root: folder('pages'), datasets: catalogue, memory, now, keepFree: config.reserveBytes },
    ledger: { root: folder('ledger'), memory },
    gaps: { root: folder('gaps'), memory, now },
    secret: () => readSecret(home, config.FORMOSA_SECRET, () => readMark(config.storePath)),
    otherSecret: () => otherSecret(config.FORMOSA_OTHER_SECRET),
    presentSecret: () => findSecret(home, config.FORMOSA_SECRET, () => readMark(config.storePath)),
    ingest: join(home, 'live', 'ingest'),
    scratch: join(tmpdir(), `formosa-spill-${process.pid}`),
    release,
    groups,
  }
}

/** The engine's memory where the whole process must stay below 500 MB. */
const smallMemory = '128MB'

/** The same context with little memory for its engine. */
export function withSmallMemory(context: Context): Context {
  const { config, now, clock, log } = context
  if (memoryBytesOf(config.FORMOSA_MEMORY) <= memoryBytesOf(smallMemory)) return context
  return { ...createContext({ ...config, FORMOSA_MEMORY: smallMemory }, context), now, clock, log }
}
