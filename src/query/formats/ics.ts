import { calendarEvents } from '../../catalogue/series/TaiwanCorporateCalendar.ts'
import { decodeChunks, type PageToEncode, type Row } from './page.ts'

/** Text of a property, as RFC 5545 escapes it. */
const escaped = (text: string): string => text.replace(/[\\;,]/g, '\\$&').replaceAll('\n', '\\n')

/** The most bytes of a line; the rest goes on in the next one, behind a space. */
const mostBytes = 75

function folded(line: string): string {
  const parts: string[] = []
  let [part, bytes] = ['', 0]
  for (const letter of line) {
    const size = Buffer.byteLength(letter)
    if (bytes + size > mostBytes) {
      parts.push(part)
      ;[part, bytes] = ['', 1]
    }
    part += letter
    bytes += size
  }
  return [...parts, part].join('\r\n ')
}

const compact = (date: string): string => date.replaceAll('-', '')

/** An event of the corporate calendar, the whole day long. */
function eventOf(row: Row, language: 'en' | 'zh'): string[] {
  const [id, day, event, detail] = ['stock_id', 'event_date', 'event', 'detail'].map((name) => String(row[name]))
  const kind = calendarEvents[event as keyof typeof calendarEvents][language]
  const amount = row.amount === null ? [] : [String(Number(row.amount))]
  const who = id === 'MARKET' ? [] : [id!, ...(row.stock_name === null ? [] : [String(row.stock_name)])]
  return [
    'BEGIN:VEVENT',
    // A dividend that is moved stays the same event.
    `UID:${escaped([id, ...(/dividend|ex_/.test(event!) ? [] : [day]), event, detail].join('/'))}@formosa`,
    `DTSTAMP:${compact(String(row.announce_date ?? day))}T000000Z`,
    `DTSTART;VALUE=DATE:${compact(day!)}`,
    `SUMMARY:${escaped([...who, kind, ...amount].join(' '))}`,
    ...(detail === '' ? [] : [`DESCRIPTION:${escaped(detail!)}`]),
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ]
}

/** The corporate calendar as a file of iCalendar (RFC 5545), in Chinese unless the labels are English. */
export function encodeIcs({ rows, form }: PageToEncode): Uint8Array {
  const events = [...decodeChunks(rows)].flat().flatMap((row) => eventOf(row, form.labels ?? 'zh'))
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Formosa//Corporate calendar//EN',
    ...events,
    'END:VCALENDAR',
  ]
  return Buffer.from(lines.map((line) => `${folded(line)}\r\n`).join(''))
}
