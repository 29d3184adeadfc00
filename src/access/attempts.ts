import { problem } from '../errors.ts'
import { limited, take } from './quota.ts'
import type { Windows } from './windows/windows.ts'

export const attemptWindow = { bucketMs: 15_000 } as const

/** How often something may be tried within 15 minutes: for one account, and from one address. */
const bounds = {
  'log-in': { account: 20, address: 100 },
  'sign-up': { account: 10, address: 30 },
  reset: { account: 5, address: 30 },
  token: { account: 30, address: 60 },
} as const

export type Attempts = (what: keyof typeof bounds, account: string, address: string) => Promise<void>

/**
 * Slows guessing down. Every attempt counts, a right one too, and an account that does not exist counts as one that
 * does, so that the refusal tells nothing.
 */
export const createAttempts =
  (windows: Windows): Attempts =>
  async (what, account, address) => {
    for (const [key, limit] of [
      [`${what} from ${address}`, bounds[what].address],
      [`${what} of ${account}`, bounds[what].account],
    ] as const) {
      const { isAllowed, used, resetSeconds } = await take(windows, key, limit, true)
      if (!isAllowed) throw problem('attempts_limited', [used, limit], limited(resetSeconds))
    }
  }
