import { once } from '../../once.ts'
import type { Send } from '../ownRequest.ts'
import type { BaseServices, Services } from '../services.ts'

/** Answers messages of the Model Context Protocol. Its library is loaded with the first of them. */
export function createMcp(services: BaseServices, send: Send): Services['mcp'] {
  const load = once(async (): Promise<Services['mcp']> => {
    const { createExchange } = await import('./overHttp.ts')
    return createExchange(services, send)
  })
  return async (message) => {
    const exchange = await load()
    return exchange(message)
  }
}
