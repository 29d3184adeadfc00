import { setTimeout as sleep } from 'node:timers/promises'

export type AttemptOptions = {
  /** How long a request is repeated while it gets nowhere. */
  readonly patienceMs: number
  readonly signal?: AbortSignal | undefined
  /** Milliseconds without progress after which an attempt is given up. */
  readonly stallMs: number
  /** Whether a failed attempt may succeed later. */
  readonly isPassing: (error: unknown) => boolean
  readonly onRetry: (error: unknown) => void
}

export type Attempt = {
  /** Aborted when the caller gives up or the attempt stalls. */
  readonly signal: AbortSignal
  /** Reports progress, which starts the time for stalls anew. */
  readonly progress: () => void
}

const firstDelayMs = 100
const mostDelayMs = 5_000

/** Aborts when nothing was reported for some time. */
function watchStall(stallMs: number, signal: AbortSignal | undefined) {
  const controller = new AbortController()
  const stall = () => controller.abort(new Error(`no answer for ${stallMs / 1_000} s`))
  let timer = setTimeout(stall, stallMs)
  const giveUp = () => controller.abort(signal?.reason)
  signal?.addEventListener('abort', giveUp, { once: true })
  return {
    signal: controller.signal,
    progress() {
      clearTimeout(timer)
      if (!controller.signal.aborted) timer = setTimeout(stall, stallMs)
    },
    end() {
      clearTimeout(timer)
      signal?.removeEventListener('abort', giveUp)
    },
  }
}

/** Does some work, again after each passing failure, with growing random pauses, until patience ends. */
export async function withRetries<T>(options: AttemptOptions, work: (attempt: Attempt) => Promise<T>): Promise<T> {
  const { patienceMs, signal, stallMs, isPassing, onRetry } = options
  let until = performance.now() + patienceMs
  for (let failures = 0; ; failures++) {
    signal?.throwIfAborted()
    const watch = watchStall(stallMs, signal)
    try {
      return await work({
        signal: watch.signal,
        progress() {
          watch.progress()
          until = performance.now() + patienceMs
          failures = 0
        },
      })
    } catch (caught) {
      signal?.throwIfAborted()
      const error = watch.signal.aborted ? watch.signal.reason : caught
      const delay = Math.min(mostDelayMs, firstDelayMs * 2 ** failures) * (0.5 + Math.random() / 2)
      if (!isPassing(error) || performance.now() + delay > until) throw error
      onRetry(error)
      await sleep(delay, undefined, signal ? { signal } : {})
    } finally {
      watch.end()
    }
  }
}
