import type { IncomingMessage } from 'node:http'
import type { Dataset } from '../catalogue/dataset.ts'
import { problem } from '../errors.ts'
import { extensionsOf } from '../pay/extensions.ts'
import type { Computed, PaidRequest } from '../pay/paidRequest.ts'
import { priceOf } from '../pay/paymentTerms.ts'
import { parameters } from '../query/parameters.ts'
import { jsonType } from './accept.ts'
import { answerAdmitted, costOf } from './admit.ts'
import { createAnswers, datasetOf, type RowsRequest, readRowsRequest } from './data.ts'
import { withIgnoredKey } from './ignoredKey.ts'
import { rowHeaders } from './openapi/rows.ts'
import { isDryRun, languageOf } from './request.ts'
import type { Reply } from './respond.ts'
import { payForDataset } from './routes/paidRows.ts'
import { sell } from './sale.ts'
import { anonymous } from './sender.ts'
import type { AgentServices, Services } from './services.ts'

/** Headers of a page that are kept with it and sent again when its payment is. */
const kept = new Set(['Content-Type', ...rowHeaders.map((name) => name.replace('?', ''))])

/** Bytes that the shortest receipt and both settlement headers take of a head. */
const leastReceiptBytes = 1_450

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
function choicesOf(resource: string, { headers }: IncomingMessage, { parsed }: RowsRequest): string {
  const { accept, 'accept-language': language } = headers
  return [
    resource,
    // The same address brings other bytes to a client that accepts another format, or reads warnings in another language.
    ...(isPlain(accept) ? [] : [accept]),
    ...(parsed.hasWarnings ? [languageOf(language)] : []),
  ].join(' ')
}

/** The query with its parameters sorted, so that requests for the same page have the same key. */
function inOrder(query: string): string {
  const sorted = new URLSearchParams(query)
  sorted.sort()
  return sorted.size === 0 ? '' : `?${sorted}`
}

/** `GET /v1/agent/{dataset}`: the rows of `/v1/data`, paid for by the call. An unknown dataset is 404 before any 402. */
export function createAgent(services: Services) {
  const { addresses, baseUrl, turns, pageWaiter } = services
  const compute = createAnswers(services, null, { receiptBytes: leastReceiptBytes })

  /** Computes the page and copies it out of the pooled buffers: it is stored before the payment settles. */
  async function computed(request: IncomingMessage, rows: RowsRequest, query: string, sender: string) {
    const { accept, prefer, 'accept-language': language } = request.headers
    const headers = { accept, prefer, 'accept-language': language }
    const {
      common = [],
      headers: own,
      body,
      isBytes,
      release,
    } = await compute({ headers, url: request.url! }, rows, query, rows.dataset.tier, () => sender)
    const all = [...common, ...own]
    const held = all.flatMap((name, i) => (i % 2 === 0 && kept.has(name) ? [name, all[i + 1]!] : []))
    const bytes = typeof body === 'string' ? Buffer.from(body, isBytes ? 'latin1' : 'utf8') : Buffer.from(body)
    release?.()
    return {
      body: bytes,
      headers: held,
      dataVersion: held[held.indexOf('X-Data-Version') + 1] ?? '',
    } satisfies Computed
  }

  async function sellRows(agent: AgentServices, request: IncomingMessage, dataset: Dataset, query: string) {
    const path = payForDataset.path.replace('{dataset}', dataset.name)
    const resource = `${path}${inOrder(query)}`
    const sender = addresses.of(request)
    const offer = {
      url: `${baseUrl()}${path}${query === '' ? '' : `?${encoded(query)}`}`,
      description: `Taiwan market data: ${dataset.name}`,
      price: priceOf(agent.terms, dataset),
      extensions: discovery(dataset),
    }
    const read = (): PaidRequest => {
      const rows = readRowsRequest(request, dataset, query)
      return {
        ...{ dataset: dataset.name, resource, sender, offer },
        key: choicesOf(resource, request, rows),
        compute: () =>
          turns.compute(
            () => sender,
            () => computed(request, rows, query, sender),
          ),
      }
    }
    const { body, headers, onSent } = await sell(services, agent, {
      // HEAD buys nothing.
      headers: request.method === 'HEAD' ? null : request.headers,
      offered: { offer, sender },
      read,
    })
    return {
      status: 200,
      headers: [...headers, 'Cache-Control', 'no-store'],
      body,
      release: () => void onSent(),
    } satisfies Reply
  }

  async function sold(request: IncomingMessage, path: string, query: string): Promise<Reply> {
    const { agent } = services
    if (!agent) throw problem('agent_disabled', [])
    const dataset = datasetOf(path)
    await pageWaiter.wait(dataset.name)
    const sender = addresses.of(request)
    const reply = isDryRun(query)
      ? await compute(request, readRowsRequest(request, dataset, query), query, dataset.tier, () => sender)
      : await sellRows(agent, request, dataset, query)
    return withIgnoredKey(request, reply)
  }

  return (request: IncomingMessage, path: string, query: string, id: string): Reply | Promise<Reply> => {
    const terms = { cost: costOf(services, payForDataset, request, query), identify: () => anonymous }
    return answerAdmitted(services, request, id, terms, () => sold(request, path, query))
  }
}
