import { openLink } from './redisLink.ts'
import type { Clock } from './redisScripts.ts'
import { createRefusals } from './refusals.ts'
import { type Bucket, type Taken, waitSeconds, windowAt } from './windows.ts'

export type RedisWindows = Awaited<ReturnType<typeof openRedis>>

/** Interval between two looks at the server's clock. */
const tickMs = 1_000

type RedisOptions = {
  /** `redis://` or `rediss://`; it may hold a password and is never printed. */
  readonly url: string
  readonly bucketMs: number
  /** The prefix of the keys, one per kind of window. */
  readonly prefix: string
  /** Null for the server's clock, which all clients share. */
  readonly now: (() => Date) | null
  readonly deadlineMs?: number
  /** Called when `state` changes. */
  readonly onState: (state: string, cause?: string) => void
}

/**
 * Windows in Redis, exact over all its clients. While it is unreachable or slower than the deadline, every call throws
 * `CounterDown`. Calls sent before a connection broke may have been counted.
 */
export async function openRedis({ url, bucketMs, prefix, now, deadlineMs = 250, onState }: RedisOptions) {
  const link = await openLink({ url, deadlineMs, onState })
  /** By how many milliseconds the clock of the windows is ahead of the time of day, and the latest time seen by `now`. */
  let shiftMs = 0
  let latest = 0
  const timeNow = () => (now ? now().getTime() + shiftMs : performance.now())
  const nameOf = (key: string | number) => `${prefix}{${key}}`
  const refusals = createRefusals(timeNow)
  let losses = link.losses()

  /** Looks at the clock, and moves on where it was set back. */
  async function tick(): Promise<void> {
    const time = { bucketMs, now: now ? now().getTime() : null, shiftMs }
    const [ahead] = await link.ask((client) => client.tick(`${prefix}clock`, time, latest))
    shiftMs = ahead!
  }

  /** The time to send. The server's clock is read every second, a test clock each time. */
  async function timeToSend(): Promise<Clock> {
    if (!now) return { bucketMs, now: null, shiftMs }
    if (timeNow() < latest) await tick()
    latest = Math.max(latest, timeNow())
    return { bucketMs, now: now().getTime(), shiftMs }
  }
  const timer = setInterval(() => void tick().catch(() => {}), tickMs)
  timer.unref()
  await tick().catch(() => {})

  function findRefusal(name: string, limit: number): Taken | null {
    // A server that was away may have forgotten its counts.
    if (losses !== link.losses()) refusals.clear()
    losses = link.losses()
    return refusals.find(name, limit)
  }

  return {
    async take(key: string | number, limit: number, counts: boolean): Promise<Taken> {
      const name = nameOf(key)
      let time = await timeToSend()
      const refusal = findRefusal(name, limit)
      if (refusal) return refusal
      for (let isAgain = false; ; isAgain = true) {
        const sentMs = timeNow()
        const [isAllowed, used, resetMs, , behind] = (await link.ask(
          (client) => client.take(name, time, limit, counts),
          // The caller got an error, so this call must not count.
          ([wasAllowed, , , bucket], client) => {
            if (counts && wasAllowed === 1) client.giveBack(name, bucket!).catch(() => {})
          },
        )) as [number, number, number, number, number]
        // The server's clock was set back since the last look.
        if (isAllowed === 0 && behind > 0 && !isAgain) {
          await tick()
          time = await timeToSend()
          continue
        }
        const resetSeconds = used === 0 ? 0 : waitSeconds(resetMs, bucketMs)
        const taken = { isAllowed: isAllowed === 1, used, resetSeconds }
        if (!taken.isAllowed && used > 0 && behind === 0) refusals.keep(name, limit, taken, resetMs, sentMs)
        // A call under a higher limit invalidates a refusal cached for a lower one.
        else if (counts) refusals.forget(name)
        return taken
      }
    },
    async giveBack(key: string | number): Promise<void> {
      const name = nameOf(key)
      const time = await timeToSend()
      const [, ...pairs] = await link.ask((client) => client.read(name, time))
      const counted = pairs.filter((_, i) => i % 2 === 0)
      if (counted.length > 0) await link.ask((client) => client.giveBack(name, Math.max(...counted)))
      refusals.forget(name)
    },
    async buckets(key: string | number): Promise<readonly Bucket[]> {
      const time = await timeToSend()
      const [bucket, ...pairs] = await link.ask((client) => client.read(nameOf(key), time))
      const calls = new Map<number, number>()
      for (let i = 0; i < pairs.length; i += 2) calls.set(pairs[i]!, pairs[i + 1]!)
      return windowAt(calls, bucket!, bucketMs, time.shiftMs)
    },
    state: link.state,
    close() {
      clearInterval(timer)
      link.close()
    },
  }
}
