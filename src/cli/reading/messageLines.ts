import { Transform, type TransformCallback } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'

/** A line longer than this is no message of a client. */
const longestLine = 1 << 20

/** The codes of JSON-RPC. */
const [notJson, notMessage] = [-32_700, -32_600]

/** The response to a line that is no message; null where it is one. */
function refusalOf(line: string): object | null {
  const refuse = (code: number, message: string, id: string | number | null = null) => ({
    jsonrpc: '2.0',
    id,
    error: { code, message },
  })
  if (line.length > longestLine) return refuse(notMessage, `A message may have ${longestLine} characters.`)
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    return refuse(notJson, 'A line is no JSON: send one JSON-RPC message a line.')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return refuse(notMessage, 'A line is no JSON-RPC message: send one object a line.')
  const { jsonrpc, id, method } = value as Readonly<Record<string, unknown>>
  const known = typeof id === 'string' || typeof id === 'number' ? id : null
  if (jsonrpc !== '2.0') return refuse(notMessage, 'A JSON-RPC message has "jsonrpc": "2.0".', known)
  if (typeof method !== 'string' && !('result' in value) && !('error' in value))
    return refuse(
      notMessage,
      'A JSON-RPC message has a "method", as in {"jsonrpc":"2.0","id":1,"method":"tools/list"}.',
      known,
    )
  return null
}

/**
 * Passes on the lines that are messages, and refuses the others: the library skips a line that is no JSON, and its
 * client would wait for ever. `onEnd` is called behind the last message, which may lack its line end.
 */
export function createMessageLines(refuse: (response: object) => void, onEnd: (done: () => void) => void): Transform {
  const decoder = new StringDecoder('utf8')
  let rest = ''
  let isTooLong = false

  function take(this: Transform, line: string): void {
    if (line.trim() === '') return
    const refusal = refusalOf(line)
    if (refusal) refuse(refusal)
    else this.push(`${line}\n`)
  }

  return new Transform({
    transform(chunk: Buffer, _, done: TransformCallback) {
      const lines = (rest + decoder.write(chunk)).split('\n')
      rest = lines.pop()!
      for (const line of lines) {
        if (!isTooLong) take.call(this, line)
        isTooLong = false
      }
      if (rest.length > longestLine) {
        if (!isTooLong) take.call(this, rest)
        isTooLong = true
        rest = ''
      }
      done()
    },
    flush(done) {
      if (!isTooLong) take.call(this, rest + decoder.end())
      onEnd(() => done())
    },
  })
}
