import type { RedisWindows } from './redisWindows.ts'
import { CounterDown, type Windows } from './windows.ts'

/**
 * Counts in Redis, and on this machine alone while Redis is down: calls are not refused then, but a limit may be used
 * up once per machine. Calls counted here meanwhile are not carried over.
 */
export function withFallback(
  redis: RedisWindows,
  local: Windows,
  onState: (state: string) => void,
): Windows & Pick<RedisWindows, 'state'> {
  let isLocal = false
  const say = (why: string) => `calls are counted on this machine alone: ${why}`

  async function either<T>(there: Promise<T>, here: () => T | Promise<T>): Promise<T> {
    try {
      const answer = await there
      if (isLocal) {
        isLocal = false
        onState('ok')
      }
      return answer
    } catch (error) {
      if (!(error instanceof CounterDown)) throw error
      if (!isLocal) {
        isLocal = true
        onState(say(error.message))
      }
      return here()
    }
  }

  return {
    take: (key, limit, counts) => either(redis.take(key, limit, counts), () => local.take(key, limit, counts)),
    giveBack: (key) => either(redis.giveBack(key), () => local.giveBack(key)),
    buckets: (key) => either(redis.buckets(key), () => local.buckets(key)),
    state() {
      const theirs = redis.state()
      return theirs === 'ok' ? theirs : say(theirs)
    },
  }
}
