import type { BetterAuthOptions } from 'better-auth'
import type { Database } from '../store/database.ts'
import { hashSessions } from './hashedSessions.ts'
import type { Hashing } from './hashing.ts'

/** What the messages to a user are sent with; the token is the secret part of a link. */
type Messages = {
  readonly verify: (email: string, token: string) => Promise<void>
  readonly reset: (email: string, token: string) => Promise<void>
}

export type SessionTerms = {
  readonly database: Database
  readonly secret: string
  readonly baseUrl: string
  /** Cookies that only travel over https. */
  readonly isSecure: boolean
  readonly requiresVerification: boolean
  readonly hashing: Hashing
  readonly messages: Messages
  /** Told after a password was reset, and when an address is verified for the first time. */
  readonly onReset: (userId: number) => Promise<void>
  readonly onVerified: (userId: number) => Promise<void>
}

export const passwordLength = { min: 8, max: 128 } as const
const resetSeconds = 3_600
const verifySeconds = 86_400
const sessionSeconds = 30 * 86_400

/** The library's tables under our names; ids are whole numbers, as the account object shows them. */
const models = {
  user: {
    modelName: 'users',
    fields: { emailVerified: 'email_verified', createdAt: 'created_at', updatedAt: 'updated_at' },
  },
  session: {
    modelName: 'sessions',
    fields: {
      userId: 'user_id',
      expiresAt: 'expires_at',
      ipAddress: 'ip_address',
      userAgent: 'user_agent',
      createdAt: 'created_at',
      updatedAt: 'updated_at',
    },
    expiresIn: sessionSeconds,
    updateAge: 86_400,
  },
  account: {
    modelName: 'accounts',
    fields: {
      userId: 'user_id',
      accountId: 'account_id',
      providerId: 'provider_id',
      accessToken: 'access_token',
      refreshToken: 'refresh_token',
      idToken: 'id_token',
      accessTokenExpiresAt: 'access_token_expires_at',
      refreshTokenExpiresAt: 'refresh_token_expires_at',
      createdAt: 'created_at',
      updatedAt: 'updated_at',
    },
  },
  verification: {
    modelName: 'verifications',
    fields: { expiresAt: 'expires_at', createdAt: 'created_at', updatedAt: 'updated_at' },
    // A token in the database is worth as much as a password there: only its hash is kept.
    storeIdentifier: 'hashed',
  },
} as const satisfies Partial<BetterAuthOptions>

/**
 * Passwords, sessions and tokens are the library's work. Its own endpoints are not exposed and its limits are off:
 * our routes call it, with our checks before them. It is loaded when it is first needed.
 */
export async function openSessions(terms: SessionTerms) {
  const { betterAuth } = await import('better-auth')
  const { getAdapter } = await import('better-auth/db/adapter')
  const { hashPassword, verifyPassword } = await import('better-auth/crypto')
  const { database, messages, hashing } = terms
  const options = {
    appName: 'Formosa',
    secret: terms.secret,
    baseURL: terms.baseUrl,
    basePath: '/v1/auth',
    trustedOrigins: [terms.baseUrl],
    ...models,
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: passwordLength.min,
      maxPasswordLength: passwordLength.max,
      requireEmailVerification: terms.requiresVerification,
      password: {
        hash: (password) => hashing.turn(() => hashPassword(password)),
        verify: (held) => hashing.turn(() => verifyPassword(held)),
      },
      resetPasswordTokenExpiresIn: resetSeconds,
      revokeSessionsOnPasswordReset: true,
      onPasswordReset: ({ user }) => terms.onReset(Number(user.id)),
      sendResetPassword: ({ user, token }) => messages.reset(user.email, token),
    },
    emailVerification: {
      expiresIn: verifySeconds,
      sendOnSignUp: false,
      afterEmailVerification: ({ id }) => terms.onVerified(Number(id)),
      sendVerificationEmail: ({ user, token }) => messages.verify(user.email, token),
    },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    // It would write addresses of users into the log.
    logger: { disabled: true },
    advanced: {
      cookiePrefix: 'formosa',
      useSecureCookies: terms.isSecure,
      database: { generateId: 'serial', validateSchema: false },
      // The address is known better here, seen through the trusted proxies.
      ipAddress: { ipAddressHeaders: ['x-formosa-address'] },
    },
  } satisfies BetterAuthOptions
  const tables = { db: database.db, type: database.engine, transaction: true }
  const adapter = hashSessions(await getAdapter({ ...options, database: tables }))
  return betterAuth({ ...options, database: () => adapter }).api
}

export type Sessions = Awaited<ReturnType<typeof openSessions>>
