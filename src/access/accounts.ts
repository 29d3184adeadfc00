import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import type { Tier } from '../catalogue/dataset.ts'
import { type Problem, problem } from '../errors.ts'
import type { Actor } from '../store/actor.ts'
import { actingAs, type Noted, note } from '../store/auditTrail.ts'
import type { Database } from '../store/database.ts'
import { addKey, listKeys } from '../store/keys.ts'
import { endSession, setPassword } from '../store/passwords.ts'
import { readRevision } from '../store/revision.ts'
import { listSubscriptions } from '../store/subscriptions.ts'
import type { User } from '../store/user.ts'
import { addUser, findUser } from '../store/users.ts'
import type { Afterwards } from './afterwards.ts'
import type { Attempts } from './attempts.ts'
import type { Caller } from './guard.ts'
import type { Hashing } from './hashing.ts'
import { generateKey, type Shown, shownOf, storedForm } from './keys.ts'
import type { Post } from './mail.ts'
import { resetMail, takenMail, verifyMail } from './messages.ts'
import { tierNow } from './plans.ts'
import { openSessions, type Sessions } from './sessions.ts'

/** The parts of a request that accounts need. */
export type Visitor = {
  readonly cookie: string | undefined
  readonly userAgent: string | undefined
  readonly address: string
  readonly isSecure: boolean
  readonly requestId: string
}

/** The actor in the audit trail: a user with a session or key, or a visitor. */
export const actorOf = ({ address, requestId }: Visitor, name: 'user' | 'visitor', now: Date): Actor => ({
  name,
  at: now.toISOString(),
  address,
  requestId,
})

/** The account object. */
type Account = {
  readonly user_id: number
  readonly email: string
  readonly tier: Tier
  readonly created_at: string
}

type Log = {
  readonly warn: (fields: object, message: string) => void
  readonly error: (fields: object, message: string) => void
}

/** Lines for `Set-Cookie`. */
type Cookies = readonly string[]

type SignedUp = { readonly account: Account; readonly key: Shown; readonly cookies: Cookies }

/** The part of a request that depends on whether an account exists; called after the response was sent. */
type AfterAnswer = () => void

export type Accounts = {
  /** Where mail is set up: the rest of the work, done after a response that is the same for any address. */
  readonly signUp: (visitor: Visitor, email: string, password: string) => Promise<SignedUp | AfterAnswer>
  readonly logIn: (visitor: Visitor, email: string, password: string) => Promise<{ account: Account; cookies: Cookies }>
  readonly logOut: (visitor: Visitor, userId: number) => Promise<Cookies>
  /** Null where the current password is wrong. */
  readonly changePassword: (visitor: Visitor, userId: number, current: string, next: string) => Promise<Cookies | null>
  readonly requestReset: (visitor: Visitor, email: string) => Promise<AfterAnswer>
  readonly confirmReset: (visitor: Visitor, token: string, next: string) => Promise<void>
  /** The key is null where the account has one already. */
  readonly verify: (visitor: Visitor, token: string) => Promise<{ account: Account; key: Shown | null }>
  readonly requestVerify: (visitor: Visitor, email: string) => Promise<AfterAnswer>
  /** The logged-in user, null where there is none; cookies where the session was extended. */
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

/** The library's error code. */
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
  hashing,
  afterwards,
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
  readonly hashing: Hashing
  readonly afterwards: Afterwards
  readonly log: Log
}): Accounts {
  const opened = new Map<boolean, Promise<Sessions>>()
  /** The visitor of the current library call, for its callbacks. */
  const served = new AsyncLocalStorage<Visitor>()

  const record = (visitor: Visitor, noted: Noted, name: 'user' | 'visitor' = 'visitor'): Promise<void> =>
    note(database.db, actorOf(visitor, name, now()), noted)
  const recordServed = (noted: Noted): Promise<void> => record(served.getStore()!, noted)

  /** Records a failed log-in in the log and the audit trail, also for an unknown address. */
  async function recordRefusal(visitor: Visitor, email: string, detail: string): Promise<void> {
    const userId = (await findUser(database, { email }))?.id ?? null
    const { address, requestId } = visitor
    log.warn({ user_id: userId, address, request_id: requestId, reason: detail }, 'log-in failed')
    await record(visitor, { action: 'session.log-in', userId, outcome: 'refused', detail })
  }

  const acting = (visitor: Visitor): Database => actingAs(database, actorOf(visitor, 'visitor', now()))

  /** Sends a message unless the mailbox reached its limit; links sent before stay valid. */
  async function mailTo(email: string, { address }: Visitor, send: () => Promise<unknown>): Promise<void> {
    if (await attempts.mail(email, address)) await send()
    else log.warn({ address }, 'a message was not sent: its mailbox has had enough of them in 15 minutes')
  }

  /**
   * Defers work that depends on the e-mail address until the response was sent. Checks before that the database answers:
   * a request that cannot be carried out is refused.
   */
  async function afterAnswer(work: () => Promise<unknown>): Promise<AfterAnswer> {
    await readRevision(database.db)
    return () => afterwards.start(work)
  }

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
      hashing,
      messages: {
        verify: (email, token) => post(verifyMail(email, url, token)),
        reset: (email, token) => post(resetMail(email, url, token)),
      },
      onReset: (userId) => recordServed({ action: 'password.reset', userId }),
      onVerified: (userId) => recordServed({ action: 'email.verify', userId }),
    })
    opened.set(isSecure, fresh)
    return fresh
  }

  async function accountOfUser(user: User): Promise<Account> {
    const paid = await listSubscriptions(database, user.id)
    const { tier } = tierNow(user.tier, paid, now().getTime())
    return { user_id: user.id, email: user.email, tier, created_at: user.createdAt }
  }

  /** Null where the address or the password is wrong. */
  async function enter(visitor: Visitor, email: string, password: string) {
    const api = await sessions(visitor)
    const entered = await hashing.of(visitor.address, () =>
      api
        .signInEmail({ body: { email, password }, headers: headersOf(visitor), returnHeaders: true })
        .catch(async (error: unknown) => {
          const refusal = refusalOf(error)
          if (refusal === 'EMAIL_NOT_VERIFIED') {
            await recordRefusal(visitor, email, 'e-mail address not verified')
            throw problem('not_verified', [])
          }
          if (refusal === 'INVALID_EMAIL_OR_PASSWORD' || refusal === 'INVALID_EMAIL') return null
          throw error
        }),
    )
    if (!entered) {
      await recordRefusal(visitor, email, 'wrong password')
      return null
    }
    const { headers, response } = entered
    const user = await findUser(database, { id: Number(response.user.id) })
    if (!user || user.isDisabled) {
      await endSession(database, response.token)
      await recordRefusal(visitor, email, 'account disabled')
      throw problem('account_disabled', [])
    }
    await record(visitor, { action: 'session.log-in', userId: user.id })
    return { account: await accountOfUser(user), cookies: headers.getSetCookie() }
  }

  return {
    async signUp(visitor, email, password) {
      await attempts.signUp(email, visitor.address)
      const { hashPassword } = await import('better-auth/crypto')
      const passwordHash = await hashing.of(visitor.address, () => hashing.turn(() => hashPassword(password)))
      const key = generateKey()
      const user = { email, tier: 'free', at: now().toISOString(), isVerified: false, passwordHash } as const
      const first = requiresVerification ? null : storedForm(pepper, key, 'first key')
      const api = await sessions(visitor)
      const sendLink = () => mailTo(email, visitor, () => api.sendVerificationEmail({ body: { email } }))
      if (!requiresVerification) {
        const made = await addUser(acting(visitor), user, first)
        if (!made) throw problem('email_taken', [])
        afterwards.start(sendLink)
        const { account, cookies } = (await enter(visitor, email, password))!
        return { account, key: shownOf(made.keyId!, key, 'first key'), cookies }
      }
      return afterAnswer(async () => {
        const made = await addUser(acting(visitor), user, first)
        const held = made ? null : await findUser(database, { email })
        if (held?.isVerified) return mailTo(email, visitor, () => post(takenMail(held.email, baseUrl())))
        // Two people may have signed up with one address, and only its owner opens the link: neither password is valid
        // then, and the owner sets one by a reset.
        if (held) await setPassword(database, held.id, unusable(), user.at)
        return sendLink()
      })
    },
    async logIn(visitor, email, password) {
      const entered = await attempts.password(email, visitor.address, () => enter(visitor, email, password))
      if (!entered) throw wrongLogin()
      return entered
    },
    async logOut(visitor, userId) {
      const api = await sessions(visitor)
      const { headers } = await api.signOut({ headers: headersOf(visitor), returnHeaders: true })
      await record(visitor, { action: 'session.log-out', userId }, 'user')
      return headers.getSetCookie()
    },
    async changePassword(visitor, userId, current, next) {
      const api = await sessions(visitor)
      const body = { currentPassword: current, newPassword: next, revokeOtherSessions: true }
      const changed = await attempts.password(`user ${userId}`, visitor.address, () =>
        hashing.of(visitor.address, () =>
          api
            .changePassword({ body, headers: headersOf(visitor), returnHeaders: true })
            .catch(async (error: unknown) => {
              if (!wrongPassword.has(refusalOf(error) ?? '')) throw error
              const refusal = { outcome: 'refused', detail: 'wrong password' } as const
              await record(visitor, { action: 'password.change', userId, ...refusal }, 'user')
              return null
            }),
        ),
      )
      if (changed) await record(visitor, { action: 'password.change', userId }, 'user')
      return changed?.headers.getSetCookie() ?? null
    },
    async requestReset(visitor, email) {
      await attempts.reset(visitor.address)
      const api = await sessions(visitor)
      return afterAnswer(async () => {
        const user = await findUser(database, { email })
        if (!user) return
        await record(visitor, { action: 'password.reset-request', userId: user.id })
        await mailTo(email, visitor, () => api.requestPasswordReset({ body: { email } }))
      })
    },
    async confirmReset(visitor, token, next) {
      const api = await sessions(visitor)
      const done = await attempts.token(visitor.address, () =>
        // Only a valid token causes a hash, and it is used up by then.
        hashing.of(
          visitor.address,
          () =>
            served.run(visitor, () => api.resetPassword({ body: { token, newPassword: next } }).catch(tokenRefused)),
          true,
        ),
      )
      if (!done) throw problem('invalid_token', [])
    },
    async verify(visitor, token) {
      const api = await sessions(visitor)
      const done = await attempts.token(visitor.address, () =>
        served.run(visitor, () => api.verifyEmail({ query: { token } }).then(() => true, tokenRefused)),
      )
      if (!done) throw problem('invalid_token', [])
      const user = await findUser(database, { email: emailOf(token) })
      if (!user) throw problem('invalid_token', [])
      const account = await accountOfUser(user)
      // The link may be opened again: a user who revoked every key must not get another by an old message.
      if ((await listKeys(database, user.id)).length > 0) return { account, key: null }
      const key = generateKey()
      const first = await addKey(acting(visitor), user.id, storedForm(pepper, key, 'first key'), now().toISOString(), 1)
      return { account, key: first && shownOf(first.id, key, first.name) }
    },
    async requestVerify(visitor, email) {
      await attempts.reset(visitor.address)
      const api = await sessions(visitor)
      return afterAnswer(async () => {
        const user = await findUser(database, { email })
        if (user && !user.isVerified) await mailTo(email, visitor, () => api.sendVerificationEmail({ body: { email } }))
      })
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

/** A stored password that matches no input. */
const unusable = (): string => `${randomBytes(16).toString('hex')}:${randomBytes(64).toString('hex')}`

const wrongPassword = new Set(['INVALID_PASSWORD', 'CREDENTIAL_ACCOUNT_NOT_FOUND'])

/** Turns the library's only error for a failed database into a 503. */
function sessionUnknown(error: unknown): never {
  if (refusalOf(error) !== 'FAILED_TO_GET_SESSION') throw error
  throw problem('unavailable', [{ en: "the accounts' database does not answer", zh: '帳號資料庫沒有回應' }], {
    headers: { 'Retry-After': '5' },
    cause: error,
  })
}

const wrongLogin = (): Problem =>
  problem('invalid_login', [], { headers: { 'WWW-Authenticate': 'Bearer realm="formosa"' } })

function tokenRefused(error: unknown): null {
  if (['INVALID_TOKEN', 'TOKEN_EXPIRED', 'USER_NOT_FOUND'].includes(refusalOf(error) ?? '')) return null
  throw error
}

/** The e-mail address in a verified token. */
const emailOf = (token: string): string =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).email
