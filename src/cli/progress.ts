import type { Logger } from 'pino'
import type { Unreached } from '../ingest/fetching/reach.ts'
import type { Step } from '../market/fill.ts'

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
