/** Text that is already HTML; everything else is escaped where it is put in. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

export type Piece = string | number | Html | null | readonly Piece[]

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
/** Text for a page. Control characters, which HTML does not know, are shown as unreadable. */
export const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => escapes[sign]!).replace(/(?![\t\n\r])\p{Cc}/gu, '\ufffd')

const textOf = (piece: Piece): string => {
  if (piece === null) return ''
  if (piece instanceof Html) return piece.text
  return typeof piece === 'object' ? piece.map(textOf).join('') : escaped(String(piece))
}

export const html = (strings: TemplateStringsArray, ...pieces: readonly Piece[]): Html =>
  new Html(strings.reduce((text, part, i) => text + textOf(pieces[i - 1]!) + part))

/** A sentence in which words between backticks are code. */
export const prose = (text: string): Html => new Html(escaped(text).replace(/`([^`]+)`/g, '<code>$1</code>'))

export const code = (text: string): Html => html`<code>${text}</code>`
