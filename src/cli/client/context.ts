import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { destination, pino } from 'pino'
import type { Config } from '../../config.ts'
import { MissingError } from '../../errors.ts'
import { clockOptions, createClock } from '../clock.ts'
import type { Context } from '../command.ts'

function noLake(): never {
  throw new MissingError(
    'This program has no data of its own: name a service by --url or FORMOSA_URL, or install the package formosa-server, which has a lake.',
  )
}

/** The context of commands that talk to a service; what belongs to an installation of the server is refused. */
export function createClientContext(config: Config, { release, groups }: Pick<Context, 'release' | 'groups'>): Context {
  const clock = clockOptions(config)
  return {
    config,
    now: createClock(clock),
    clock,
    log: pino(
      { level: config.LOG_LEVEL, base: null, timestamp: pino.stdTimeFunctions.isoTime },
      destination({ dest: 2, sync: true }),
    ),
    scratch: join(tmpdir(), `formosa-spill-${process.pid}`),
    release,
    groups,
    version: async () => noLake(),
    secret: noLake,
    otherSecret: noLake,
    presentSecret: noLake,
    get lake() {
      return noLake()
    },
    get pages() {
      return noLake()
    },
    get ledger() {
      return noLake()
    },
    get gaps() {
      return noLake()
    },
    get ingest() {
      return noLake()
    },
  }
}
