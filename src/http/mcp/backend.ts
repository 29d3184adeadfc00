import type { Language } from '../../errors.ts'

/** The request of a route, as a tool makes it. */
export type ToolRequest = {
  readonly method: 'GET' | 'POST'
  /** Path and query. */
  readonly url: string
  /** Sent as JSON. */
  readonly body?: Readonly<Record<string, unknown>>
  /** A payment of x402, in base64. */
  readonly payment?: string
}

export type ToolReply = {
  readonly status: number
  /** Lines of headers, by names in lower case. */
  readonly headers: readonly (readonly [string, string])[]
  readonly text: string
}

/** The service behind the tools: this process, or one that is reached over HTTP. */
export type Backend = {
  readonly language: Language
  /** True where the client has sent a key, whether or not it is valid. */
  readonly hasKey: boolean
  readonly send: (request: ToolRequest, signal: AbortSignal) => Promise<ToolReply>
  /** The reply to a call that failed before or while it was sent. */
  readonly failed: (error: unknown) => ToolReply
}

export const headerOf = ({ headers }: ToolReply, name: string): string | undefined =>
  headers.find(([known]) => known === name)?.[1]

/** Name and value in turn, as lines. */
export const linesOf = (list: readonly string[]): [string, string][] =>
  list.flatMap((name, i) => (i % 2 === 0 ? [[name.toLowerCase(), list[i + 1]!] as [string, string]] : []))
