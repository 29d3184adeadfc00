import type { Logger } from 'pino'
import type { Unreached } from '../ingest/fetching/reach.ts'
import type { Step } from '../market/fill.ts'
import type { Context } from './command.ts'
import { notice } from './output.ts'

/** A message of a command to the service that runs it. */
export type FromChild = { readonly step: Step } | { readonly unreached: Unreached | null }

/** Draws a bar on a terminal; elsewhere writes a line each tenth of the way, to the log of a command that has one. */
export function createProgress(title: string, log?: Logger): (step: Step) => void {
  const out = process.stderr
  const began = performance.now()
  let shown = -1
  return ({ done, of, what }) => {
    const share = of === 0 ? 1 : done / of
    const seconds = ((performance.now() - began) / 1000).toFixed(0)
    if (out.isTTY) {
      const width = 30
      const full = Math.round(share * width)
      out.write(`\r\x1b[2K${title} ${'█'.repeat(full)}${'░'.repeat(width - full)} ${done}/${of} ${what} ${seconds}s`)
      if (done === of) out.write('\n')
      return
    }
    const tenth = Math.floor(share * 10)
    if (tenth === shown) return
    shown = tenth
    if (log) log.info({ done, of, what, seconds: Number(seconds) }, title)
    else out.write(`${title} ${tenth * 10}% ${what} ${seconds}s\n`)
  }
}

/** Reports progress to the parent process, or to the terminal or the log where there is none. */
export const reportProgress = (title: string, log: Logger): ((step: Step) => void) =>
  process.send ? (step) => void process.send!({ step } satisfies FromChild) : createProgress(title, log)

/**
 * Reports once a run why no publisher is reached, and the next attempt. Where the first attempts take long, it first
 * reports that they are under way. On a terminal it prints a sentence, elsewhere a log line.
 */
export function createUnreachedNotice({ now, log }: Pick<Context, 'now' | 'log'>): (state: Unreached | null) => void {
  let hasFailed = false
  let isUnderWay = false
  return (state) => {
    if (state === null || hasFailed || (isUnderWay && state.reason === null)) return
    isUnderWay = true
    hasFailed = state.reason !== null
    const { reason, nextAt } = state
    const seconds = nextAt === null ? null : Math.max(1, Math.ceil((nextAt - now().getTime()) / 1_000))
    const next = seconds === null ? '' : ` Next attempt in ${seconds} s.`
    const sentence = `No publisher is reached yet: ${reason ?? 'the first attempt is still under way'}.${next}`
    if (process.stderr.isTTY) notice(sentence)
    else log.warn(sentence)
  }
}
