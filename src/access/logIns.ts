import { type Problem, problem } from '../errors.ts'
import { endSession } from '../store/passwords.ts'
import { listSubscriptions } from '../store/subscriptions.ts'
import { findUser } from '../store/users.ts'
import { type Account, type AccountTools, type Cookies, refusalOf } from './accountTools.ts'
import { accountsDown, type Caller } from './guard.ts'
import { tierNow } from './plans.ts'
import { hasSession } from './sessionCookie.ts'
import type { Visitor } from './visitor.ts'

type LogIn = { readonly account: Account; readonly cookies: Cookies }

const wrongPassword = new Set(['INVALID_PASSWORD', 'CREDENTIAL_ACCOUNT_NOT_FOUND'])

/** Log-ins, sessions and changes of the password by a logged-in user. */
export function createLogIns(tools: AccountTools) {
  const { database, now, log, attempts, hashing, record, headersOf, sessions, accountOfUser } = tools

  /** Records a failed log-in in the log and the audit trail, also for an unknown address. */
  async function recordRefusal(visitor: Visitor, email: string, detail: string): Promise<void> {
    const userId = (await findUser(database, { email }))?.id ?? null
    const { address, requestId } = visitor
    log.warn({ user_id: userId, address, request_id: requestId, reason: detail }, 'log-in failed')
    await record(visitor, { action: 'session.log-in', userId, outcome: 'refused', detail })
  }

  /**
   * Checks a password and starts a session; null where the address or the password is wrong. The check of a known
   * visitor waits for its turn however many others of the same address wait.
   */
  async function enter(visitor: Visitor, email: string, password: string, isKnown = false): Promise<LogIn | null> {
    const api = await sessions(visitor)
    const check = () =>
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
        })
    const entered = await hashing.of(visitor.address, check, isKnown)
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
    enter,
    async logIn(visitor: Visitor, email: string, password: string): Promise<LogIn> {
      const entered = await attempts.password(email, visitor.address, () => enter(visitor, email, password))
      if (!entered) throw wrongLogin()
      return entered
    },
    async logOut(visitor: Visitor, userId: number): Promise<Cookies> {
      const api = await sessions(visitor)
      const { headers } = await api.signOut({ headers: headersOf(visitor), returnHeaders: true })
      await record(visitor, { action: 'session.log-out', userId }, 'user')
      return headers.getSetCookie()
    },
    /** Null where the current password is wrong. */
    async changePassword(visitor: Visitor, userId: number, current: string, next: string): Promise<Cookies | null> {
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
    /** The logged-in user, null where there is none; cookies where the session was extended. */
    async sessionOf(visitor: Visitor): Promise<{ caller: Caller; cookies: Cookies } | null> {
      if (!hasSession(visitor)) return null
      const api = await sessions(visitor)
      const { headers, response } = await api
        .getSession({ headers: headersOf(visitor), returnHeaders: true })
        .catch(sessionUnknown)
      const user = response && (await findUser(database, { id: Number(response.user.id) }))
      if (!user || user.isDisabled) return null
      const { tier } = tierNow(user.tier, await listSubscriptions(database, user.id), now().getTime())
      return { caller: { userId: user.id, keyId: null, tier }, cookies: headers.getSetCookie() }
    },
  }
}

/** Turns the library's only error for a failed database into a 503. */
function sessionUnknown(error: unknown): never {
  throw refusalOf(error) === 'FAILED_TO_GET_SESSION' ? accountsDown(error) : error
}

const wrongLogin = (): Problem =>
  problem('invalid_login', [], { headers: { 'WWW-Authenticate': 'Bearer realm="formosa"' } })
