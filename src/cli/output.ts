import { csvLine } from '../query/formats/csvLine.ts'

/** Writes data to standard output. */
export const print = (data: string | Uint8Array): void => void process.stdout.write(data)

export const printJson = (value: unknown, indent: number): void => print(`${JSON.stringify(value, null, indent)}\n`)

/** Writes a sentence to standard error, beside the data. */
export const notice = (sentence: string): void => void process.stderr.write(`${sentence}\n`)

/** Says that a command waits for another writer of the lake. */
export const noticeWait = (): void => notice('Another process is writing to this lake; waiting for it to finish.')

/** `2,000` */
export const grouped = (count: number): string => count.toLocaleString('en')

/** `1 row`, `2,000 rows` */
export const counted = (count: number, noun: string): string => `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`

/** `12.3 MB` */
export const megabytes = (bytes: number): string =>
  `${(bytes / 1e6).toLocaleString('en', { maximumFractionDigits: 1 })} MB`

/** `2026-11-13`, `2026-11-02 to 2026-11-06` */
export const spanOf = (from: string, to: string): string => (from === to ? from : `${from} to ${to}`)

const units = [
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
  ['s', 1],
] as const

/** A duration in its two largest units: 3 d 4 h. */
export function durationText(seconds: number): string {
  let left = Math.max(0, Math.ceil(seconds))
  const parts = units.map(([unit, length]) => {
    const count = Math.floor(left / length)
    left %= length
    return [count, unit] as const
  })
  const first = parts.findIndex(([count]) => count > 0)
  if (first < 0) return '0 s'
  return parts
    .slice(first, first + 2)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(' ')
}

/** Columns a terminal needs for a text: two for a Chinese character. */
const widthOf = (text: string): number =>
  text.length +
  (text.match(/[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]/g)
    ?.length ?? 0)

/** Rows as an aligned table; numbers stand to the right. */
export function formatTable(columns: readonly string[], rows: readonly (readonly unknown[])[]): string {
  const cells = rows.map((row) => row.map((cell) => (cell === null || cell === undefined ? '∅' : String(cell))))
  const isNumber = columns.map((_, i) => cells.length > 0 && cells.every((row) => /^(-?[\d.,]+%?|∅)$/.test(row[i]!)))
  const widths = columns.map((name, i) => Math.max(widthOf(name), ...cells.map((row) => widthOf(row[i]!))))
  const pad = (text: string, i: number) => {
    const space = ' '.repeat(widths[i]! - widthOf(text))
    return isNumber[i] ? space + text : text + space
  }
  const line = (row: readonly string[]) => row.map(pad).join('  ').trimEnd()
  return [line(columns), widths.map((width) => '─'.repeat(width)).join('  '), ...cells.map(line)].join('\n') + '\n'
}

export const printTable = (...table: Parameters<typeof formatTable>): void => print(formatTable(...table))

/** The formats of `--format`, where rows are printed. */
export const outputFormats = ['table', 'csv', 'json'] as const

export function printRows(
  format: (typeof outputFormats)[number],
  columns: readonly string[],
  rows: readonly (readonly unknown[])[],
): void {
  if (format === 'table') printTable(columns, rows)
  else if (format === 'csv') print([columns, ...rows].map(csvLine).join(''))
  else
    printJson(
      rows.map((row) => Object.fromEntries(columns.map((name, i) => [name, row[i]]))),
      1,
    )
}
