import { languageParameter } from '../../web/words/words.ts'
import { openapiOf } from '../openapi.ts'
import { languageOfPage, pageLanguage } from '../pages/language.ts'
import { type Route, route } from '../route.ts'

/** The placeholder for the address of the service in the document that is kept. */
const site = 'http://site.invalid'

/** The OpenAPI document; printed once for each language, since only the address in it changes. */
export const openapi = (routes: () => readonly Route[]): Route => {
  const printed = new Map<string, string>()
  return route('GET /openapi.json', 'openapi', {
    tag: 'service',
    about: { en: 'This API as an OpenAPI 3.1 document.', zh: '本 API 的 OpenAPI 3.1 文件。' },
    auth: 'open',
    cost: 'request',
    query: { lang: pageLanguage },
    responses: { 200: { schema: { type: 'object' } } },
    async handle({ query, language: preferred, siteUrl }, { release }) {
      const language = languageOfPage(query.lang, preferred)
      const text = printed.get(language) ?? JSON.stringify(openapiOf(release, routes(), language, site))
      printed.set(language, text)
      const ours = JSON.stringify(siteUrl).slice(1, -1)
      return {
        headers: { 'Content-Type': 'application/json; charset=utf-8', 'Content-Language': languageParameter(language) },
        body: text.replaceAll(site, () => ours),
      }
    },
  })
}
