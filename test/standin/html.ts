import type { Sheet } from './sheet.ts'

const row = (tag: 'th' | 'td', cells: readonly string[]): string =>
  `<tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>`

/** A table of a page. */
export const htmlTable = ({ titles, rows }: Sheet): string =>
  `<table>${row('th', titles)}\n${rows.map((cells) => row('td', cells)).join('\n')}</table>`

export const htmlPage = (body: string, title = ''): string =>
  `<html lang="zh"><head><title>${title}</title></head><body>${body}</body></html>`
