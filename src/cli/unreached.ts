import type { Unreached } from '../ingest/fetching/reach.ts'
import type { Context } from './command.ts'
import { notice } from './output.ts'

/** Tells once a run that no publisher is reached and when the next attempt is: a sentence on a terminal, else a log line. */
export function createUnreachedNotice({ now, log }: Pick<Context, 'now' | 'log'>): (state: Unreached | null) => void {
  let isTold = false
  return (state) => {
    if (state === null || isTold) return
    isTold = true
    const seconds = Math.max(1, Math.ceil(((state.nextAt ?? 0) - now().getTime()) / 1_000))
    const sentence = `No publisher is reached yet: ${state.reason}. Next attempt in ${seconds} s.`
    if (process.stderr.isTTY) notice(sentence)
    else log.warn(sentence)
  }
}
