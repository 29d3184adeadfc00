import type { Dispatch } from './dispatch.ts'
import type { Services } from './services.ts'

/** Answers messages of the Model Context Protocol. Its library is loaded with the first of them. */
export function createMcp(services: Omit<Services, 'mcp' | 'house'>, dispatch: Dispatch): Services['mcp'] {
  let loading: Promise<Services['mcp']> | null = null
  const load = async (): Promise<Services['mcp']> => {
    const { createExchange } = await import('./mcp/overHttp.ts')
    return createExchange(services, dispatch)
  }
  return async (message) => {
    // A failure to load is not kept.
    loading ??= load().catch((error) => {
      loading = null
      throw error
    })
    const exchange = await loading
    return exchange(message)
  }
}
