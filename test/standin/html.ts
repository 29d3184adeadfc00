import type { Sheet } from './sheet.ts'

/** The cells of a row; a blank one is written as a page writes it. */
export const cellsOf = (tag: 'td' | 'th', cells: readonly string[]): string =>
  cells.map((cell) => `<${tag}>${cell === '' ? '&nbsp;' : cell}</${tag}>`).join('')

const row = (tag: 'th' | 'td', cells: readonly string[]): string =>
  `<tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>`

/** A table of a page. */
export const htmlTable = ({ titles, rows }: Sheet): string =>
  `<table>${row('th', titles)}\n${rows.map((cells) => row('td', cells)).join('\n')}</table>`

/** The same with the last two titles below a wide one. */
export function twoRowTable({ titles, rows }: Sheet): string {
  const upper = titles.slice(0, -2).map((title) => `<th rowspan=2>${title}</th>`)
  const body = rows.map((cells) => `<tr>${cellsOf('td', cells)}</tr>`).join('\n')
  return `<table class='hasBorder'><tr>${upper.join('')}<th colspan=2>其他</th></tr>
    <tr>${cellsOf('th', titles.slice(-2))}</tr>\n${body}</table>`
}

export const htmlPage = (body: string, title = ''): string =>
  `<html lang="zh"><head><title>${title}</title></head><body>${body}</body></html>`
