import type { BetterAuthOptions } from 'better-auth'
import type { Database } from '../store/database.ts'
import { hashSessions } from './hashedSessions.ts'
import type { Hashing } from './hashing.ts'

/** Sends messages to users; the token is the secret part of a link. */
type Messages = {
  readonly verify: (email: string, token: string) => Promise<void>
  readonly reset: (email: string, token: string) => Promise<void>
}

export type SessionOptions = {
  readonly database: Database
  readonly secret: string
  readonly baseUrl: string
  /** Whether cookies are sent over https only. */
  readonly isSecure: boolean
  readonly requiresVerification: boolean
  readonly hashing: Hashing
  readonly messages: Messages
  /** Called after a password reset, and when an address is verified for the first time. */
  readonly onReset: (userId: number) => Promise<void>
  readonly onVerified: (userId: number) => Promise<void>
}

export const passwordLength = { min: 8, max: 128 } as const
const resetSeconds = 3_600
const verifySeconds = 86_400
const sessionSeconds = 30 * 86_400

/** `created_at` for `createdAt`. */
export const columnsOf = (...names: string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)]))
const times = ['createdAt', 'updatedAt']

/** The library's tables under our names, with numeric ids. */
const models = {
  user: { modelName: 'users', fields: columnsOf('emailVerified', ...times) },
  session: {
    modelName: 'sessions',
    fields: columnsOf('userId', 'expiresAt', 'ipAddress', 'userAgent', ...times),
    expiresIn: sessionSeconds,
    updateAge: 86_400,
  },
  account: {
    modelName: 'accounts',
    fields: columnsOf(
      ...['userId', 'accountId', 'providerId', 'accessToken', 'refreshToken', 'idToken'],
      ...['accessTokenExpiresAt', 'refreshTokenExpiresAt', ...times],
    ),
  },
  verification: {
    modelName: 'verifications',
    fields: columnsOf('expiresAt', ...times),
    // A stored token is as sensitive as a password: only its hash is stored.
    storeIdentifier: 'hashed',
  },
} as const satisfies Partial<BetterAuthOptions>

/** Loads better-auth, which takes a good part of a second; a service does so before its first log-in. */
export async function loadSessionLibrary() {
  const { betterAuth } = await import('better-auth')
  const { getAdapter } = await import('better-auth/db/adapter')
  const { hashPassword, verifyPassword } = await import('better-auth/crypto')
  return { betterAuth, getAdapter, hashPassword, verifyPassword }
}

/** The settings of better-auth, without plugins, and its adapter for our tables. */
export async function prepareLibrary(options: SessionOptions) {
  const { betterAuth, getAdapter, hashPassword, verifyPassword } = await loadSessionLibrary()
  const { database, messages, hashing } = options
  const library = {
    appName: 'Formosa',
    secret: options.secret,
    baseURL: options.baseUrl,
    basePath: '/v1/auth',
    trustedOrigins: [options.baseUrl],
    ...models,
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: passwordLength.min,
      maxPasswordLength: passwordLength.max,
      requireEmailVerification: options.requiresVerification,
      password: {
        hash: (password) => hashing.turn(() => hashPassword(password)),
        verify: (held) => hashing.turn(() => verifyPassword(held)),
      },
      resetPasswordTokenExpiresIn: resetSeconds,
      revokeSessionsOnPasswordReset: true,
      onPasswordReset: ({ user }) => options.onReset(Number(user.id)),
      sendResetPassword: ({ user, token }) => messages.reset(user.email, token),
    },
    emailVerification: {
      expiresIn: verifySeconds,
      sendOnSignUp: false,
      afterEmailVerification: ({ id }) => options.onVerified(Number(id)),
      sendVerificationEmail: ({ user, token }) => messages.verify(user.email, token),
    },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    // Its log would contain users' addresses.
    logger: { disabled: true },
    advanced: {
      cookiePrefix: 'formosa',
      useSecureCookies: options.isSecure,
      database: { generateId: 'serial', validateSchema: false },
      // The address behind trusted proxies, as we determined it.
      ipAddress: { ipAddressHeaders: ['x-formosa-address'] },
    },
  } satisfies BetterAuthOptions
  const tables = { db: database.db, type: database.engine, transaction: true } as const
  const adapterOf = async (more: BetterAuthOptions) =>
    hashSessions(await getAdapter({ ...library, ...more, database: tables }))
  return { betterAuth, library, adapterOf }
}

/**
 * Opens better-auth, which handles passwords, sessions and tokens. Its endpoints are not exposed and its limits are
 * off: our routes call it after our own checks. It is loaded on first use.
 */
export async function openSessions(options: SessionOptions) {
  const { betterAuth, library, adapterOf } = await prepareLibrary(options)
  const adapter = await adapterOf({})
  return betterAuth({ ...library, database: () => adapter }).api
}
