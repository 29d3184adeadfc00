import { oneOf, optional } from '../../fields.ts'
import { accountPolicy, accountTasks, printAccountPage } from '../reference/accountPage.ts'
import { languageOfPage, pageHeaders, pageLanguage } from '../reference/language.ts'
import { route } from '../route.ts'
import { token } from './account.ts'

/** Where the links in messages lead. A look at it changes nothing: only its button does. */
export const accountPage = route({
  method: 'GET',
  path: '/account',
  about:
    'The page that links in messages open: it confirms an address or sets a new password at the press of a button.',
  auth: 'open',
  types: ['text/html'],
  query: {
    do: optional(oneOf(accountTasks, 'What the link is for', '連結的用途')),
    token: optional(token),
    lang: pageLanguage,
  },
  fails: ['invalid_parameter'],
  async handle({ query, language: preferred }) {
    const language = languageOfPage(query.lang, preferred)
    return {
      headers: pageHeaders(language, accountPolicy),
      body: printAccountPage(query.do, query.token !== undefined, language),
    }
  },
})
