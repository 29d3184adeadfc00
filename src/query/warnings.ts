import type { Warning } from './parameters.ts'

const mostBytes = 2_000

/** `code; param=…; values=…`, one line a warning; what does not fit is counted, not dropped in silence. */
export function warningLines(warnings: readonly Warning[]): string[] {
  const lines: string[] = []
  let used = 0
  for (const [i, { code, param, values }] of warnings.entries()) {
    let line = `${code}; param=${encodeURIComponent(param)}`
    if (values) {
      const room = mostBytes - used - line.length - 40
      let shown = ''
      let count = 0
      for (const value of values) {
        const next = (shown ? ',' : '') + encodeURIComponent(value.toWellFormed())
        if (shown.length + next.length > room) break
        shown += next
        count++
      }
      line += `; values=${shown}${count < values.length ? `; more=${values.length - count}` : ''}`
    }
    if (used + line.length > mostBytes) {
      lines.push(`more=${warnings.length - i}`)
      break
    }
    used += line.length
    lines.push(line)
  }
  return lines
}
