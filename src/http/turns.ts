/** Work that occupies the thread for longer than this makes its sender's next requests wait for everybody else's. */
const costlyMs = 1

export type Turns = {
  /** Runs the work now, or in a later turn where the sender had costly work in this one. */
  readonly run: (sender: () => string, work: () => void) => void
  /** The same for work within an answer. */
  readonly compute: <T>(sender: () => string, work: () => T | Promise<T>) => Promise<T>
}

/**
 * Shares a serving thread fairly. A sender with many costly requests at once (10,000 rows on each of 100 connections)
 * gets one of them in a turn of the event loop, and the requests of others are served in between.
 */
export function createTurns(): Turns {
  /** Senders that had costly work in this turn, each with its waiting work. */
  const behind = new Map<string, (() => void)[]>()
  let isPlanned = false

  function measured(sender: () => string, work: () => void): void {
    const begun = performance.now()
    work()
    if (performance.now() - begun <= costlyMs) return
    const name = sender()
    if (!behind.has(name)) behind.set(name, [])
    plan()
  }

  /** Gives senders a turn until one of them was costly; whoever had one goes to the end of the line. */
  function giveTurns(): void {
    isPlanned = false
    const begun = performance.now()
    for (const [sender, [work, ...later]] of [...behind]) {
      behind.delete(sender)
      if (later.length > 0) behind.set(sender, later)
      if (work) measured(() => sender, work)
      if (performance.now() - begun > costlyMs) break
    }
    if (behind.size > 0) plan()
  }

  function plan(): void {
    if (!isPlanned) setImmediate(giveTurns)
    isPlanned = true
  }

  function run(sender: () => string, work: () => void): void {
    const waiting = behind.size === 0 ? undefined : behind.get(sender())
    if (waiting) waiting.push(work)
    else measured(sender, work)
  }

  return {
    run,
    compute: (sender, work) =>
      new Promise((resolve, reject) =>
        run(sender, () => {
          try {
            resolve(work())
          } catch (error) {
            reject(error)
          }
        }),
      ),
  }
}
