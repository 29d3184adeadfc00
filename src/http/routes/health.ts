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
  async handle(_, { checks }) {
    const parts = await checks()
    const isReady = Object.values(parts).every((state) => state === 'ok' || state.startsWith('degraded'))
    return {
      status: isReady ? 200 : 503,
      headers: isReady ? {} : { 'Retry-After': '5' },
      body: { status: isReady ? 'ready' : 'not_ready', checks: parts },
    }
  },
})
