import { problem } from '../../errors.ts'
import { actingAs } from '../../store/auditTrail.ts'
import { addKey } from '../../store/keys.ts'
import { findClient, findConnectionKey } from '../../store/oauthTokens.ts'
import type { AccountTools } from '../accountTools.ts'
import { applicationKey, mostKeys } from '../keys.ts'
import { actorOf, type Visitor } from '../visitor.ts'
import type { AskProvider } from './askProvider.ts'
import { steps } from './provider.ts'
import { resourcePaths, resourceUrl } from './resources.ts'

/** What a user is asked: may this application act for the account? */
type ConsentQuestion = {
  readonly client: string
  /** The address that gets the answer; of all that the application says of itself, this alone is proven. */
  readonly redirectUri: string
  /** The request, signed: it comes back with the answer. */
  readonly request: string
}

/** The parameters of a request that have a meaning; OAuth has every other one ignored. */
const known = [
  'response_type',
  'client_id',
  'redirect_uri',
  'scope',
  'state',
  'code_challenge',
  'code_challenge_method',
]

const hostOf = (address: string): string => new URL(address).host || address.split(':', 1)[0]!

/** The request of an application for access, and the answer of its user. */
export function createConsents({ database, now, baseUrl }: AccountTools, askProvider: AskProvider) {
  /** The name that an application gives itself, in one line. */
  async function nameOf(clientId: string): Promise<string> {
    const { name } = (await findClient(database, clientId)) ?? { name: null }
    const line = name?.replaceAll(/[\p{C}\s]+/gu, ' ').trim()
    return line?.slice(0, 60) || '–'
  }

  return {
    /** The next step of a request: the browser goes to the application, or its user is asked. */
    async authorize(
      visitor: Visitor,
      given: URLSearchParams,
    ): Promise<{ readonly location: string } | { readonly question: ConsentQuestion }> {
      const asked = new URLSearchParams([...given].filter(([name]) => known.includes(name)))
      const resources = given.getAll('resource')
      // The resource that an application means when it names none (RFC 8707, section 2).
      for (const resource of resources.length > 0 ? resources : [resourceUrl(baseUrl(), resourcePaths[0]!)])
        asked.append('resource', resource)
      // Another program of the machine may hold the redirect address by now: every request is asked anew.
      asked.set('prompt', 'consent')
      const answer = await askProvider(visitor, `/oauth2/authorize?${asked}`, { hasSession: true })
      const location = new URL(answer.location ?? steps.failed, baseUrl())
      if (location.origin !== new URL(baseUrl()).origin) return { location: location.href }
      const { pathname, search, searchParams } = location
      if (pathname === steps.consent) {
        const redirectUri = searchParams.get('redirect_uri')!
        const client = await nameOf(searchParams.get('client_id')!)
        return { question: { client, redirectUri, request: search.slice(1) } }
      }
      const why = searchParams.get('error_description') ?? 'the session has ended'
      throw problem('bad_request', [
        { en: `the application asks for access in a wrong way (${why})`, zh: `應用程式的授權請求有誤（${why}）` },
      ])
    },

    /** The address to which the browser is sent with the answer of a user. */
    async answerConsent(visitor: Visitor, userId: number, request: string, isAllowed: boolean): Promise<string> {
      const body = { accept: isAllowed, oauth_query: request }
      const answer = await askProvider(visitor, '/oauth2/consent', { body, hasSession: true })
      const { url } = answer.body
      if (answer.status !== 200 || typeof url !== 'string')
        throw problem('bad_request', [
          { en: 'the question has expired or was changed', zh: '此授權請求已過期或遭更動' },
        ])
      // The provider has checked the signature of the request by now.
      const clientId = new URLSearchParams(request).get('client_id')!
      if (!isAllowed || (await findConnectionKey(database, { userId, clientId }))) return url
      const key = applicationKey(clientId, `${await nameOf(clientId)} (${hostOf(url)})`.slice(0, 64))
      const as = actingAs(database, actorOf(visitor, 'user', now()))
      if (await addKey(as, userId, key, now().toISOString(), mostKeys)) return url
      throw problem('too_many_keys', [mostKeys])
    },
  }
}
