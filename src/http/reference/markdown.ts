/** A cell of a Markdown table. */
const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ')

const row = (cells: readonly (string | number)[]): string =>
  `| ${cells.map((value) => cell(String(value))).join(' | ')} |`

export const table = (heads: readonly string[], rows: readonly (readonly (string | number)[])[]): string =>
  [row(heads), row(heads.map(() => '---')), ...rows.map(row)].join('\n')

export const code = (text: string): string => `\`${text}\``

/** A block of code under a title. */
export const block = (title: string, text: string): string => `**${title}**\n\n\`\`\`\n${text}\n\`\`\``

/** Paragraphs with an empty line between each two; empty ones are left out. */
export const paragraphs = (...parts: readonly (string | null)[]): string =>
  `${parts.filter((part) => part !== null && part !== '').join('\n\n')}\n`
