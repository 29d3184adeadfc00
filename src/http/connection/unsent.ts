import { limited } from '../../access/quota.ts'
import { type Problem, problem } from '../../errors.ts'

/**
 * Bytes of answers that a serving thread holds because their readers have not taken them yet. One caller or address
 * may hold a part of the whole only, so that readers who do not read delay nobody else.
 */
const unsentBounds = { inAll: 192 << 20, byCaller: 32 << 20, byAddress: 64 << 20 } as const

/** A reader that takes nothing of its answer for so long is dropped; a caller refused for such readers waits as long. */
export const stallSeconds = 10

/** The recipient of an answer: an address, and the user where the request carried a valid key or session. */
export type Recipient = { readonly userId: number | null; readonly address: string }

export function createUnsent() {
  let inAll = 0
  const held = new Map<number | string, number>()

  const add = (holder: number | string, bytes: number): void => {
    const sum = (held.get(holder) ?? 0) + bytes
    if (sum > 0) held.set(holder, sum)
    else held.delete(holder)
  }

  /** The refusal of a request whose answer might be large; null where there is room for it. */
  function refusal(recipient: () => Recipient): Problem | null {
    if (inAll === 0) return null
    const { userId, address } = recipient()
    const isOverOwn =
      (userId !== null && (held.get(userId) ?? 0) >= unsentBounds.byCaller) ||
      (held.get(address) ?? 0) >= unsentBounds.byAddress
    if (isOverOwn) return problem('unread_answers', [], limited(stallSeconds))
    return inAll >= unsentBounds.inAll ? problem('too_busy', [], { headers: { 'Retry-After': '1' } }) : null
  }

  return {
    /** True while any answer has yet to leave. */
    isSending: () => inAll > 0,
    refusal,
    /** Counts the bytes of an answer until the returned function is called. */
    hold({ userId, address }: Recipient, bytes: number) {
      const count = (change: number) => {
        inAll += change
        if (userId !== null) add(userId, change)
        add(address, change)
      }
      count(bytes)
      let isHeld = true
      return () => {
        if (isHeld) count(-bytes)
        isHeld = false
      }
    },
  }
}

export type Unsent = ReturnType<typeof createUnsent>
