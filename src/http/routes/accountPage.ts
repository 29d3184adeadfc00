import { oneOf, optional } from '../../fields.ts'
import { string } from '../openapi/schema.ts'
import { languageOfPage, pageHeaders, pageLanguage } from '../pages/language.ts'
import { accountPolicy, accountTasks, printAccountPage } from '../reference/accountPage.ts'
import { route } from '../route.ts'
import { token } from './account.ts'
import { confirmReset, verify } from './tokens.ts'

/** Relative, since a proxy may serve the page below another path. */
const posts = { verify: verify.path.slice(1), reset: confirmReset.path.slice(1) }

/** The page that links in messages open. Opening it changes nothing: only its button does. */
export const accountPage = route({
  id: 'accountPage',
  tag: 'accounts',
  method: 'GET',
  path: '/account',
  about: {
    en: 'The page that links in messages open: it confirms an address or sets a new password at the press of a button.',
    zh: '寄給使用者的連結所開啟的網頁：確認電子郵件或設定新密碼。',
  },
  auth: 'open',
  types: ['text/html'],
  query: {
    do: optional(oneOf(accountTasks, 'What the link is for', '連結的用途')),
    token: optional(token),
    lang: pageLanguage,
  },
  responses: { 200: { type: 'text/html', schema: string() } },
  async handle({ query, language: preferred }) {
    const language = languageOfPage(query.lang, preferred)
    return {
      headers: pageHeaders(language, accountPolicy),
      body: printAccountPage(query.do, posts, query.token !== undefined, language),
    }
  },
})
