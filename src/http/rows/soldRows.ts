import type { Dataset } from '../../catalogue/dataset.ts'
import { problem } from '../../errors.ts'
import { extensionsOf } from '../../pay/extensions.ts'
import type { Computed, PaidRequest } from '../../pay/paidRequest.ts'
import { priceOf } from '../../pay/paymentTerms.ts'
import { parameters } from '../../query/parameters.ts'
import { rowHeaders } from '../openapi/rows.ts'
import type { Reply } from '../reply.ts'
import { jsonType } from '../request/accept.ts'
import type { ApiRequest } from '../request/apiRequest.ts'
import { datasetNamed } from '../request/datasetNamed.ts'
import { isDryRun, languageOf } from '../request/query.ts'
import type { AgentServices, PreparedRows, Services } from '../services.ts'
import { sell } from './sale.ts'

/** Headers of a page that are kept with it and sent again when its payment is. */
const kept = new Set(['Content-Type', ...rowHeaders.map((name) => name.replace('?', ''))])

/** Bytes that the shortest receipt and both settlement headers take of a head. */
const leastReceiptBytes = 1_450

const pathOf = ({ name }: Dataset): string => `/v1/agent/${name}`

/** The description of a dataset for catalogues of paid services. */
const discovery = (dataset: Dataset) =>
  extensionsOf({
    method: 'GET',
    parameters: Object.fromEntries(Object.keys(parameters).map((name) => [name, { type: 'string' }])),
    example: { ...(dataset.example === null ? {} : { stock_id: dataset.example }), limit: '5' },
    answer: { dataset: dataset.name, tier_used: dataset.tier, count: 0, data: [], cursor: null },
  })

/** The query as a URI has it: characters that may not stand in one are percent-encoded, those that may stay. */
const encoded = (query: string): string =>
  query
    .replace(/%(?![0-9A-Fa-f]{2})/g, '%25')
    .replace(/[^\w\-.~!$&'()*+,;=:@/?%]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)

/** True for a client that accepts the format of the query's parameters as it is. */
const isPlain = (accept: string | undefined): boolean => accept === undefined || accept === '*/*' || accept === jsonType

/** Identifies the bytes of a page: one payment buys one page. */
function choicesOf(resource: string, { headers }: ApiRequest, { hasWarnings }: PreparedRows): string {
  const { accept, 'accept-language': language } = headers
  return [
    resource,
    // The same address brings other bytes to a client that accepts another format, or reads warnings in another language.
    ...(isPlain(accept) ? [] : [accept]),
    ...(hasWarnings ? [languageOf(language)] : []),
  ].join(' ')
}

/** The query with its parameters sorted, so that requests for the same page have the same key. */
function inOrder(query: string): string {
  const sorted = new URLSearchParams(query)
  sorted.sort()
  return sorted.size === 0 ? '' : `?${sorted}`
}

/** Makes the page and copies it out of the pooled buffers: it is stored before the payment settles. */
async function computed({ make }: PreparedRows): Promise<Computed> {
  const { common = [], headers: own, body, isBytes, release } = await make()
  const all = [...common, ...own]
  const held = all.flatMap((name, i) => (i % 2 === 0 && kept.has(name) ? [name, all[i + 1]!] : []))
  const bytes = typeof body === 'string' ? Buffer.from(body, isBytes ? 'latin1' : 'utf8') : Buffer.from(body)
  release?.()
  return { body: bytes, headers: held, dataVersion: held[held.indexOf('X-Data-Version') + 1] ?? '' }
}

async function sellPage(services: Services, agent: AgentServices, request: ApiRequest, dataset: Dataset) {
  const { baseUrl, turns, rows } = services
  const { query, address: sender, url } = request
  const { accept, prefer, 'accept-language': language } = request.headers
  const path = pathOf(dataset)
  const resource = `${path}${inOrder(query)}`
  const offer = {
    url: `${baseUrl()}${path}${query === '' ? '' : `?${encoded(query)}`}`,
    description: `Taiwan market data: ${dataset.name}`,
    price: priceOf(agent.terms, dataset),
    extensions: discovery(dataset),
  }
  const read = (): PaidRequest => {
    // A stored page is neither compressed nor compared with what the client has.
    const plain = { headers: { accept, prefer, 'accept-language': language }, url, address: sender }
    const prepared = rows.prepare(plain, dataset, query, leastReceiptBytes)
    return {
      ...{ dataset: dataset.name, resource, sender, offer },
      key: choicesOf(resource, request, prepared),
      compute: () =>
        turns.compute(
          () => sender,
          () => computed(prepared),
        ),
    }
  }
  const { body, headers, onSent } = await sell(services, agent, request, { offer, sender }, read)
  return {
    status: 200,
    headers: [...headers, 'Cache-Control', 'no-store'],
    body,
    release: () => void onSent(),
  } satisfies Reply
}

/** The rows of `/v1/data`, paid for by the call. An unknown dataset is 404 before any 402. */
export async function sellRows(request: ApiRequest, name: string, services: Services): Promise<Reply> {
  const { agent, pageWaiter, rows } = services
  if (!agent) throw problem('agent_disabled', [])
  const dataset = datasetNamed(name)
  await pageWaiter.wait(dataset.name)
  return isDryRun(request.query)
    ? rows.prepare(request, dataset, request.query, leastReceiptBytes).make()
    : sellPage(services, agent, request, dataset)
}
