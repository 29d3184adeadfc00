import { jsonType, pageType } from '../accept.ts'
import { printHomePage } from '../reference/homePage.ts'
import { pageHeaders } from '../reference/language.ts'
import { pageWords } from '../reference/pageWords.ts'
import { plainPolicy } from '../reference/plainPage.ts'
import { route } from '../route.ts'

/** Where a person begins who knows the address alone; programs get the same ways on as JSON. */
export const home = route({
  method: 'GET',
  path: '/',
  about: 'What this service is and where its documents are: a page for browsers, JSON for programs.',
  auth: 'open',
  types: [jsonType, pageType],
  query: {},
  fails: [],
  async handle({ language, siteUrl, prefersPage }, { release, manifest }) {
    if (prefersPage)
      return {
        headers: pageHeaders(language, plainPolicy),
        body: printHomePage(siteUrl, manifest()?.origin === 'demo', language),
      }
    return {
      body: {
        name: 'Formosa',
        version: release,
        about: pageWords.about[language],
        docs: '/docs',
        openapi: '/openapi.json',
        llms: '/llms.txt',
        datasets: '/v1/data',
        account: '/account',
      },
    }
  },
})
