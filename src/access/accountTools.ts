import { AsyncLocalStorage } from 'node:async_hooks'
import type { Logger } from 'pino'
import { once } from '../once.ts'
import { actingAs, type Noted, note } from '../store/auditTrail.ts'
import type { Database } from '../store/database.ts'
import { readRevision } from '../store/revision.ts'
import { listSubscriptions } from '../store/subscriptions.ts'
import type { User } from '../store/user.ts'
import type { Afterwards } from './afterwards.ts'
import type { Attempts } from './attempts.ts'
import type { Hashing } from './hashing.ts'
import type { Post } from './mail.ts'
import { resetMail, verifyMail } from './messages.ts'
import { tierNow } from './plans.ts'
import { withOwnSession } from './sessionCookie.ts'
import { openSessions, type SessionOptions } from './sessions.ts'
import { actorOf, headersFor, type Visitor } from './visitor.ts'

/** The account object. */
export type Account = Awaited<ReturnType<AccountTools['accountOfUser']>>

/** Lines for `Set-Cookie`. */
export type Cookies = readonly string[]

/** The part of a request that depends on whether an account exists; called after the response was sent. */
export type AfterAnswer = () => void

export type AccountOptions = {
  readonly database: Database
  readonly now: () => Date
  readonly pepper: Buffer
  readonly secret: string
  /** Other secrets under which sessions stay valid. */
  readonly otherSecrets?: readonly string[]
  readonly baseUrl: () => string
  readonly post: Post
  readonly requiresVerification: boolean
  readonly attempts: Attempts
  readonly hashing: Hashing
  readonly afterwards: Afterwards
  readonly log: Pick<Logger, 'warn' | 'error'>
}

/** The library's error code. */
export const refusalOf = (error: unknown): string | undefined => (error as { body?: { code?: string } }).body?.code

/** The options of accounts with the functions that their methods share. */
export type AccountTools = ReturnType<typeof createTools>

export function createTools(options: AccountOptions) {
  const {
    database,
    now,
    secret,
    otherSecrets = [],
    baseUrl,
    post,
    requiresVerification,
    attempts,
    hashing,
    afterwards,
    log,
  } = options
  /** The visitor of the current library call, for its callbacks. */
  const served = new AsyncLocalStorage<Visitor>()

  const record = (visitor: Visitor, noted: Noted, name: 'user' | 'visitor' = 'visitor'): Promise<void> =>
    note(database.db, actorOf(visitor, name, now()), noted)
  const recordServed = (noted: Noted): Promise<void> => record(served.getStore()!, noted)

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

  function libraryOptions(isSecure: boolean): SessionOptions {
    const url = baseUrl()
    return {
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
    }
  }
  /** What a visitor needs of the library, whose cookies differ behind https; opened on first use. */
  function forVisitors<T>(open: (options: SessionOptions) => Promise<T>): (visitor: Visitor) => Promise<T> {
    const [secure, plain] = [true, false].map((isSecure) => once(() => open(libraryOptions(isSecure))))
    return ({ isSecure }) => (isSecure ? secure! : plain!)()
  }
  /** The headers for the session library; a session under another accepted secret is signed again with the own one. */
  const headersOf = (visitor: Visitor): Headers =>
    headersFor({ ...visitor, cookie: visitor.cookie && withOwnSession(visitor.cookie, secret, otherSecrets) })

  const sessions = forVisitors(openSessions)

  async function accountOfUser(user: User) {
    const paid = await listSubscriptions(database, user.id)
    const { tier } = tierNow(user.tier, paid, now().getTime())
    return { user_id: user.id, email: user.email, tier, created_at: user.createdAt }
  }

  return { ...options, served, record, acting, mailTo, afterAnswer, headersOf, forVisitors, sessions, accountOfUser }
}
