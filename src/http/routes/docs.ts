import { escaped } from '../../web/html.ts'
import { string } from '../openapi/schema.ts'
import { languageOfPage, pageHeaders, pageLanguage } from '../pages/language.ts'
import { printPage } from '../reference/page.ts'
import { type Route, route } from '../route.ts'

/** Nothing from another host and no script: the page is text and its own style. */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** The placeholder for the address of the service in a kept page: clients reach it under different ones. */
const site = 'http://site.invalid'

/** The API reference for people; printed once for each language and version of the data. */
export const docs = (routes: () => readonly Route[]): Route => {
  const printed = new Map<string, string>()
  let version: string | undefined
  return route({
    id: 'docs',
    tag: 'service',
    method: 'GET',
    path: '/docs',
    about: { en: 'The API reference as a web page.', zh: 'API 參考文件網頁。' },
    auth: 'open',
    types: ['text/html'],
    query: { lang: pageLanguage },
    responses: { 200: { type: 'text/html', schema: string() } },
    async handle({ query, language: preferred, siteUrl }, { release, manifest }) {
      const current = manifest()
      if (current?.version !== version) printed.clear()
      version = current?.version
      const language = languageOfPage(query.lang, preferred)
      const page =
        printed.get(language) ?? printPage({ release, routes: routes(), manifest: current, language, siteUrl: site })
      printed.set(language, page)
      return { headers: pageHeaders(language, policy), body: page.replaceAll(site, () => escaped(siteUrl)) }
    },
  })
}
