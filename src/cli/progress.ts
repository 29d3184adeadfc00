import type { Step } from '../market/fill.ts'

/** Draws a bar on a terminal; elsewhere writes a line each tenth of the way. */
export function createProgress(title: string, out: NodeJS.WriteStream = process.stderr): (step: Step) => void {
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
    out.write(`${title} ${tenth * 10}% ${what} ${seconds}s\n`)
  }
}

/** Reports progress to the parent process, or to the terminal where there is none. */
export const reportProgress = (title: string): ((step: Step) => void) =>
  process.send ? (step) => void process.send!(step) : createProgress(title)
