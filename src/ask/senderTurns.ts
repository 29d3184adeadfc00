/** Questions of all senders together that may wait. */
const mostInAll = 1_024

type Waiting = { readonly start: () => void; readonly refuse: () => void }

type Options = {
  /** Questions that are answered at once. */
  readonly atOnce: number
  /** Questions of one sender that may wait; one more is refused. */
  readonly mostWaiting: number
  /** Milliseconds of a clock that only rises. */
  readonly clock?: () => number
}

/** So long after questions of two senders each of them has one under way at most: more would slow the others. */
const sharedMs = 1_000

/**
 * Lets senders take turns: of those that wait, each in order begins one question. A sender leaves the last place to
 * others, so that another sender's question begins at once.
 */
export function createSenderTurns({ atOnce, mostWaiting, clock = () => performance.now() }: Options) {
  const mostAlone = Math.max(1, atOnce - 1)
  let last: string | null = null
  let changedAt = Number.NEGATIVE_INFINITY
  const mostOfOne = (): number => (clock() - changedAt < sharedMs ? 1 : mostAlone)
  /** The waiting questions of each sender, in the order of their next turns. */
  const waiting = new Map<string, Set<Waiting>>()
  /** The questions under way of each sender. */
  const underWay = new Map<string, number>()
  let inAll = 0
  let waitingInAll = 0

  const mayBegin = (sender: string): boolean => inAll < atOnce && (underWay.get(sender) ?? 0) < mostOfOne()

  function begin(sender: string): void {
    inAll++
    underWay.set(sender, (underWay.get(sender) ?? 0) + 1)
  }

  function end(sender: string): void {
    inAll--
    const left = underWay.get(sender)! - 1
    if (left > 0) underWay.set(sender, left)
    else underWay.delete(sender)
    giveTurns()
  }

  function takeOut(sender: string, question: Waiting): void {
    const own = waiting.get(sender)
    if (!own?.delete(question)) return
    waitingInAll--
    if (own.size === 0) waiting.delete(sender)
  }

  function giveTurns(): void {
    // A sender that is added again, at the end, is visited again.
    for (const [sender, own] of waiting) {
      if (inAll >= atOnce) return
      if (!mayBegin(sender)) continue
      const [next] = own
      waiting.delete(sender)
      waiting.set(sender, own)
      takeOut(sender, next!)
      begin(sender)
      next!.start()
    }
  }

  /** Refuses the last question of the longest line, if that is longer than this one, so that many lines exclude no sender. */
  function makeRoom(length: number): boolean {
    if (waitingInAll < mostInAll) return true
    const longest = [...waiting.values()].reduce((a, b) => (b.size > a.size ? b : a))
    if (longest.size <= length + 1) return false
    ;[...longest].at(-1)!.refuse()
    return true
  }

  /** Resolves to true when the question may begin; to false if it is refused, or its client has left. */
  function turnOf(sender: string, signal: AbortSignal): boolean | Promise<boolean> {
    if (signal.aborted) return false
    if (last !== null && last !== sender) changedAt = clock()
    last = sender
    if (mayBegin(sender)) {
      begin(sender)
      return true
    }
    const own = waiting.get(sender) ?? new Set()
    if (own.size >= mostWaiting || !makeRoom(own.size)) return false
    return new Promise((resolve) => {
      const refuse = () => {
        signal.removeEventListener('abort', refuse)
        takeOut(sender, question)
        resolve(false)
      }
      const start = () => {
        signal.removeEventListener('abort', refuse)
        resolve(true)
      }
      const question = { start, refuse }
      signal.addEventListener('abort', refuse, { once: true })
      waiting.set(sender, own.add(question))
      waitingInAll++
    })
  }

  return {
    /** Does the work in the sender's turn; null if too many of its questions wait already, or its client has left. */
    async run<T>(sender: string, signal: AbortSignal, work: () => Promise<T>): Promise<T | null> {
      if (!(await turnOf(sender, signal))) return null
      try {
        return await work()
      } finally {
        end(sender)
      }
    },
  }
}
