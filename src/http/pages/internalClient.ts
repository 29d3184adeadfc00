import type { Fetched, Row } from '../../web/fetched.ts'
import { languageParameter } from '../../web/words/words.ts'
import type { Send } from '../ownRequest.ts'
import type { InternalClient, InternalRequest, InternalResponse, OwnResponse, RowsQuery } from '../services.ts'

const queryOf = (parameters: RowsQuery): string => {
  const text = Object.entries(parameters)
    .map(([name, value]) => `${name}=${encodeURIComponent(value).replaceAll('%2C', ',')}`)
    .join('&')
  return text === '' ? '' : `?${text}`
}

/** Headers by name, in lower case; those of the same name are joined. */
function headersOf(list: OwnResponse['headers']): Record<string, string> {
  const headers: Record<string, string> = {}
  list.forEach((name, i) => {
    if (i % 2 === 1) return
    const known = headers[name.toLowerCase()]
    headers[name.toLowerCase()] = known === undefined ? list[i + 1]! : `${known}, ${list[i + 1]!}`
  })
  return headers
}

/** Pages read as a caller to whom every dataset is open. */
const plus = { userId: 0, keyId: null, tier: 'plus' } as const

const { signal } = new AbortController()

export function createInternalClient(sendOwn: Send): InternalClient {
  async function send({
    method = 'GET',
    path,
    language = 'en',
    body,
    headers = {},
    isWithoutKey = false,
  }: InternalRequest): Promise<InternalResponse> {
    const answered = await sendOwn({
      ...{ id: 'page', method, url: path, entry: '', address: 'internal', isCounted: true, body, signal },
      internal: { caller: isWithoutKey ? null : plus },
      headers: { accept: 'application/json', 'accept-language': languageParameter(language), ...headers },
    })
    answered.release?.()
    return {
      line: `${method} ${path}`,
      status: answered.status,
      headers: headersOf(answered.headers),
      body: JSON.parse(answered.body),
    }
  }

  /** Rows of the first page and, by its cursor, of further pages. */
  async function rowsOf(dataset: string, parameters: RowsQuery, mostPages: number): Promise<Fetched> {
    const path = `/v1/data/${dataset}${queryOf(parameters)}`
    const rows: Row[] = []
    let cursor: string | null = null
    for (let page = 0; page < mostPages && (page === 0 || cursor !== null); page++) {
      const next: string = page === 0 ? path : `/v1/data/${dataset}${queryOf({ ...parameters, cursor: cursor! })}`
      const { status, body } = await send({ path: next })
      const answer = body as { detail: string; data: Row[]; cursor: string | null }
      if (status !== 200)
        return { line: `GET ${path}`, rows: [], hasMore: false, failure: { status, detail: answer.detail } }
      rows.push(...answer.data)
      cursor = answer.cursor
    }
    return { line: `GET ${path}`, rows, hasMore: cursor !== null, failure: null }
  }

  return {
    rows: (dataset, parameters = {}, mostPages = 1) => rowsOf(dataset, parameters, mostPages),
    send,
  }
}
