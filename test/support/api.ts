import assert from 'node:assert/strict'
import { after } from 'node:test'
import { type Client, createClient, type HttpResponse, type RequestOptions } from './client.ts'
import { type Contract, contractOf, readDocument } from './contract.ts'
import type { Service } from './service.ts'
import { openUsers } from './users.ts'

/** To read the document and to compile its schemas takes a second: the files of a process share it by service. */
const contracts = new Map<string, Promise<Contract>>()

export function contractAt(url: string): Promise<Contract> {
  const contract = contracts.get(url) ?? readDocument(url).then(contractOf)
  contracts.set(url, contract)
  return contract
}

/** A client whose every response is held against the OpenAPI document. */
export const held = (client: Client, contract: Contract): Client => ({
  ...client,
  async send(path, options = {}) {
    const response = await client.send(path, options)
    await contract.hold(options, path, response)
    return response
  },
})

/** The shape that all refusals have; returns the body. */
export function expectProblem(response: HttpResponse, status: number, code: string) {
  assert.equal(response.status, status, response.text.slice(0, 500))
  const { json: body, headers } = response
  assert.equal(body.code, code, body.detail)
  assert.deepEqual(Object.keys(body).slice(0, 2), ['detail', 'code'])
  assert.match(body.detail, /^[^\n]+[.。？?]$/)
  assert.match(headers['content-type']!, /^application\/json/)
  assert.equal(headers['cache-control'], 'no-store')
  return body
}

/** A request that must be refused, and how. */
export type Refusal = readonly [status: number, code: string, path: string, options?: RequestOptions]

/** The parameters that a refusal names, in its order. */
export const paramsOf = ({ errors }: { errors: { param: string }[] }): string[] => errors.map(({ param }) => param)

export const unescaped = (html: string): string =>
  html
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

/** The text of a page as a reader sees it. */
export const plain = (html: string): string => unescaped(html.replaceAll(/<[^>]+>/g, ''))

/** The data of the charts on a page. */
// biome-ignore lint/suspicious/noExplicitAny: charts of any kind
export const chartsIn = (page: string): any[] =>
  [...page.matchAll(/<script type="application\/json">([^<]+)<\/script>/g)].map(([, text]) => JSON.parse(text!))

/** The requests that a page names. */
export const requestsIn = (page: string): Set<string> =>
  new Set([...page.matchAll(/<code>GET (\/v1\/[^<]+)<\/code>/g)].map(([, line]) => unescaped(line!)))

/**
 * A service for the tests of a file, which leave it when they end: a client whose every response is held against the
 * OpenAPI document, and a key of each tier.
 */
export async function openApi<S extends Service>(starting: Promise<S>, sockets?: number) {
  const service = await starting
  const contract = await contractAt(service.url)
  const client = held(createClient(service.url, sockets), contract)
  const users = await openUsers(service.home)
  after(async () => {
    client.close()
    await users.close()
    await service.stop()
  })
  const addKey = async (tier: 'free' | 'lite' | 'plus') => (await users.add(tier)).key
  const keys = { free: await addKey('free'), lite: await addKey('lite'), plus: await addKey('plus') }

  const { send } = client

  /** Asks for rows, with a Plus key if no other one is given. */
  const data = (path: string, options: RequestOptions = {}) => send(`/v1/data/${path}`, { key: keys.plus, ...options })

  async function ok(path: string, options: RequestOptions = {}): Promise<HttpResponse> {
    const response = await data(path, options)
    assert.equal(response.status, 200, `${path}: ${response.text.slice(0, 500)}`)
    return response
  }

  /** Sends each request, which must be refused with its status and code. */
  async function refused(cases: readonly Refusal[]): Promise<void> {
    for (const [status, code, path, options] of cases) expectProblem(await send(path, options), status, code)
  }

  return {
    ...{ refused, service, url: service.url, home: service.home, users, addKey, keys, contract, send, data, ok },

    // biome-ignore lint/suspicious/noExplicitAny: rows of any dataset
    rows: async (path: string): Promise<any[]> => (await ok(path)).json.data,

    /** The calls that a key has left in this hour. */
    left: async (key: string): Promise<number> => (await client.send('/v1/key/info', { key })).json.remaining_this_hour,

    /** A page as a browser asks for it: nothing of it is inline, and no value is missing. */
    async look(path: string, status = 200, language: 'en' | 'zh-TW' = 'en'): Promise<string> {
      const headers = { Accept: 'text/html', 'Accept-Language': language }
      const response = await client.send(path, { headers })
      assert.equal(response.status, status, `${path}: ${response.text.slice(0, 500)}`)
      assert.equal(response.headers['content-type'], 'text/html; charset=utf-8')
      assert.doesNotMatch(response.text, /\sstyle=|\son\w+=|undefined|\[object|NaN/, path)
      return response.text
    },
  }
}
