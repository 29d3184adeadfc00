import type { Caller } from '../../access/guard.ts'
import { plans } from '../../access/plans.ts'
import { problem } from '../../errors.ts'
import type { Fields } from '../../fields.ts'
import { printDocument } from '../../web/layout.ts'
import { authorizeView } from '../../web/views/authorize.ts'
import { string } from '../openapi/schema.ts'
import { readForm } from '../request/body.ts'
import { isFromElsewhere } from '../request/sameSite.ts'
import { type Route, type RouteRequest, type RouteResponse, route } from '../route.ts'
import type { Services } from '../services.ts'
import { pageHeaders, pageLanguage } from './language.ts'
import { openPage, policy, rootOf } from './page.ts'

const html = { 200: { type: 'text/html', schema: string() } } as const

const redirect = (location: string): RouteResponse => ({
  status: 303,
  headers: { Location: location },
  body: '',
})

/** The page for logging in, which comes back to this address. */
export const logInFirst = (path: string, query: string): RouteResponse =>
  redirect(`${rootOf(path)}account?next=${encodeURIComponent(`${path}${query === '' ? '' : `?${query}`}`)}`)

/** A key in a header decides nothing: only a user who is logged in does. */
export const isLoggedIn = (caller: Caller | null): caller is Caller => caller !== null && caller.keyId === null

/**
 * The headers of a page with a decision. No other site may frame it; its form sends its origin, which is compared; and
 * browsers follow the answer to `target` only where the policy names it.
 */
export function decisionHeaders(language: 'en' | 'zh', target = ''): Record<string, string> {
  const uri = URL.parse(target)
  const source = uri && (uri.origin === 'null' ? uri.protocol : uri.origin)
  // Names of hosts may hold characters that end a directive.
  const isPlain = source !== null && /^[a-z][a-z\d+.-]*:(\/\/[\w.:[\]-]+)?$/i.test(source)
  return {
    ...pageHeaders(language, policy.replace("form-action 'self'", `form-action 'self'${isPlain ? ` ${source}` : ''}`)),
    'Referrer-Policy': 'same-origin',
    'X-Frame-Options': 'DENY',
  }
}

/** Reads the decision of a form that a page of this service has sent. */
export function readDecision(
  { raw, request }: Pick<RouteRequest<Fields, Fields, 'session'>, 'raw' | 'request'>,
  { baseUrl }: Services,
): { readonly form: URLSearchParams; readonly isAllowed: boolean } {
  if (isFromElsewhere(request, baseUrl())) throw problem('cross_site', [])
  const form = readForm(raw, request.headers['content-type'])
  const decision = form?.get('decision')
  if (!form || (decision !== 'allow' && decision !== 'refuse'))
    throw problem('bad_request', [{ en: 'it is not the form of this page', zh: '並非此頁面的表單' }])
  return { form, isAllowed: decision === 'allow' }
}

/** The request of an application for access, which opens a page with a question. */
const authorizePage = route('GET /oauth2/authorize', 'authorize', {
  tag: 'service',
  about: { en: 'A page for people.', zh: '供人閱讀的網頁。' },
  auth: 'open',
  cost: 'request',
  types: ['text/html'],
  // An application may send any others, which have no meaning here (RFC 6749, section 3.1).
  query: { lang: pageLanguage },
  responses: html,
  async handle(asked, services) {
    const { request, caller, visitor } = asked
    if (!isLoggedIn(caller)) return logInFirst(request.path, request.query)
    const step = await services.accounts.authorize(visitor, new URLSearchParams(request.query))
    if ('location' in step) return redirect(step.location)
    const { question } = step
    // The page in the other language is the same request.
    const query = { ...Object.fromEntries(new URLSearchParams(request.query)), ...asked.query }
    const { language, context, respond } = openPage(services, { ...asked, query } as never)
    const account = await services.accounts.accountOf(caller.userId)
    const { tier } = caller
    const consent = { ...question, email: account?.email ?? '', tier, callsPerHour: plans[tier].callsPerHour }
    const text = printDocument(context, authorizeView(context, consent))
    return { ...respond({ status: 200, text }), headers: decisionHeaders(language, question.redirectUri) }
  },
})

/** The user's answer, which the browser carries to the application. */
const consentForm = route('POST /oauth2/consent', 'consent', {
  tag: 'service',
  about: { en: 'The answer to the question of a page.', zh: '頁面提問的回應。' },
  auth: 'session',
  body: 'raw',
  types: ['text/html'],
  responses: html,
  async handle(asked, services) {
    const { form, isAllowed } = readDecision(asked, services)
    const { visitor, caller } = asked
    const request = form.get('request') ?? ''
    return redirect(await services.accounts.answerConsent(visitor, caller.userId, request, isAllowed))
  },
})

export const authorizePages: readonly Route[] = [authorizePage, consentForm]
