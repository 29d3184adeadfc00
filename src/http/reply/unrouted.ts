import { pathHint } from '../../catalogue/elsewhere.ts'
import { problem } from '../../errors.ts'
import { alternatives } from '../../fields.ts'
import type { Reply } from '../reply.ts'
import { pageType } from '../request/accept.ts'
import type { ApiRequest } from '../request/apiRequest.ts'
import type { Asked, Router } from '../router.ts'

const allowedHeaders =
  'Authorization, Content-Type, Idempotency-Key, If-None-Match, If-Range, Last-Event-ID, Prefer, Range, X-API-KEY, X-PAYMENT, PAYMENT-SIGNATURE, Access-Control-Expose-Headers'

const allowedOf = (methods: readonly string[]): string[] =>
  methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))

export const isPreflight = ({ method }: ApiRequest, { methods }: Asked): boolean =>
  method === 'OPTIONS' && methods.length > 0

/** Scripts of other sites may read; changes to an account are for pages of this service alone. */
export const preflight = ({ headers }: ApiRequest, { methods, fromElsewhere }: Asked): Reply => ({
  status: 204,
  headers: [
    'Allow',
    [...allowedOf(methods), 'OPTIONS'].join(', '),
    ...(headers.origin === undefined
      ? []
      : [
          'Access-Control-Allow-Methods',
          ['GET, HEAD', ...fromElsewhere.filter((method) => method !== 'GET'), 'OPTIONS'].join(', '),
          'Access-Control-Allow-Headers',
          allowedHeaders,
          'Access-Control-Max-Age',
          '86400',
        ]),
  ],
  body: '',
})

/**
 * Refuses a request that no route answers: 405 where its path has other methods, else 404 with the path that was
 * probably meant. The address of a page with a slash at its end leads to the page.
 */
export function unrouted(request: ApiRequest, { methods }: Asked, find: Router): Reply {
  const { path, query } = request
  const method = request.method === 'HEAD' ? 'GET' : request.method
  if (methods.length > 0) {
    const allowed = allowedOf(methods)
    throw problem('method_not_allowed', [method, alternatives(allowed)], {
      headers: { Allow: [...allowed, 'OPTIONS'].join(', ') },
    })
  }
  const bare = path.slice(0, -1)
  const meant = path.endsWith('/') ? find(method, bare) : null
  if (method === 'GET' && meant?.route?.types?.includes(pageType)) {
    // A relative address holds below the path of a proxy, too.
    const location = `..${bare.slice(bare.lastIndexOf('/'))}${query === '' ? '' : `?${query}`}`
    return { status: 308, headers: ['Location', location, 'Cache-Control', 'no-store'], body: '' }
  }
  const slashed = meant?.methods.length
    ? { en: `it is ${bare}, without the slash`, zh: `請改用 ${bare}，不含結尾的斜線` }
    : undefined
  throw problem('not_found', [path.slice(0, 200), pathHint(path, query) ?? slashed])
}
