import { revokeKey } from '../../store/keys.ts'
import {
  type Connection,
  findAccessToken,
  findConnectionKey,
  findRefreshToken,
  findUsedCode,
} from '../../store/oauthTokens.ts'
import { bumpRevision } from '../../store/revision.ts'
import type { AccountTools } from '../accountTools.ts'
import { hashOfToken } from '../keys.ts'
import type { Visitor } from '../visitor.ts'
import type { AskProvider, OauthAnswer } from './askProvider.ts'

/** The metadata of an application that is kept. */
const kept = ['client_name', 'client_uri', 'redirect_uris', 'grant_types', 'response_types', 'software_id']

/** What an application does by itself: it registers, exchanges codes and tokens, and revokes them. */
export function createTokens(tools: AccountTools, askProvider: AskProvider) {
  const { database, now, pepper, acting, attempts } = tools

  /** Ends a connection: its key and every token. */
  async function end(visitor: Visitor, connection: Connection, detail: string): Promise<void> {
    const key = await findConnectionKey(database, connection)
    if (key) await revokeKey(acting(visitor), connection.userId, key.id, now().toISOString(), { detail })
  }

  return {
    /** Registers an application: always a public one, which proves itself by its redirect addresses and PKCE. */
    async register(visitor: Visitor, metadata: Readonly<Record<string, unknown>>): Promise<OauthAnswer> {
      await attempts.register(visitor.address)
      const { application_type = 'native' } = metadata
      const given = Object.fromEntries(kept.map((name) => [name, metadata[name]]))
      const body = { ...given, application_type, token_endpoint_auth_method: 'none' }
      return askProvider(visitor, '/oauth2/register', { body })
    },

    /** Exchanges a code or a refresh token. One that comes a second time was stolen: its connection ends. */
    async exchange(visitor: Visitor, form: URLSearchParams): Promise<OauthAnswer & { readonly hasEnded: boolean }> {
      const hash = (name: string, kind: string) => hashOfToken(pepper, form.get(name) ?? '', kind)
      const refresh = await findRefreshToken(database, hash('refresh_token', 'refresh_token'))
      const reused = refresh
        ? refresh.isUsed && refresh.clientId === form.get('client_id') && refresh
        : await findUsedCode(database, hash('code', 'authorization_code'))
      const answer = await askProvider(visitor, '/oauth2/token', { form })
      if (answer.status === 200 || !reused) return { ...answer, hasEnded: false }
      await end(visitor, reused, `a ${refresh ? 'refresh token' : 'code'} was used twice`)
      return { ...answer, hasEnded: true }
    },

    /** Revokes a token (RFC 7009); without its refresh token an application is no longer connected. */
    async revokeToken(visitor: Visitor, form: URLSearchParams): Promise<OauthAnswer> {
      const token = form.get('token') ?? ''
      const own = await findRefreshToken(database, hashOfToken(pepper, token, 'refresh_token'))
      const access = await findAccessToken(database, hashOfToken(pepper, token, 'access_token'))
      const answer = await askProvider(visitor, '/oauth2/revoke', { form })
      // Threads have cached the caller of an access token.
      if (access && answer.status === 200) await bumpRevision(database.db)
      if (own && own.clientId === form.get('client_id')) await end(visitor, own, 'by its application')
      return answer
    },
  }
}
