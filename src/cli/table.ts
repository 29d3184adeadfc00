/** Columns a terminal needs for a text: two for a Chinese character. */
const widthOf = (text: string): number => {
  let width = 0
  for (const char of text)
    width += /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]/u.test(char)
      ? 2
      : 1
  return width
}

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
