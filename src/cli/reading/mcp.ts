import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { codeSaid, type Language, Problem, problem } from '../../errors.ts'
import { type Backend, linesOf, type ToolReply } from '../../http/mcp/backend.ts'
import { createToolServer } from '../../http/mcp/server.ts'
import type { Run } from '../command.ts'
import { oneOf } from '../flags.ts'
import { notice } from '../output.ts'
import { causeOf, remoteOf } from '../remote.ts'
import { onStop } from '../signals.ts'
import { createStdioTransport } from './stdioTransport.ts'

/** The longest wait for an answer. The service ends a question sooner. */
const longestMs = 300_000

/** The headers of a response; `fetch` joins warnings, whose values have no blanks. */
const headerLines = (headers: Headers): [string, string][] =>
  [...headers].flatMap(([name, value]) =>
    (name === 'x-warning' ? value.split(', ') : [value]).map((line): [string, string] => [name, line]),
  )

/** A service that is reached over HTTP. */
function createRemote(service: string, key: string | undefined, language: Language): Backend {
  const shared = { 'Accept-Language': language === 'zh' ? 'zh-TW' : 'en', 'User-Agent': 'formosa-mcp' }
  const keys: Record<string, string> = key === undefined ? {} : { Authorization: `Bearer ${key}` }

  const failed = (error: unknown): ToolReply => {
    const known = error instanceof Problem ? error : problem('internal', [], { cause: error })
    const body = { detail: known.detail(language), code: codeSaid(known.code), ...known.extra(language) }
    return { status: known.status, headers: linesOf(Object.entries(known.headers).flat()), text: JSON.stringify(body) }
  }

  return {
    language,
    hasKey: key !== undefined,
    failed,
    async send({ method, url, body, payment }, signal) {
      const own = payment === undefined ? keys : { 'PAYMENT-SIGNATURE': payment }
      try {
        const response = await fetch(`${service}${url}`, {
          method,
          headers: { ...shared, ...own, ...(body ? { 'Content-Type': 'application/json' } : {}) },
          ...(body ? { body: JSON.stringify(body) } : {}),
          signal: AbortSignal.any([signal, AbortSignal.timeout(longestMs)]),
        })
        return { status: response.status, headers: headerLines(response.headers), text: await response.text() }
      } catch (error) {
        if (signal.aborted) throw error
        const cause = causeOf(error)
        const reason = { en: `${service} cannot be reached: ${cause}`, zh: `無法連線至 ${service}：${cause}` }
        return failed(problem('unavailable', [reason], { headers: { 'Retry-After': '5' } }))
      }
    },
  }
}

export const mcp: Run = async ({ config, release }, { language }) => {
  const { url, key } = remoteOf(config)
  const backend = createRemote(url.replace(/\/+$/, ''), key, oneOf('--language', language, ['en', 'zh']))
  const stopped = new Promise<unknown>(onStop)
  const { transport, ended } = createStdioTransport()
  const handle = serveStdio(() => createToolServer(backend, release), {
    transport,
    maxSubscriptions: 0,
    onerror: ({ message }) => notice(message),
  })
  await Promise.race([ended, stopped])
  // After a signal, calls under way are aborted.
  await handle.close()
  process.stdin.destroy()
}
