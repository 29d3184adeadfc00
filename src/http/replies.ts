import type { IncomingMessage } from 'node:http'
import { createAgent } from './agent.ts'
import { createBulk } from './bulk.ts'
import { createData } from './data.ts'
import { createEndpoints } from './endpoints.ts'
import type { HotPages } from './hotPages.ts'
import { createLinked } from './links.ts'
import { targetOf } from './request.ts'
import type { Reply } from './respond.ts'
import type { Route } from './route.ts'
import { bulkFile } from './routes/bulk.ts'
import { useLink } from './routes/links.ts'
import { payForAnswer } from './routes/paidAnswer.ts'
import { payForDataset } from './routes/paidRows.ts'
import { queryDataset } from './routes/rows.ts'
import type { Services } from './services.ts'

/** The routes of rows, each with the part of its path before the name of the dataset. */
const prefixes = [queryDataset, payForDataset].map((route) => [route, route.path.replace('{dataset}', '')] as const)

const bulkPrefix = bulkFile.path.replace('{dataset}/{file}', '')
const linkPrefix = useLink.path.replace('{token}/{file}', '')

/** The two segments after a prefix; null where there are fewer or more. */
function segments(path: string, prefix: string): readonly [string, string] | null {
  if (!path.startsWith(prefix)) return null
  const [first, second, ...more] = path.slice(prefix.length).split('/')
  return first && second && more.length === 0 ? [first, second] : null
}

const named = async ({ path }: Route, reply: Reply | Promise<Reply>): Promise<Reply> => ({
  ...(await reply),
  route: path,
})

/** The route of rows that a request is for, and the dataset in its path; null for every other request. */
export function rowsOf(request: IncomingMessage): { readonly route: Route; readonly name: string } | null {
  if (request.method !== 'GET' && request.method !== 'HEAD') return null
  const { path } = targetOf(request)
  // Questions are sold by POST, and no dataset has their name.
  if (path === payForAnswer.path) return null
  for (const [route, prefix] of prefixes)
    if (path.startsWith(prefix) && path.length > prefix.length && !path.includes('/', prefix.length))
      return { route, name: path.slice(prefix.length) }
  return null
}

export type Replies = ReturnType<typeof createReplies>

/** Makes the reply to a request, by the routes of rows or by the table of routes. */
export function createReplies(services: Services, hotPages: HotPages) {
  const data = createData(services, hotPages)
  const agent = createAgent(services)
  const bulk = createBulk(services)
  const linked = createLinked(services, data.rows, bulk.file)
  const endpoints = createEndpoints(services)

  return (request: IncomingMessage, id: string, gone: () => AbortSignal): Reply | Promise<Reply> => {
    const hot = data.hot(request, id)
    if (hot) return hot
    const { path, query } = targetOf(request)
    const rows = rowsOf(request)
    if (rows?.route === queryDataset) return data.answer(request, rows.name, query, id)
    if (rows) return agent(request, rows.name, query, id)
    if (request.method === 'GET' || request.method === 'HEAD') {
      const file = segments(path, bulkPrefix)
      if (file) return named(bulkFile, bulk.answer(request, { dataset: file[0], file: file[1], query }, id))
      const link = segments(path, linkPrefix)
      if (link) return named(useLink, linked(request, { token: link[0], file: link[1], query }, id))
    }
    return endpoints(request, path, query, id, gone())
  }
}
