import { setTimeout as sleep } from 'node:timers/promises'
import { Problem, problem } from '../errors.ts'
import { limited, take } from './quota.ts'
import type { Taken, Windows } from './windows/windows.ts'

export const attemptWindow = { bucketMs: 15_000 } as const

/** Limits within 15 minutes; `pair` is one account from one address. */
const limits = {
  /** Wrong passwords. Beyond them the next check waits; from `account` on, each address has only `pairAttacked`. */
  logIn: { pair: 20, pairAttacked: 3, address: 100, account: 100 },
  /** Wrong tokens of mailed links. */
  token: { address: 60 },
  /** Requests; more are refused. */
  signUp: { pair: 10, address: 30 },
  reset: { address: 30 },
  /** Programs that begin a log-in. */
  device: { address: 60 },
  /** Applications that register; those of many users may come from one address. */
  register: { address: 300 },
  /** Messages to one mailbox; more are not sent. */
  mail: { pair: 5, account: 10 },
} as const

/** A limit that no window reaches, for counts that never refuse. */
const unlimited = 1_000_000
/** The longest a password check waits for its turn; one that would wait longer is refused unchecked. */
const longestWaitMs = 20_000
const mostLanes = 10_000

/** A check's result; null where the password or the token was wrong. */
type Check<T> = () => Promise<T | null>

export type Attempts = ReturnType<typeof createAttempts>

/** Milliseconds between two checks once `wrong` attempts reach `free`: a second, doubled with every `step` more. */
const gapMs = (wrong: number, free: number, step: number): number =>
  wrong < free ? 0 : Math.min(longestWaitMs, 1_000 * 2 ** ((wrong - free) / step))

/** A monotonic clock for the turns. */
type Turns = { readonly elapsedMs: () => number; readonly wait: (ms: number) => Promise<unknown> }
const turns: Turns = { elapsedMs: () => performance.now(), wait: (ms) => sleep(ms) }

/**
 * Limits guessing. An account that does not exist counts like one that does, so that a refusal does not reveal it.
 * Counts are shared by all threads or machines; turns are per thread.
 */
export function createAttempts(windows: Windows, { elapsedMs, wait }: Turns = turns) {
  /** When the next check of a lane may begin. */
  const lanes = new Map<string, number>()

  const count = async (key: string, limit = unlimited): Promise<Taken> => take(windows, key, limit, true)
  /** Counts for work whose response was already sent: tries again while the counter does not answer. */
  async function countPatiently(key: string, limit: number): Promise<Taken> {
    for (let tries = 1; ; tries++)
      try {
        return await count(key, limit)
      } catch (error) {
        if (tries === 4 || !(error instanceof Problem) || error.code !== 'unavailable') throw error
        await wait(125 * 2 ** tries)
      }
  }
  const look = async (key: string): Promise<number> => (await take(windows, key, unlimited, false)).used
  const keysOf = (account: string, address: string) => ({
    pair: `wrong password of ${account} from ${address}`,
    address: `wrong password from ${address}`,
    account: `wrong password of ${account}`,
  })

  async function within(key: string, limit: number): Promise<void> {
    const { isAllowed, used, resetSeconds } = await count(key, limit)
    if (!isAllowed) throw problem('attempts_limited', [used, limit], limited(resetSeconds))
  }

  const freeOf = (ofAccount: number): number =>
    ofAccount >= limits.logIn.account ? limits.logIn.pairAttacked : limits.logIn.pair

  /** Waits for a turn in every lane; throws 429 where that takes too long. */
  async function waitForTurn(gaps: readonly (readonly [lane: string, ms: number])[]): Promise<void> {
    const now = elapsedMs()
    const slow = gaps.filter(([, ms]) => ms > 0)
    const begin = slow.reduce((latest, [lane]) => Math.max(latest, lanes.get(lane) ?? 0), now)
    const waitMs = begin - now
    if (waitMs > longestWaitMs) throw problem('checks_limited', [], limited(Math.ceil(waitMs / 1_000)))
    if (lanes.size > mostLanes) for (const [lane, next] of lanes) if (next <= now) lanes.delete(lane)
    for (const [lane, ms] of slow) lanes.set(lane, begin + ms)
    if (waitMs > 0) await wait(waitMs)
  }

  return {
    /**
     * Checks a password. Only wrong ones count, per account and address, so that nobody can lock the owner out from
     * elsewhere. Beyond the limit a check waits for its turn and a wrong password is 429; a right one is accepted.
     */
    async password<T>(account: string, address: string, check: Check<T>): Promise<T | null> {
      const keys = keysOf(account, address)
      const { logIn } = limits
      const free = freeOf(await look(keys.account))
      await waitForTurn([
        [keys.pair, gapMs(await look(keys.pair), free, logIn.pair)],
        [keys.address, gapMs(await look(keys.address), logIn.address, logIn.address)],
      ])
      const checked = await check()
      if (checked !== null) return checked
      const [ofPair, ofAddress] = [(await count(keys.pair)).used, (await count(keys.address)).used]
      const freeNow = freeOf((await count(keys.account)).used)
      const waits = Math.max(gapMs(ofPair, freeNow, logIn.pair), gapMs(ofAddress, logIn.address, logIn.address))
      const [used, limit] = ofPair > freeNow ? [ofPair, freeNow] : [ofAddress, logIn.address]
      if (used > limit) throw problem('attempts_limited', [used, limit], limited(Math.ceil(waits / 1_000)))
      return null
    },
    /** Checks the token of a mailed link. A right one is always accepted; wrong ones beyond the limit are 429. */
    async token<T>(address: string, check: Check<T>): Promise<T | null> {
      const checked = await check()
      if (checked !== null) return checked
      await within(`wrong token from ${address}`, limits.token.address)
      return null
    },
    /** Counts a request for an account; throws 429 beyond the limit. */
    async signUp(account: string, address: string): Promise<void> {
      await within(`sign-up from ${address}`, limits.signUp.address)
      await within(`sign-up of ${account} from ${address}`, limits.signUp.pair)
    },
    reset: (address: string): Promise<void> => within(`reset from ${address}`, limits.reset.address),
    device: (address: string): Promise<void> => within(`device log-in from ${address}`, limits.device.address),
    register: (address: string): Promise<void> => within(`registration from ${address}`, limits.register.address),
    /** Counts a message to a mailbox; false where it reached its limit. */
    async mail(account: string, address: string): Promise<boolean> {
      const { pair, account: all } = limits.mail
      return (
        (await countPatiently(`mail to ${account} for ${address}`, pair)).isAllowed &&
        (await countPatiently(`mail to ${account}`, all)).isAllowed
      )
    },
  }
}
