import { route } from '../route.ts'

export const healthz = route({
  method: 'GET',
  path: '/healthz',
  about: 'Liveness: the process answers. Touches no data.',
  auth: 'none',
  query: {},
  fails: [],
  handle: async (_, { release }) => ({ body: { status: 'ok', version: release } }),
})

export const readyz = route({
  method: 'GET',
  path: '/readyz',
  about: 'Readiness: 200 when every part is in order, 503 with the list of parts otherwise.',
  auth: 'none',
  query: {},
  fails: [],
  async handle(_, { checks, nextAttempt, now }) {
    const parts = await checks()
    const isReady = Object.values(parts).every((state) => /^(ok|degraded|running)\b/.test(state))
    const next = nextAttempt()
    const seconds = next === null ? 5 : Math.max(1, Math.ceil((next.at - now().getTime()) / 1_000))
    return {
      status: isReady ? 200 : 503,
      headers: isReady ? {} : { 'Retry-After': String(seconds) },
      body: { status: isReady ? 'ready' : 'not_ready', checks: parts },
    }
  },
})
