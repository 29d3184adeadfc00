import { keysFor } from '../../../access/secret.ts'
import { createLastSenders } from '../../../http/connection/turns.ts'
import { createTrafficMemory } from '../../../http/measures/traffic.ts'
import { hotBytesOf } from '../../../http/rows/hotBytes.ts'
import { createEncodingSlots } from '../../../query/formats/encodingSlots.ts'
import type { AgentOptions } from '../../agent.ts'
import type { Context } from '../../command.ts'
import type { ControlOptions } from '../../control.ts'
import { longestAskMs } from '../questions/askTimes.ts'

/** The options of a serving thread. */
export type WorkerOptions = ReturnType<typeof workerOptions> & { readonly shared: boolean }

export const workerOptions = (context: Context, control: ControlOptions, agent: AgentOptions | null) => {
  const { config, release, lake, pages, ledger, gaps, secret, otherSecret } = context
  return {
    host: config.HOST,
    port: config.PORT,
    logLevel: config.LOG_LEVEL,
    release,
    pagesRoot: pages.root,
    lakeRoot: lake.root,
    ledgerRoot: ledger.root,
    gapsRoot: gaps.root,
    control,
    cursorKeys: keysFor(secret(), otherSecret(), 'cursors'),
    agent,
    isMeasured: config.METRICS_PORT !== undefined,
    traffic: createTrafficMemory(context.now),
    encodingSlots: createEncodingSlots(),
    lastSenders: createLastSenders(),
    /** The folder of journal and quarantine; null where no publisher is asked. */
    ingestRoot: config.FORMOSA_ORIGIN === 'live' && config.FORMOSA_ROLE !== 'reader' ? context.ingest : null,
    accessLog: config.ACCESS_LOG,
    askMs: longestAskMs(config),
    sqlSeconds: config.ASK_DEADLINE,
    hotBytes: hotBytesOf(config.WORKERS),
    /** True where files are those of an object store, in the cache of the process. */
    isReader: config.FORMOSA_ROLE === 'reader',
  }
}
