/** Work that occupies the thread for longer than this makes its sender's next requests wait for everybody else's. */
const costlyMs = 1
/** The service counts as shared for so long after the sender has changed. */
const sharedMs = 1_000

/** Steps of a long answer end after this time; a request that comes meanwhile waits so long. */
const stepMs = 0.5
/**
 * The pause between steps, or pieces, of a long answer while others are served. Without it a fast reader would take all
 * of a core, here and in the system; with it, it gets about a gigabit a second.
 */
const pauseMs = 2

/**
 * The last senders of all serving threads: a number for the newest, and the time of the last change in milliseconds. A
 * thread that serves one reader alone shares the cores with those that serve others.
 */
export type LastSenders = Int32Array<SharedArrayBuffer>

export const createLastSenders = (): LastSenders =>
  new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT))

/** The clock of all threads, as 32 bits. */
const clock = (): number => (performance.timeOrigin + performance.now()) | 0

function numberOf(sender: string): number {
  let number = 1
  for (let i = 0; i < sender.length; i++) number = (Math.imul(number, 31) + sender.charCodeAt(i)) | 0
  return number || 1
}

export type Turns = ReturnType<typeof createTurns>

/** Does steps for a while; null where more are left. */
function doSteps<T>(steps: Iterator<void, T>): IteratorReturnResult<T> | null {
  const begun = performance.now()
  for (;;) {
    const step = steps.next()
    if (step.done) return step
    if (performance.now() - begun > stepMs) return null
  }
}

/**
 * Shares a serving thread fairly. A sender with many costly requests at once (10,000 rows on each of 100 connections)
 * gets one of them in a turn of the event loop, and the requests of others are served in between.
 */
export function createTurns(lastSenders: LastSenders = createLastSenders()) {
  /** Senders that had costly work in this turn, each with its waiting work. */
  const behind = new Map<string, (() => void)[]>()
  let isPlanned = false
  let last: string | null = null
  let lastNumber = 0

  function measured(sender: () => string, work: () => void): void {
    const begun = performance.now()
    work()
    if (performance.now() - begun <= costlyMs) return
    const name = sender()
    if (!behind.has(name)) behind.set(name, [])
    plan()
  }

  /** Gives senders a turn until one of them was costly; each goes to the end of the line after its turn. */
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

  /** Runs the work now, or in a later turn where the sender had costly work in this one. */
  function run(sender: () => string, work: () => void): void {
    const name = sender()
    if (name !== last) {
      last = name
      lastNumber = numberOf(name)
    }
    if (lastSenders[0] !== lastNumber) {
      if (lastSenders[0] !== 0) lastSenders[1] = clock()
      lastSenders[0] = lastNumber
    }
    const waiting = behind.size > 0 ? behind.get(name) : undefined
    if (waiting) waiting.push(work)
    else measured(sender, work)
  }

  /** Goes on with a long answer in the next turn, or after a pause where several senders were served in the last second. */
  function pause(next: () => void): void {
    if ((clock() - lastSenders[1]!) >>> 0 < sharedMs) setTimeout(next, pauseMs)
    else setImmediate(next)
  }

  async function goOn<T>(steps: Iterator<void, T>): Promise<T> {
    for (;;) {
      await new Promise<void>(pause)
      const done = doSteps(steps)
      if (done) return done.value
    }
  }

  return {
    run,
    pause,
    /** Does steps of an answer: at once where they are short, else with pauses in between. */
    work<T>(steps: Iterator<void, T>): T | Promise<T> {
      const done = doSteps(steps)
      return done ? done.value : goOn(steps)
    },
    /** `run` for work within an answer. */
    compute: <T>(sender: () => string, work: () => T | Promise<T>): Promise<T> =>
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
