import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import { type Problem, problem } from '../../errors.ts'
import { always } from '../reply.ts'
import { problemReply } from './failed.ts'
import { fitHead, forPages } from './head.ts'

/** Headers that decide the form of an answer. */
const formHeaders = new Set(['accept', 'accept-language', 'origin'])

/** Reads an invalid request as far as possible: the headers above, and whether it is a HEAD. */
function glimpse(bytes: Buffer | undefined): { readonly headers: Record<string, string>; readonly isHead: boolean } {
  const text = (bytes ?? Buffer.alloc(0)).toString('latin1', 0, 65_536)
  const [head = ''] = text.split('\r\n\r\n')
  const headers: Record<string, string> = {}
  for (const line of head.split('\r\n')) {
    const colon = line.indexOf(':')
    const name = line.slice(0, Math.max(colon, 0)).toLowerCase()
    if (formHeaders.has(name)) headers[name] ??= line.slice(colon + 1).trim()
  }
  return { headers, isHead: text.startsWith('HEAD ') }
}

/** The problem of a request that Node could not parse. */
function clientFault(code: string | undefined): Problem {
  if (code === 'HPE_HEADER_OVERFLOW') return problem('header_too_large', [])
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return problem('request_timeout', [])
  if (code === 'HPE_INVALID_URL')
    return problem('bad_request', [
      {
        en: 'the address has characters that must be percent-encoded, such as %20 for a space',
        zh: '網址中有字元需要百分號編碼，例如空格寫成 %20、「台」寫成 %E5%8F%B0',
      },
    ])
  return problem('bad_request', [{ en: 'it is not valid HTTP', zh: '內容不是有效的 HTTP' }])
}

/** The whole answer to a request that Node could not parse, in its language and form as far as they can be read. */
export function unreadable(error: NodeJS.ErrnoException & { readonly rawPacket?: Buffer }): string {
  const { headers, isHead } = glimpse(error.rawPacket)
  const id = randomUUID()
  const reply = problemReply(clientFault(error.code), { id, headers })
  const body = reply.body.toString()
  const list = fitHead([
    ...always,
    ...reply.headers,
    ...(headers.origin === undefined ? [] : forPages),
    ...['X-Request-Id', id, 'Content-Length', String(Buffer.byteLength(body)), 'Connection', 'close'],
  ])
  const lines = list.flatMap((name, i) => (i % 2 === 0 ? [`${name}: ${list[i + 1]}`] : []))
  const head = [`HTTP/1.1 ${reply.status} ${STATUS_CODES[reply.status]}`, ...lines, '', ''].join('\r\n')
  return isHead ? head : head + body
}
