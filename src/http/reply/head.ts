import { cutWarnings } from '../../query/warnings.ts'
import { headerNames } from '../openapi/headers.ts'

/**
 * The longest head of an answer. Proxies read it into one buffer before they pass anything on, nginx into 4 KB unless
 * configured otherwise, and answer 502 to a longer head.
 */
export const mostHeadBytes = 3_500

/** Bytes that Node writes by itself: the status line, Date, Connection, Keep-Alive and the empty line. */
const nodeBytes = 170

/** Every response header a browser's script may read. */
const exposed = ['Content-Length', 'Vary', ...headerNames].filter((name) => name !== 'Set-Cookie').sort()
const allExposed = exposed.join(', ')

/** Colon, space and the end of the line. */
const lineBytes = (name: string): number => name.length + 4

const sizeOf = (list: readonly string[]): number => {
  let size = nodeBytes
  for (let i = 0; i < list.length; i += 2) size += lineBytes(list[i]!) + list[i + 1]!.length
  return size
}

/** Headers that let pages of other sites read an answer; only requests with `Origin` get them. */
export const forPages = ['Access-Control-Allow-Origin', '*', 'Access-Control-Expose-Headers', allExposed] as const

/**
 * A head that proxies pass on. Where it is too long, only headers of this answer are exposed; then warnings are cut,
 * and the last line says how many.
 */
export function fitHead(list: readonly string[]): readonly string[] {
  if (sizeOf(list) <= mostHeadBytes) return list
  const names = new Set(list.filter((_, i) => i % 2 === 0))
  const narrow = list.map((value, i) =>
    list[i - 1] === 'Access-Control-Expose-Headers' && i % 2 === 1
      ? exposed.filter((name) => names.has(name)).join(', ')
      : value,
  )
  if (sizeOf(narrow) <= mostHeadBytes) return narrow
  const pairs = narrow.flatMap((name, i) => (i % 2 === 0 ? [[name, narrow[i + 1]!] as const] : []))
  const others = pairs.filter(([name]) => name !== 'X-Warning').flat()
  const lines = pairs.filter(([name]) => name === 'X-Warning').map(([, line]) => line)
  const room = mostHeadBytes - sizeOf(others)
  return [...others, ...cutWarnings(lines, room, lineBytes('X-Warning')).flatMap((line) => ['X-Warning', line])]
}
