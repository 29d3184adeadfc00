/** The node or facilitator is unreachable or its response is invalid: the result is unknown. */
export class Unavailable extends Error {
  override name = 'Unavailable'
}

/** The call was reverted; `words` is the contract's message where it has one. */
export class Reverted extends Error {
  override name = 'Reverted'
  readonly words: string
  constructor(words: string) {
    super(`the call reverts: ${words || 'without a reason'}`)
    this.words = words
  }
}

/** The node refused the request (nonce, fee, limits). */
export class Refused extends Error {
  override name = 'Refused'
}

export type Rpc = (method: string, params: readonly unknown[]) => Promise<unknown>

export type RpcOptions = { readonly timeoutMs?: number }

/** The message inside a contract's `Error(string)`. */
function wordsIn(data: unknown): string | null {
  if (typeof data !== 'string' || !data.startsWith('0x08c379a0')) return null
  const bytes = Buffer.from(data.slice(10), 'hex')
  const length = bytes.length >= 64 ? Number(BigInt(`0x${bytes.subarray(32, 64).toString('hex')}`)) : 0
  return bytes.subarray(64, 64 + length).toString()
}

type RpcFault = { readonly code?: unknown; readonly message?: unknown; readonly data?: unknown }

function faultOf({ code, message, data }: RpcFault): Error {
  const text = typeof message === 'string' ? message : ''
  const words = wordsIn(data) ?? /^(?:vm exception.*?|)execution reverted(?::\s*(.*))?$/is.exec(text)?.[1] ?? null
  if (words !== null || code === 3 || /execution reverted|\brevert/i.test(text)) return new Reverted(words ?? '')
  // Nodes refuse a transaction with -32000; other codes are faults of the node.
  if (code === -32_000 || code === -32_003) return new Refused(text)
  return new Unavailable(`the node answered ${String(code)}: ${text.slice(0, 200)}`)
}

/** A JSON-RPC client; it throws one of the three errors above. */
export function createRpc(url: string, { timeoutMs = 5_000 }: RpcOptions = {}): Rpc {
  let id = 0
  return async (method, params) => {
    const own = ++id
    let answer: unknown
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: own, method, params }),
        signal: AbortSignal.timeout(timeoutMs),
      })
      answer = await response.json()
    } catch (error) {
      const { message, cause } = error as Error
      throw new Unavailable(`${method}: ${(cause as Error | undefined)?.message ?? message}`, { cause: error })
    }
    if (typeof answer !== 'object' || answer === null) throw new Unavailable(`${method}: not a JSON-RPC answer`)
    const { error, result } = answer as { error?: RpcFault; result?: unknown }
    if (error) throw faultOf(error)
    if (result === undefined) throw new Unavailable(`${method}: an answer without a result`)
    return result
  }
}

/** Reads a number in a node's response. */
export function quantity(value: unknown, name: string): bigint {
  if (typeof value !== 'string' || !/^0x[0-9a-fA-F]+$/.test(value)) throw new Unavailable(`${name} is no number`)
  return BigInt(value)
}
