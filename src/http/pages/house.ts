import type { Language } from '../../errors.ts'
import type { Row } from '../../web/parts/fetched.ts'
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

  return {
    async rows(dataset, parameters = {}) {
      const path = `/v1/data/${dataset}${queryOf(parameters)}`
      const { status, body } = await fetchPath(path)
      const answer = JSON.parse(body)
      const line = `GET ${path}`
      if (status !== 200) return { line, rows: [], hasMore: false, failure: { status, detail: answer.detail } }
      return { line, rows: answer.data as Row[], hasMore: answer.cursor !== null, failure: null }
    },
    async get(path, language) {
      const { status, body } = await fetchPath(path, language)
      return { line: `GET ${path}`, status, body: JSON.parse(body) }
    },
  }
}
