import { ModelError } from './errors.ts'

/** Tokens read and written by a model. */
export type Usage = { readonly input: number; readonly output: number }

/** What an hour may cost: money where prices of a million tokens are given, else tokens. */
export type Cap = { readonly perHour: number; readonly price?: Usage }

export type Budget = {
  /** Sets aside the most that an exchange can cost; throws `ModelError` where the hour does not have it. */
  readonly reserve: (most: Usage) => Reserved
  readonly spent: () => number
}
/** Ends with one of the two: what it did cost, or nothing. */
type Reserved = { readonly settle: (used: Usage) => void; readonly release: () => void }

const minutes = 60

/** The hour slides by the minute, like the quota of a key. */
export function createBudget({ perHour, price }: Cap, now: () => number): Budget {
  const buckets = new Map<number, number>()
  let reserved = 0
  const costOf = ({ input, output }: Usage): number =>
    price ? (input * price.input + output * price.output) / 1e6 : input + output
  const minute = () => Math.floor(now() / 60_000)

  function spent(): number {
    for (const at of buckets.keys()) if (at <= minute() - minutes) buckets.delete(at)
    return [...buckets.values()].reduce((sum, amount) => sum + amount, 0)
  }

  return {
    spent,
    reserve(most) {
      const amount = costOf(most)
      if (spent() + reserved + amount > perHour) {
        const oldest = Math.min(...buckets.keys())
        const seconds = Number.isFinite(oldest) ? (oldest + minutes) * 60 - Math.floor(now() / 1000) : 60
        throw new ModelError('budget', 'the spending cap of this hour is reached', Math.max(1, seconds))
      }
      reserved += amount
      let isOpen = true
      const close = (cost: number) => {
        if (!isOpen) return
        isOpen = false
        reserved -= amount
        if (cost > 0) buckets.set(minute(), (buckets.get(minute()) ?? 0) + cost)
      }
      return { settle: (used) => close(costOf(used)), release: () => close(0) }
    },
  }
}
