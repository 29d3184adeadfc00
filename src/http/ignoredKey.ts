import type { IncomingMessage } from 'node:http'
import { warningLines } from '../query/warnings.ts'
import type { Reply } from './respond.ts'

/** Warns a client that sent a key to a path that reads none. */
export function withIgnoredKey({ headers }: IncomingMessage, reply: Reply): Reply {
  if (headers.authorization === undefined) return reply
  const [line] = warningLines([{ code: 'not_applicable', param: 'Authorization' }])
  return { ...reply, headers: [...reply.headers, 'X-Warning', line!] }
}
