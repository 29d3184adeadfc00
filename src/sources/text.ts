/** Bytes to text, and the text of a cell. */

export type Encoding = 'utf-8' | 'big5'

/**
 * `big5` is the encoding that publishers call cp950: Big5 with the characters that vendors added, such as 碁. A byte order mark is
 * dropped. Undecodable bytes become U+FFFD, and a cell with it is not taken.
 */
const decoders = { 'utf-8': new TextDecoder('utf-8'), big5: new TextDecoder('big5') }

export const decode = (bytes: Uint8Array, encoding: Encoding): string => decoders[encoding].decode(bytes)

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

const character = (code: number): string => (code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd')

/** The text of a piece of HTML: tags gone, entities read, white space as one blank. */
export const plainText = (html: string): string =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(?:#(\d+)|#x([\da-f]+)|([a-z]+));?/gi, (whole, decimal, hex, name) =>
      decimal || hex
        ? character(Number.parseInt(decimal ?? hex, decimal ? 10 : 16))
        : (entities[name.toLowerCase()] ?? whole),
    )
    .replace(/\s+/g, ' ')
    .trim()

/** The text inside the tags of a short cell: `+` of `<p style= color:red>+</p>`. */
export const inTags = (cell: string): string => {
  const from = cell.indexOf('>')
  if (from < 0) return cell.trim()
  const to = cell.indexOf('<', from)
  return cell.slice(from + 1, to < 0 ? undefined : to).trim()
}

/** A title without varying parts: white space, line breaks, tags, full-width forms. */
export const titleOf = (raw: string): string =>
  raw
    .replace(/<[^>]*>/g, '')
    .normalize('NFKC')
    .replace(/\s+/g, '')

/** Titles written as a list with white space between them; white space inside a title does not count anyway. */
export const titlesIn = (list: string): readonly string[] => list.trim().split(/\s+/)

/** A text cell without its padding; null when nothing is left, undefined when it could not be decoded. */
export function textFrom(raw: string): string | null | undefined {
  const text = raw.trim()
  if (text.includes('\ufffd')) return undefined
  return text === '' ? null : text
}

const excerptSize = 600

/** The beginning of a response, to be shown as evidence. */
export const excerpt = (text: string): string =>
  text
    .slice(0, 4 * excerptSize)
    .replace(/\s+/g, ' ')
    .slice(0, excerptSize)
