import { problem } from '../../errors.ts'
import { string } from '../openapi/schema.ts'
import { type Route, route } from '../route.ts'
import { assets } from './page.ts'

const assetRoute = (id: string, path: string): Route =>
  route(`GET ${path}`, id, {
    tag: 'service',
    about: { en: 'A file that pages load.', zh: '網頁載入的檔案。' },
    auth: 'none',
    responses: { 200: { type: 'text/plain', schema: string() } },
    async handle({ request: { path }, params: { digest, folder, inner, file } }) {
      const known = assets()
      const found = known.find([folder, inner, file].filter((part) => part !== undefined).join('/'))
      if (!found) throw problem('not_found', [path])
      // A page of another release uses another name: it gets the present file, uncached.
      const caching = digest === known.digest ? 'public, max-age=31536000, immutable' : 'no-cache'
      return {
        headers: { 'Content-Type': found.type, 'Cache-Control': caching, 'X-Content-Type-Options': 'nosniff' },
        body: found.body,
      }
    },
  })

/** Every page may be found by a search; rows and tools are for programs that know them. */
const robots = 'User-agent: *\nDisallow: /v1/\nDisallow: /mcp\n'

/** A file at the address where programs look for it. */
const fixedRoute = (id: string, path: string, file: () => { readonly type: string; readonly body: string }): Route =>
  route(`GET ${path}`, id, {
    tag: 'service',
    about: { en: 'A file that browsers and search engines look for.', zh: '瀏覽器與搜尋引擎會讀取的檔案。' },
    auth: 'none',
    responses: { 200: { type: 'text/plain', schema: string() } },
    async handle() {
      const { type, body } = file()
      return { headers: { 'Content-Type': type, 'Cache-Control': 'public, max-age=86400' }, body }
    },
  })

/** Scripts, styles and libraries of the pages. */
export const assetRoutes: readonly Route[] = [
  fixedRoute('favicon', '/favicon.ico', () => assets().find('icon.svg')!),
  fixedRoute('robots', '/robots.txt', () => ({ type: 'text/plain; charset=utf-8', body: robots })),
  assetRoute('asset', '/assets/{digest}/{file}'),
  assetRoute('assetInFolder', '/assets/{digest}/{folder}/{file}'),
  assetRoute('assetInInnerFolder', '/assets/{digest}/{folder}/{inner}/{file}'),
]
