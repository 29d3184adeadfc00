import type { Language } from '../../errors.ts'
import type { Fetched, Row } from '../../web/parts/fetched.ts'
import { createDispatch } from '../dispatch.ts'
import type { HotPages } from '../hotPages.ts'
import { createReplies, type Replies } from '../replies.ts'
import type { House, OwnResponse, RowsQuery, Services } from '../services.ts'
import { contentLanguage } from './language.ts'

const queryOf = (parameters: RowsQuery): string => {
  const text = Object.entries(parameters)
    .map(([name, value]) => `${name}=${encodeURIComponent(value).replaceAll('%2C', ',')}`)
    .join('&')
  return text === '' ? '' : `?${text}`
}

export function createHouse(services: Omit<Services, 'mcp' | 'house'>, hotPages: HotPages): House {
  const caller = { userId: 0, keyId: null, tier: 'plus' as const }
  const own: Omit<Services, 'mcp' | 'house'> = {
    ...services,
    guard: { ...services.guard, identify: () => caller },
    quota: { take: () => ({ isAllowed: true, used: 0, resetSeconds: 0 }), buckets: () => [] },
    meter: { ...services.meter, count: () => {} },
    addressLimit: null,
  }
  const never = (): never => {
    throw new Error('a page calls neither tools nor pages')
  }
  let replies: Replies | null = null
  const dispatch = createDispatch(own, hotPages, () => {
    replies ??= createReplies({ ...own, mcp: never, house: { rows: never, get: never } }, hotPages)
    return replies
  })
  const { signal } = new AbortController()

  async function fetchPath(path: string, language: Language = 'en'): Promise<OwnResponse> {
    const headers = {
      accept: 'application/json',
      'accept-language': contentLanguage(language),
      authorization: 'Bearer house',
    }
    return dispatch({ method: 'GET', url: path, headers, address: 'house', isCounted: false }, 'page', signal)
  }

  /** Rows of the first page and, by its cursor, of further pages. */
  async function rowsOf(dataset: string, parameters: RowsQuery, mostPages: number): Promise<Fetched> {
    const path = `/v1/data/${dataset}${queryOf(parameters)}`
    const line = `GET ${path}`
    const rows: Row[] = []
    let cursor: string | null = null
    for (let page = 0; page < mostPages && (page === 0 || cursor !== null); page++) {
      const next: string = page === 0 ? path : `/v1/data/${dataset}${queryOf({ ...parameters, cursor: cursor! })}`
      const { status, body } = await fetchPath(next)
      const answer = JSON.parse(body)
      if (status !== 200) return { line, rows: [], hasMore: false, failure: { status, detail: answer.detail } }
      rows.push(...(answer.data as Row[]))
      cursor = answer.cursor
    }
    return { line, rows, hasMore: cursor !== null, failure: null }
  }

  return {
    rows: (dataset, parameters = {}, mostPages = 1) => rowsOf(dataset, parameters, mostPages),
    async get(path, language) {
      const { status, body } = await fetchPath(path, language)
      return { line: `GET ${path}`, status, body: JSON.parse(body) }
    },
  }
}
