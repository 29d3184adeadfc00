export type Message = {
  /** Names in lower case; of several of one name the last. */
  readonly headers: Readonly<Record<string, string>>
  readonly subject: string
  readonly text: string | null
  readonly html: string | null
}

const fromQuoted = (text: string): Buffer =>
  Buffer.from(
    text.replace(/=([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )

/** Words like `=?UTF-8?Q?=E5=8F=B0?=`; the blank between two of them is not part of the text. */
const decodeWords = (value: string): string =>
  value
    .replace(/(\?=)\s+(?==\?)/g, '$1')
    .replace(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_, kind: string, text: string) =>
      (kind.toLowerCase() === 'b' ? Buffer.from(text, 'base64') : fromQuoted(text.replaceAll('_', ' '))).toString(),
    )

function headersOf(head: string): Record<string, string> {
  const lines = head.replace(/\r\n(?=[ \t])/g, '').split('\r\n')
  return Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
    }),
  )
}

function bodyOf(text: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(text, 'base64').toString()
  if (encoding === 'quoted-printable') return fromQuoted(text.replaceAll('=\r\n', '')).toString()
  if (encoding === '7bit') return text
  throw new Error(`the transfer encoding ${encoding} is not read here`)
}

/** The parts that are not parts of others: `[type, text]`. */
function leavesOf(raw: string): [string, string][] {
  const middle = raw.indexOf('\r\n\r\n')
  const headers = headersOf(raw.slice(0, middle))
  const text = raw.slice(middle + 4)
  const type = headers['content-type'] ?? 'text/plain'
  const [, boundary] = /^multipart\/.*boundary="([^"]+)"/i.exec(type) ?? []
  if (boundary === undefined)
    return [[type.split(';')[0]!, bodyOf(text, headers['content-transfer-encoding'] ?? '7bit')]]
  const parts = `\r\n${text}`.split(`\r\n--${boundary}`).slice(1, -1)
  return parts.flatMap((part) => leavesOf(part.slice(2)))
}

/** Reads a message as nodemailer writes it: UTF-8, text and HTML; one line break is `\n`. */
export function readMessage(raw: string): Message {
  const headers = headersOf(raw.slice(0, raw.indexOf('\r\n\r\n')))
  const leaves = leavesOf(raw)
  const leaf = (type: string) => leaves.find(([own]) => own === type)?.[1].replaceAll('\r\n', '\n') ?? null
  return {
    headers,
    subject: decodeWords(headers.subject ?? ''),
    text: leaf('text/plain'),
    html: leaf('text/html'),
  }
}
