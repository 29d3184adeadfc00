import type { Kysely } from 'kysely'
import type { Database } from './database.ts'
import { isoOf, type Schema } from './schema.ts'

/** Everything that an application holds for a user: its tokens, and the user's consent. */
export async function removeTokens(step: Kysely<Schema>, userId: number, clientId: string): Promise<void> {
  for (const table of ['oauth_access_tokens', 'oauth_refresh_tokens', 'oauth_consents'] as const)
    await step.deleteFrom(table).where('user_id', '=', userId).where('client_id', '=', clientId).execute()
}

/** An application of a user. */
export type Connection = { readonly userId: number; readonly clientId: string }

export type AccessToken = Connection & { readonly expiresAt: string; readonly resources: readonly string[] }

export async function findAccessToken({ db }: Database, hash: string): Promise<AccessToken | null> {
  const row = await db.selectFrom('oauth_access_tokens').selectAll().where('token', '=', hash).executeTakeFirst()
  if (!row) return null
  const resources = JSON.parse(row.resources ?? '[]') as string[]
  return { userId: row.user_id, clientId: row.client_id, expiresAt: isoOf(row.expires_at), resources }
}

/** The connection of a refresh token, and whether the token was used already. */
export async function findRefreshToken(
  { db }: Database,
  hash: string,
): Promise<(Connection & { readonly isUsed: boolean }) | null> {
  const row = await db.selectFrom('oauth_refresh_tokens').selectAll().where('token', '=', hash).executeTakeFirst()
  return row ? { userId: row.user_id, clientId: row.client_id, isUsed: row.revoked_at !== null } : null
}

/** The connection that got its tokens for an authorization code; null for a code that was not used. */
export async function findUsedCode({ db }: Database, hash: string): Promise<Connection | null> {
  const row = await db
    .selectFrom('oauth_access_tokens')
    .select(['user_id', 'client_id'])
    .where('authorization_code_id', '=', hash)
    .executeTakeFirst()
  return row ? { userId: row.user_id, clientId: row.client_id } : null
}

/** The name of an application and the addresses to which its users are sent back. */
export async function findClient(
  { db }: Database,
  clientId: string,
): Promise<{ readonly name: string | null; readonly redirectUris: readonly string[] } | null> {
  const row = await db.selectFrom('oauth_clients').selectAll().where('client_id', '=', clientId).executeTakeFirst()
  return row ? { name: row.name, redirectUris: JSON.parse(row.redirect_uris) as string[] } : null
}

/** The working key that stands for an application; null where its user has none. */
export async function findConnectionKey({ db }: Database, { userId, clientId }: Connection) {
  const row = await db
    .selectFrom('keys')
    .selectAll()
    .where('user_id', '=', userId)
    .where('client_id', '=', clientId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

/** Removes expired tokens and codes, and applications that registered before `unusedSince` and that nobody connected. */
export async function forgetOauth(
  { db }: Database,
  { now, unusedSince }: { readonly now: string; readonly unusedSince: string },
): Promise<void> {
  await db.deleteFrom('oauth_access_tokens').where('expires_at', '<', now).execute()
  await db
    .deleteFrom('oauth_refresh_tokens')
    .where('expires_at', '<', now)
    .where('id', 'not in', (eb) =>
      eb.selectFrom('oauth_access_tokens').select('refresh_id').where('refresh_id', 'is not', null),
    )
    .execute()
  await db
    .deleteFrom('oauth_clients')
    .where('created_at', '<', unusedSince)
    .where('client_id', 'not in', (eb) => eb.selectFrom('keys').select('client_id').where('client_id', 'is not', null))
    .where('client_id', 'not in', (eb) => eb.selectFrom('oauth_consents').select('client_id'))
    .execute()
}
