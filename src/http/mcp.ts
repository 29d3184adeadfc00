import { once } from '../once.ts'
import type { Dispatch } from './dispatch.ts'
import type { BaseServices, Services } from './services.ts'

/** Answers messages of the Model Context Protocol. Its library is loaded with the first of them. */
export function createMcp(services: BaseServices, dispatch: Dispatch): Services['mcp'] {
  const load = once(async (): Promise<Services['mcp']> => {
    const { createExchange } = await import('./mcp/overHttp.ts')
    return createExchange(services, dispatch)
  })
  return async (message) => {
    const exchange = await load()
    return exchange(message)
  }
}
