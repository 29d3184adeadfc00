import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What a model's server does with a request. */
export type Behaviour =
  | {
      readonly kind: 'answer'
      readonly value: unknown
      readonly isCut?: boolean
      /** The reported usage, instead of `tokens`. */
      readonly usage?: unknown
      readonly afterMs?: number
    }
  | { readonly kind: 'status'; readonly status: number; readonly headers?: Readonly<Record<string, string>> }
  /** Half an answer, then the connection breaks. */
  | { readonly kind: 'cut' }
  /** No answer at all. */
  | { readonly kind: 'hang' }
  /** An answer that never ends. */
  | { readonly kind: 'huge' }
  | { readonly kind: 'body'; readonly text: string; readonly type?: string }

export type Heard = {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever it expects
  readonly body: any
}

export type FakeModel = { readonly url: string; readonly heard: Heard[]; readonly close: () => Promise<void> }

/** Counted by every answer, so that a test knows what was spent. */
export const tokens = { input: 1_000, output: 200 }

const envelopes = {
  openai: (value: unknown, isCut: boolean) => ({
    id: 'x',
    object: 'chat.completion',
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: typeof value === 'string' ? value : JSON.stringify(value) },
        finish_reason: isCut ? 'length' : 'stop',
      },
    ],
    usage: { prompt_tokens: tokens.input, completion_tokens: tokens.output, total_tokens: 1_200 },
  }),
  anthropic: (value: unknown, isCut: boolean) => ({
    id: 'x',
    type: 'message',
    role: 'assistant',
    content: [
      typeof value === 'string'
        ? { type: 'text', text: value }
        : { type: 'tool_use', id: 't', name: 'answer', input: value },
    ],
    stop_reason: isCut ? 'max_tokens' : 'end_turn',
    usage: { input_tokens: tokens.input, output_tokens: tokens.output },
  }),
} as const

/** What a server does with each request: always the same, the next of a list and then its last, or what a function says. */
export type Replies = Behaviour | readonly Behaviour[] | ((heard: Heard, n: number) => Behaviour)

export function behaving(replies: Replies): (heard: Heard, n: number) => Behaviour {
  if (typeof replies === 'function') return replies
  return 'kind' in replies ? () => replies : (_, n) => replies[Math.min(n, replies.length) - 1]!
}

/** A server on loopback that speaks one of the two protocols; `behave` chooses what it does with each request. */
export async function startModel(
  protocol: keyof typeof envelopes,
  behave: (requests: Heard, n: number) => Behaviour,
): Promise<FakeModel> {
  const requests: Heard[] = []
  const server = createServer(async (request, response) => {
    let text = ''
    try {
      for await (const chunk of request) text += chunk
    } catch {
      // The client has given up.
      return
    }
    const received: Heard = { path: request.url!, headers: request.headers, body: JSON.parse(text) }
    requests.push(received)
    act(behave(received, requests.length), received, response)
  })

  function act(behaviour: Behaviour, received: Heard, response: ServerResponse): void {
    switch (behaviour.kind) {
      case 'answer': {
        const body = envelopes[protocol](behaviour.value, behaviour.isCut ?? false)
        const text = JSON.stringify('usage' in behaviour ? { ...body, usage: behaviour.usage } : body)
        setTimeout(() => response.setHeader('Content-Type', 'application/json').end(text), behaviour.afterMs ?? 0)
        return
      }
      case 'status':
        // Like some servers, it repeats the request.
        response
          .writeHead(behaviour.status, behaviour.headers)
          .end(JSON.stringify({ error: { message: `bad: ${JSON.stringify(received)}` } }))
        return
      case 'cut':
        response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '5000' })
        response.write('{"choices": [', () => response.destroy())
        return
      case 'huge': {
        response.writeHead(200, { 'Content-Type': 'application/json' })
        const more = () => {
          while (!response.destroyed) if (!response.write('x'.repeat(65_536))) return void response.once('drain', more)
        }
        more()
        return
      }
      case 'body':
        response.setHeader('Content-Type', behaviour.type ?? 'application/json').end(behaviour.text)
        return
      case 'hang':
    }
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    heard: requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
