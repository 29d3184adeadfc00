import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { Tier } from '../catalogue/dataset.ts'
import { type Code, type Problem, problem } from '../errors.ts'
import type { Label } from '../fields.ts'
import { RecentMap } from '../recent.ts'
import type { Database } from '../store/database.ts'
import { isDatabaseDown } from '../store/down.ts'
import { isLive } from '../store/keys.ts'
import { readRevision } from '../store/revision.ts'
import { findBearer } from './bearer.ts'
import { placeOfKey } from './keyPlace.ts'
import { isAccessToken, isWellFormed } from './keys.ts'
import { tierNow } from './plans.ts'
import type { AcceptedKeys } from './secret.ts'

/** The caller: a user with a key, or with a session, which has none. */
export type Caller = {
  readonly userId: number
  readonly keyId: number | null
  readonly tier: Tier
  /** The addresses for which an access token is good; undefined for a key or a session. */
  readonly resources?: readonly string[]
}

type Refusal = Extract<
  Code,
  'missing_key' | 'malformed_key' | 'invalid_key' | 'revoked_key' | 'session_required' | TokenRefusal
>
type TokenRefusal = 'invalid_access_token' | 'access_token_elsewhere'

export const isTokenRefusal = (code: Code): boolean =>
  code === 'invalid_access_token' || code === 'access_token_elsewhere'

/**
 * The refusal of a caller; `hint` is the place of a malformed key, the key that a request without one needs, or the
 * addresses of a token.
 */
export const refused = (code: Refusal, hint?: Label | string): Problem =>
  problem(code, [hint as never], {
    headers: {
      'WWW-Authenticate': `Bearer realm="formosa"${code === 'missing_key' || code === 'session_required' ? '' : ', error="invalid_token"'}`,
    },
  })

export const accountsDown = (cause: unknown): Problem =>
  problem('unavailable', [{ en: "the accounts' database does not answer", zh: '帳號資料庫沒有回應' }], {
    headers: { 'Retry-After': '5' },
    cause,
  })

const mostRemembered = 10_000
const lookMs = 500

const silence = 'the database does not answer'

/** The key of a header; undefined for another scheme. */
const keyIn = (authorization: string): string | undefined => {
  // Nearly every client writes it so, and this runs for every request.
  if (authorization.startsWith('Bearer f')) return authorization.slice(7)
  return /^Bearer +(\S+)$/i.exec(authorization)?.[1]
}

type Remembered = { readonly caller: Caller; readonly until: number }

export type Guard = ReturnType<typeof createGuard>

/**
 * Caches callers until the control plane changes, so that a known key costs one map look-up. A change in this process
 * shows at once through `changes`, which all threads share; one in another process within half a second.
 */
export function createGuard({
  database,
  peppers,
  now,
  changes,
  silentMs = 2_000,
}: {
  readonly database: Database
  readonly peppers: AcceptedKeys
  readonly now: () => Date
  readonly changes: Int32Array
  /** A database that takes longer for its revision counts as silent. */
  readonly silentMs?: number
}) {
  /** By key: a header can be written in many ways. */
  const known = new RecentMap<string, Remembered>(mostRemembered)
  /** Keys that were valid when they were looked up last, also before the last change. */
  const valid = new RecentMap<string, true>(mostRemembered)
  let seen = Atomics.load(changes, 0)
  let revision: number | null = null
  let state = 'ok'
  let looking: Promise<void> | null = null

  function forget(): void {
    known.clear()
    seen = Atomics.load(changes, 0)
  }

  async function look(): Promise<void> {
    let isPending = true
    const markSilent = () => {
      if (isPending) state = silence
    }
    // After a blocked event loop, an answer that has arrived is read first.
    const late = setTimeout(() => setImmediate(markSilent), silentMs)
    try {
      const latest = await readRevision(database.db)
      // Before the first poll the revision of cached callers is unknown.
      if (latest !== revision) forget()
      revision = latest
      state = 'ok'
    } catch {
      state = silence
    } finally {
      isPending = false
      clearTimeout(late)
      looking = null
    }
  }
  /** Polls the revision, one poll at a time. */
  function lookOnce(): Promise<void> {
    looking ??= look()
    return looking
  }
  const timer = setInterval(lookOnce, lookMs)
  timer.unref()

  async function lookUp(key: string): Promise<Caller> {
    const before = Atomics.load(changes, 0)
    const revisionBefore = revision
    valid.delete(key)
    const found = await findBearer(database, peppers, key, now()).catch((error) => {
      throw isDatabaseDown(error) ? accountsDown(error) : error
    })
    const at = now()
    if (!found) throw refused(isAccessToken(key) ? 'invalid_access_token' : 'invalid_key')
    if (!isLive(found.key, at.toISOString()) || found.user.isDisabled)
      throw refused(found.resources ? 'invalid_access_token' : 'revoked_key')
    const { tier, until } = tierNow(found.user.tier, found.subscriptions, at.getTime())
    const own = { userId: found.user.id, keyId: found.key.id, tier }
    const caller: Caller = found.resources === null ? own : { ...own, resources: found.resources }
    valid.set(key, true)
    // A caller that changed during the query must not be cached in its old state.
    if (before === Atomics.load(changes, 0) && revisionBefore === revision)
      known.set(key, { caller, until: Math.min(until, found.expires) })
    return caller
  }

  function cached(key: string | undefined): Caller | null {
    if (Atomics.load(changes, 0) !== seen) forget()
    const found = key === undefined ? undefined : known.get(key)
    return found && (found.until === Number.POSITIVE_INFINITY || found.until > now().getTime()) ? found.caller : null
  }

  return {
    /** The caller of a header if its key is cached; null otherwise. */
    remembered: (authorization: string): Caller | null => cached(keyIn(authorization)),
    /** True for the key of a header that was valid when it was looked up last: it is no guess. */
    wasValid: (authorization: string): boolean => valid.get(keyIn(authorization) ?? '') === true,
    /** The caller of a request; throws 401 with its cause. A cached key needs no query. */
    identify(authorization: string | undefined): Caller | Promise<Caller> {
      if (authorization === undefined || authorization === '') throw refused('missing_key')
      const key = keyIn(authorization)
      const caller = cached(key)
      if (caller) return caller
      if (key === undefined || !isWellFormed(key)) throw refused('malformed_key', placeOfKey(authorization))
      return lookUp(key)
    },
    /** Checks within `silentMs` that the control plane answers. */
    async check(): Promise<string> {
      await Promise.race([lookOnce(), sleep(silentMs, undefined, { ref: false }).then(() => nextTurn())])
      return state
    },
    close: () => clearInterval(timer),
  }
}
