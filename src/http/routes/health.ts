import { oneOf as choice, optional } from '../../fields.ts'
import { isReady } from '../measures/readiness.ts'
import { object, oneOf, string } from '../openapi/schema.ts'
import { route } from '../route.ts'

export const healthz = route('GET /healthz', 'healthz', {
  tag: 'service',
  about: { en: 'Liveness: the process answers. Touches no data.', zh: '存活檢查：行程有回應，不碰資料。' },
  auth: 'none',
  responses: {
    200: {
      schema: object('Health', 'The process answers', { status: { const: 'ok' }, version: string('Release') }),
    },
  },
  handle: async (_, { release }) => ({ body: { status: 'ok', version: release } }),
})

const ready = object('Ready', 'Parts of the service and whether each is in order', {
  status: oneOf(['ready', 'not_ready']),
  checks: {
    type: 'object',
    additionalProperties: { type: 'string' },
    description: 'ok, degraded with its reason, or the fault; disk also says how many bytes are free',
  },
})

/** The parts of this process that rows depend on; accounts and quota are the same on every machine. */
const rowParts = ['data', 'service']

export const readyz = route('GET /readyz', 'readyz', {
  tag: 'service',
  about: {
    en: 'Readiness: 200 when every part is in order, 503 with the list of parts otherwise.',
    zh: '就緒檢查：一切正常為 200，否則為 503 並列出各部分狀態。',
  },
  auth: 'none',
  query: {
    scope: optional(
      choice(
        ['rows'],
        'rows: only what a proxy needs to choose a machine: that this one has data and does not stop',
        'rows：僅檢查代理伺服器選擇機器所需的項目：本機有資料且未在停止中',
      ),
    ),
  },
  responses: {
    200: { schema: ready },
    503: { description: 'A part is not in order', schema: ready, headers: ['Retry-After'] },
  },
  async handle({ query: { scope } }, { checks, nextAttempt, now }) {
    const all = await checks()
    const parts =
      scope === undefined ? all : Object.fromEntries(Object.entries(all).filter(([part]) => rowParts.includes(part)))
    const isInOrder = isReady(parts)
    const next = nextAttempt()
    const seconds = next === null ? 5 : Math.max(1, Math.ceil((next.at - now().getTime()) / 1_000))
    return {
      status: isInOrder ? 200 : 503,
      headers: isInOrder ? {} : { 'Retry-After': String(seconds) },
      body: { status: isInOrder ? 'ready' : 'not_ready', checks: parts },
    }
  },
})
