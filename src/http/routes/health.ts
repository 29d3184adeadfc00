import { route } from '../route.ts'

export const healthz = route({
  method: 'GET',
  path: '/healthz',
  about: 'Liveness: the process answers. Touches no data.',
  query: {},
  fails: [],
  handle: async (_, { release }) => ({ body: { status: 'ok', version: release } }),
})

export const readyz = route({
  method: 'GET',
  path: '/readyz',
  about: 'Readiness: 200 when every part is in order, 503 with the list of parts otherwise.',
  query: {},
  fails: ['not_ready'],
  async handle(_, { checks }) {
    const parts = checks()
    const isReady = Object.values(parts).every((state) => state === 'ok')
    return {
      status: isReady ? 200 : 503,
      headers: isReady ? {} : { 'Retry-After': '5' },
      body: { status: isReady ? 'ready' : 'not_ready', checks: parts },
    }
  },
})
