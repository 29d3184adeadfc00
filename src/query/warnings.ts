import type { Warning } from './parameters.ts'

/** All lines of an answer together; where its head has less room they are cut again (`cutWarnings`). */
const mostBytes = 2_000

const encoded = (text: string): string => encodeURIComponent(text.toWellFormed())

/** Room that is kept for `; more=N`, whatever N is. */
const moreBytes = '; more='.length + 6

type Line = {
  /** `code; param=…` */
  readonly start: string
  readonly values: readonly string[]
  /** What to ask for instead, one for each value; none where nothing is known. */
  readonly tries: readonly string[]
  readonly more: number
}

/** As much of a line as fits: some of its values, then how many there are beside them; null where none fits. */
function print({ start, values, tries, more }: Line, room: number): string | null {
  if (values.length === 0) return start.length <= room ? start : null
  const hasTries = tries.length > 0
  const text = (count: number): string => {
    const left = more + values.length - count
    const tried = hasTries ? `; try=${tries.slice(0, count).join(',')}` : ''
    return `${start}; values=${values.slice(0, count).join(',')}${tried}${left > 0 ? `; more=${left}` : ''}`
  }
  const whole = text(values.length)
  if (whole.length <= room) return whole
  let size = start.length + '; values='.length + (hasTries ? '; try='.length : 0) + moreBytes
  let count = 0
  while (count < values.length) {
    size += values[count]!.length + 1 + (hasTries ? tries[count]!.length + 1 : 0)
    if (size > room) break
    count++
  }
  return count === 0 ? null : text(count)
}

/**
 * Lines one after the other while they fit into so many bytes, `perLine` of them beside the text of each; then the
 * number of those that did not, with those that were `missing` before.
 */
function fit(lines: readonly Line[], most: number, perLine: number, missing = 0): string[] {
  const kept: string[] = []
  let left = most
  for (const [i, line] of lines.entries()) {
    const isLast = i === lines.length - 1 && missing === 0
    const text = print(line, left - perLine - (isLast ? 0 : perLine + 'more=999'.length))
    if (text === null) return [...kept, `more=${lines.length - i + missing}`]
    kept.push(text)
    left -= perLine + text.length
  }
  return missing > 0 ? [...kept, `more=${missing}`] : kept
}

/** `code; param=…; values=…`, one line a warning; what does not fit is counted, not dropped in silence. */
export const warningLines = (warnings: readonly Warning[]): string[] =>
  fit(
    warnings.map(({ code, param, values = [], tries = [] }) => ({
      start: `${code}; param=${encodeURIComponent(param)}`,
      values: values.map(encoded),
      tries: tries.map(encoded),
      more: 0,
    })),
    mostBytes,
    0,
  )

const written = /^([^;]*; param=[^;]*)(?:; values=([^;]*))?(?:; try=([^;]*))?(?:; more=(\d+))?$/

function read(text: string): Line {
  const [, start = text, values, tries, more = '0'] = written.exec(text) ?? []
  return { start, values: values?.split(',') ?? [], tries: tries?.split(',') ?? [], more: Number(more) }
}

/** The lines of an answer in no more than so many bytes of its head, `perLine` of them for the name of each. */
export function cutWarnings(lines: readonly string[], most: number, perLine: number): string[] {
  const counts = lines.filter((line) => line.startsWith('more='))
  const missing = counts.reduce((sum, line) => sum + Number(line.slice('more='.length)), 0)
  return fit(lines.filter((line) => !line.startsWith('more=')).map(read), most, perLine, missing)
}
