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
    async handle({ path, params: { digest, folder, inner, file } }) {
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

/** Scripts, styles and libraries of the pages. */
export const assetRoutes: readonly Route[] = [
  assetRoute('asset', '/assets/{digest}/{file}'),
  assetRoute('assetInFolder', '/assets/{digest}/{folder}/{file}'),
  assetRoute('assetInInnerFolder', '/assets/{digest}/{folder}/{inner}/{file}'),
]
