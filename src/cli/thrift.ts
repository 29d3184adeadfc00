import { setFlagsFromString } from 'node:v8'
import { memoryBytesOf } from '../config.ts'
import { openLake } from '../lake/lake.ts'
import type { Context } from './command.ts'

/** What the engine gets where the process as a whole must stay below 500 MB, whatever it loads. */
const most = '128MB'

/**
 * The same context with little memory, for work that has time and no bound of its own: years of answers. The heap gives
 * back what it does not need instead of growing to where a collection pays.
 */
export function thrifty(context: Context): Context {
  setFlagsFromString('--optimize-for-size')
  const { config, pages, ledger, gaps, now } = context
  const memory = memoryBytesOf(config.FORMOSA_MEMORY) < memoryBytesOf(most) ? config.FORMOSA_MEMORY : most
  const { root, origin } = context.lake
  return {
    ...context,
    config: { ...config, FORMOSA_MEMORY: memory },
    lake: openLake({ root, origin, datasets: pages.datasets, now, memory, keepFree: config.reserveBytes }),
    pages: { ...pages, memory },
    ledger: { ...ledger, memory },
    gaps: { ...gaps, memory },
  }
}
