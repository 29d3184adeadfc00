import { randomBytes } from 'node:crypto'
import type { Tier } from '../catalogue/dataset.ts'
import { type Problem, problem } from '../errors.ts'
import type { Database } from '../store/database.ts'
import { addKey, listKeys } from '../store/keys.ts'
import { endSession, setPassword } from '../store/passwords.ts'
import { listSubscriptions } from '../store/subscriptions.ts'
import type { User } from '../store/user.ts'
import { addUser, findUser } from '../store/users.ts'
import type { Attempts } from './attempts.ts'
import type { Caller } from './guard.ts'
import { generateKey, type Shown, shownOf, storedForm } from './keys.ts'
import type { Post } from './mail.ts'
import { resetMail, takenMail, verifyMail } from './messages.ts'
import { tierNow } from './plans.ts'
import { openSessions, type Sessions } from './sessions.ts'

/** What of a request matters to accounts. */
export type Visitor = {
  readonly cookie: string | undefined
  readonly userAgent: string | undefined
  readonly address: string
  readonly isSecure: boolean
}

/** The account object. */
type Account = {
  readonly user_id: number
  readonly email: string
  readonly tier: Tier
  readonly created_at: string
}

/** Lines for `Set-Cookie`. */
type Cookies = readonly string[]

type SignedUp = { readonly account: Account; readonly key: Shown; readonly cookies: Cookies }

export type Accounts = {
  /** Null where the answer must be the same for any address: a message has been sent. */
  readonly signUp: (visitor: Visitor, email: string, password: string) => Promise<SignedUp | null>
  readonly logIn: (visitor: Visitor, email: string, password: string) => Promise<{ account: Account; cookies: Cookies }>
  readonly logOut: (visitor: Visitor) => Promise<Cookies>
  readonly changePassword: (
    visitor: Visitor,
    userId: number,
    current: string,
    next: string,
  ) => Promise<Cookies | 'wrong'>
  readonly requestReset: (visitor: Visitor, email: string) => Promise<void>
  readonly confirmReset: (visitor: Visitor, token: string, next: string) => Promise<void>
  /** The key is null where the account has one already. */
  readonly verify: (visitor: Visitor, token: string) => Promise<{ account: Account; key: Shown | null }>
  readonly requestVerify: (visitor: Visitor, email: string) => Promise<void>
  /** Who is logged in, if anybody; cookies where the session was prolonged. */
  readonly sessionOf: (visitor: Visitor) => Promise<{ caller: Caller; cookies: Cookies } | null>
  readonly accountOf: (userId: number) => Promise<Account | null>
}

const sessionCookie = 'formosa.session_token='

const headersOf = ({ cookie, userAgent, address }: Visitor): Headers =>
  new Headers({
    ...(cookie === undefined ? {} : { cookie }),
    ...(userAgent === undefined ? {} : { 'user-agent': userAgent }),
    'x-formosa-address': address,
  })

/** What the library refused, by its own name for it. */
const refusalOf = (error: unknown): string | undefined => (error as { body?: { code?: string } }).body?.code

export function createAccounts({
  database,
  now,
  pepper,
  secret,
  baseUrl,
  post,
  requiresVerification,
  attempts,
  log,
}: {
  readonly database: Database
  readonly now: () => Date
  readonly pepper: Buffer
  readonly secret: string
  readonly baseUrl: () => string
  readonly post: Post
  readonly requiresVerification: boolean
  readonly attempts: Attempts
  readonly log: { readonly error: (fields: object, message: string) => void }
}): Accounts {
  const opened = new Map<boolean, Promise<Sessions>>()

  /**
   * In the background: how long it takes must not tell whether there was anything to send. The library itself takes
   * half a second over a verification, but only where we ask it.
   */
  function behind(work: Promise<unknown>): void {
    work.catch((error) => log.error({ err: error }, 'a message to a user could not be sent'))
  }
  const send = (mail: Parameters<Post>[0]): void => behind(post(mail))

  function sessions({ isSecure }: Visitor): Promise<Sessions> {
    const known = opened.get(isSecure)
    if (known) return known
    const url = baseUrl()
    const fresh = openSessions({
      database,
      secret,
      baseUrl: url,
      isSecure,
      requiresVerification,
      messages: {
        verify: async (email, token) => send(verifyMail(email, url, token)),
        reset: async (email, token) => send(resetMail(email, url, token)),
      },
    })
    opened.set(isSecure, fresh)
    return fresh
  }

  async function accountOfUser(user: User): Promise<Account> {
    const paid = await listSubscriptions(database, user.id)
    const { tier } = tierNow(user.tier, paid, now().getTime())
    return { user_id: user.id, email: user.email, tier, created_at: user.createdAt }
  }

  async function enter(visitor: Visitor, email: string, password: string) {
    const api = await sessions(visitor)
    const { headers, response } = await api
      .signInEmail({ body: { email, password }, headers: headersOf(visitor), returnHeaders: true })
      .catch((error: unknown): never => {
        throw loginRefused(error)
      })
    const user = await findUser(database, { id: Number(response.user.id) })
    if (!user || user.isDisabled) {
      await endSession(database, response.token)
      throw problem('account_disabled', [])
    }
    return { account: await accountOfUser(user), cookies: headers.getSetCookie() }
  }

  return {
    async signUp(visitor, email, password) {
      await attempts('sign-up', email, visitor.address)
      const { hashPassword } = await import('better-auth/crypto')
      const passwordHash = await hashPassword(password)
      const key = generateKey()
      const user = { email, tier: 'free', at: now().toISOString(), isVerified: false, passwordHash } as const
      const first = requiresVerification ? null : storedForm(pepper, key, 'first key')
      const made = await addUser(database, user, first)
      const api = await sessions(visitor)
      if (!requiresVerification) {
        if (!made) throw problem('email_taken', [])
        behind(api.sendVerificationEmail({ body: { email } }))
        const { account, cookies } = await enter(visitor, email, password)
        return { account, key: shownOf(made.keyId!, key, 'first key'), cookies }
      }
      const held = made ? null : await findUser(database, { email })
      if (held?.isVerified) send(takenMail(held.email, baseUrl()))
      else {
        // Two people may have signed up with one address, and only its owner opens the link: neither password holds
        // then, and the owner sets one by a reset.
        if (held) await setPassword(database, held.id, unusable(), user.at)
        behind(api.sendVerificationEmail({ body: { email } }))
      }
      return null
    },
    async logIn(visitor, email, password) {
      await attempts('log-in', email, visitor.address)
      return enter(visitor, email, password)
    },
    async logOut(visitor) {
      const api = await sessions(visitor)
      const { headers } = await api.signOut({ headers: headersOf(visitor), returnHeaders: true })
      return headers.getSetCookie()
    },
    async changePassword(visitor, userId, current, next) {
      await attempts('log-in', `user ${userId}`, visitor.address)
      const api = await sessions(visitor)
      const body = { currentPassword: current, newPassword: next, revokeOtherSessions: true }
      try {
        const { headers } = await api.changePassword({ body, headers: headersOf(visitor), returnHeaders: true })
        return headers.getSetCookie()
      } catch (error) {
        if (['INVALID_PASSWORD', 'CREDENTIAL_ACCOUNT_NOT_FOUND'].includes(refusalOf(error) ?? '')) return 'wrong'
        throw error
      }
    },
    async requestReset(visitor, email) {
      await attempts('reset', email, visitor.address)
      const api = await sessions(visitor)
      // Looked up for everybody: where that fails it is said, and not lost in the background.
      if (await findUser(database, { email })) behind(api.requestPasswordReset({ body: { email } }))
    },
    async confirmReset(visitor, token, next) {
      await attempts('token', token, visitor.address)
      await (await sessions(visitor)).resetPassword({ body: { token, newPassword: next } }).catch(tokenRefused)
    },
    async verify(visitor, token) {
      await attempts('token', token, visitor.address)
      await (await sessions(visitor)).verifyEmail({ query: { token } }).catch(tokenRefused)
      const user = await findUser(database, { email: emailOf(token) })
      if (!user) throw problem('invalid_token', [])
      const account = await accountOfUser(user)
      // The link may be opened again: whoever revoked every key must not get another by an old message.
      if ((await listKeys(database, user.id)).length > 0) return { account, key: null }
      const key = generateKey()
      const first = await addKey(database, user.id, storedForm(pepper, key, 'first key'), now().toISOString(), 1)
      return { account, key: first && shownOf(first.id, key, first.name) }
    },
    async requestVerify(visitor, email) {
      await attempts('reset', email, visitor.address)
      const api = await sessions(visitor)
      const user = await findUser(database, { email })
      if (user && !user.isVerified) behind(api.sendVerificationEmail({ body: { email } }))
    },
    async sessionOf(visitor) {
      if (!visitor.cookie?.includes(sessionCookie)) return null
      const api = await sessions(visitor)
      const { headers, response } = await api
        .getSession({ headers: headersOf(visitor), returnHeaders: true })
        .catch(sessionUnknown)
      const user = response && (await findUser(database, { id: Number(response.user.id) }))
      if (!user || user.isDisabled) return null
      const { tier } = tierNow(user.tier, await listSubscriptions(database, user.id), now().getTime())
      return { caller: { userId: user.id, keyId: null, tier }, cookies: headers.getSetCookie() }
    },
    async accountOf(userId) {
      const user = await findUser(database, { id: userId })
      return user && accountOfUser(user)
    },
  }
}

/** In the form of a stored password, and of none that anybody knows. */
const unusable = (): string => `${randomBytes(16).toString('hex')}:${randomBytes(64).toString('hex')}`

function loginRefused(error: unknown): unknown {
  const refusal = refusalOf(error)
  if (refusal === 'EMAIL_NOT_VERIFIED') return problem('not_verified', [])
  if (refusal === 'INVALID_EMAIL_OR_PASSWORD' || refusal === 'INVALID_EMAIL') return wrongLogin()
  return error
}

/** All that the library says where the database fails it. */
function sessionUnknown(error: unknown): never {
  if (refusalOf(error) !== 'FAILED_TO_GET_SESSION') throw error
  throw problem('unavailable', [{ en: "the accounts' database does not answer", zh: '帳號資料庫沒有回應' }], {
    headers: { 'Retry-After': '5' },
    cause: error,
  })
}

const wrongLogin = (): Problem =>
  problem('invalid_login', [], { headers: { 'WWW-Authenticate': 'Bearer realm="formosa"' } })

function tokenRefused(error: unknown): never {
  const refusal = refusalOf(error)
  throw refusal === 'INVALID_TOKEN' || refusal === 'TOKEN_EXPIRED' || refusal === 'USER_NOT_FOUND'
    ? problem('invalid_token', [])
    : error
}

/** The address in a verification token, which has been checked before. */
const emailOf = (token: string): string =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).email
