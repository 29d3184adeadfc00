import { setFlagsFromString } from 'node:v8'
import { memoryBytesOf } from '../config/values.ts'
import { openLake } from '../lake/lake.ts'
import type { Context } from './command.ts'

/** The engine's memory where the whole process must stay below 500 MB. */
const most = '128MB'

/**
 * The same context with little memory, for long work without a bound, such as years of responses. The heap is kept
 * small instead of fast.
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
