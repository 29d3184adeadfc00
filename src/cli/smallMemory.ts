import { setFlagsFromString } from 'node:v8'
import { memoryBytesOf } from '../config/values.ts'
import { type Lake, openLake } from '../lake/lake.ts'
import type { Context } from './command.ts'

/** The engine's memory where the whole process must stay below 500 MB. */
const most = '128MB'

const memoryOf = ({ FORMOSA_MEMORY: memory }: Context['config']): string =>
  memoryBytesOf(memory) < memoryBytesOf(most) ? memory : most

/** The same lake with little memory for its engine. */
export function lakeWithSmallMemory({ lake: { root, origin }, config, pages, now }: Context): Lake {
  const memory = memoryOf(config)
  return openLake({ root, origin, datasets: pages.datasets, now, memory, keepFree: config.reserveBytes })
}

/**
 * The same context with little memory, for long work without a bound, such as years of responses. The heap is kept
 * small instead of fast.
 */
export function withSmallMemory(context: Context): Context {
  setFlagsFromString('--optimize-for-size')
  const { config, pages, ledger, gaps } = context
  const memory = memoryOf(config)
  return {
    ...context,
    config: { ...config, FORMOSA_MEMORY: memory },
    lake: lakeWithSmallMemory(context),
    pages: { ...pages, memory },
    ledger: { ...ledger, memory },
    gaps: { ...gaps, memory },
  }
}
