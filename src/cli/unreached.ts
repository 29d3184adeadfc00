import type { Unreached } from '../ingest/fetching/reach.ts'
import type { Context } from './command.ts'
import { notice } from './output.ts'

/**
 * Reports once a run why no publisher is reached, and the next attempt. Where the first attempts take long, it first
 * reports that they are under way. On a terminal it prints a sentence, elsewhere a log line.
 */
export function createUnreachedNotice({ now, log }: Pick<Context, 'now' | 'log'>): (state: Unreached | null) => void {
  const told = new Set<'under way' | 'failed'>()
  return (state) => {
    if (state === null || told.has('failed')) return
    const kind = state.reason === null ? 'under way' : 'failed'
    if (told.has(kind)) return
    told.add(kind)
    const { reason, nextAt } = state
    const seconds = nextAt === null ? null : Math.max(1, Math.ceil((nextAt - now().getTime()) / 1_000))
    const next = seconds === null ? '' : ` Next attempt in ${seconds} s.`
    const sentence = `No publisher is reached yet: ${reason ?? 'the first attempt is still under way'}.${next}`
    if (process.stderr.isTTY) notice(sentence)
    else log.warn(sentence)
  }
}
