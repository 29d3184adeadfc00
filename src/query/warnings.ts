import type { Warning } from './parameters.ts'

/** Limit for all lines of a response; a smaller head cuts them further (`cutWarnings`). */
const mostBytes = 2_000

const encoded = (text: string): string => encodeURIComponent(text.toWellFormed())

/** Room reserved for `; more=N`. */
const moreBytes = '; more='.length + 6

type WarningLine = {
  /** `code; param=…`, then the facts of the warning */
  readonly start: string
  readonly values: readonly string[]
  /** Suggestions for the values; empty if there are none. */
  readonly tries: readonly string[]
  readonly more: number
}

/** Prints as many values as fit, then the number left out; null if none fits. */
function print({ start, values, tries, more }: WarningLine, room: number): string | null {
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
 * Prints lines while they fit into `most` bytes, with `perLine` extra bytes each, then the number left out, including
 * `missing`.
 */
function fit(lines: readonly WarningLine[], most: number, perLine: number, missing = 0): string[] {
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

/** Prints `code; param=…; values=…` per warning; values that do not fit into so many bytes are counted. */
export const warningLines = (warnings: readonly Warning[], most = mostBytes): string[] =>
  fit(
    warnings.map(({ code, param, facts = {}, values = [], tries = [] }) => ({
      start: [
        code,
        ...(param === undefined ? [] : [`param=${encoded(param)}`]),
        ...Object.entries(facts).map(([name, value]) => `${name}=${encoded(String(value))}`),
      ].join('; '),
      values: values.map(encoded),
      tries: tries.map(encoded),
      more: 0,
    })),
    most,
    0,
  )

const written = /^(.*?)(?:; values=([^;]*))?(?:; try=([^;]*))?(?:; more=(\d+))?$/

function read(text: string): WarningLine {
  const [, start = text, values, tries, more = '0'] = written.exec(text) ?? []
  return { start, values: values?.split(',') ?? [], tries: tries?.split(',') ?? [], more: Number(more) }
}

/** Cuts the lines of a response to `most` bytes of its head, with `perLine` extra bytes for each name. */
export function cutWarnings(lines: readonly string[], most: number, perLine: number): string[] {
  const counts = lines.filter((line) => line.startsWith('more='))
  const missing = counts.reduce((sum, line) => sum + Number(line.slice('more='.length)), 0)
  return fit(lines.filter((line) => !line.startsWith('more=')).map(read), most, perLine, missing)
}
