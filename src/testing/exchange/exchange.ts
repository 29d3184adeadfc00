import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Reader } from '../../lake/reader.ts'
import type { Fault } from './faults.ts'

/** A question that reached the exchange. */
export type Heard = {
  readonly publisher: string
  /** Below the publisher, without the query. */
  readonly path: string
  /** Of the query, the form or the JSON that was posted. */
  readonly fields: Readonly<Record<string, string>>
  /** The days it asks for, where it names any. */
  readonly from: string | null
  readonly to: string | null
  /** When it came, in milliseconds of the machine. */
  readonly at: number
  readonly fault: Fault['does']['kind'] | null
}

type Options = {
  /** The rows that are true: a reader over a lake of the market in a box, which may reach beyond `through`. */
  readonly market: Reader
  /** The newest day that is published; what is later is not told yet. */
  readonly through: () => string
  readonly faults?: readonly Fault[]
}

export type Exchange = {
  /** Every publisher lies below it: `<url>/<publisher id>/<path>`. */
  readonly url: string
  /** Everything asked so far, in order. */
  readonly requests: () => readonly Heard[]
  /** Adds a rule, and returns what takes it back. Of several that match, the first one added acts. */
  readonly misbehave: (fault: Fault) => () => void
  readonly stop: () => Promise<void>
}

/** A stand-in for every publisher on a free loopback port. */
export async function startExchange({ market, through, faults = [] }: Options): Promise<Exchange> {
  const heard: Heard[] = []
  const rules = [...faults]
  const server = createServer((_request, response) => {
    void [market, through]
    response.writeHead(404).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: () => [...heard],
    misbehave(fault) {
      rules.push(fault)
      return () => {
        const at = rules.indexOf(fault)
        if (at >= 0) rules.splice(at, 1)
      }
    },
    async stop() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
