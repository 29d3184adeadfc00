import type { Logger } from 'pino'
import { attemptWindow } from '../../../access/attempts.ts'
import { createHashingSlots } from '../../../access/hashing.ts'
import { quotaWindow } from '../../../access/quota.ts'
import { withFallback } from '../../../access/windows/fallbackWindows.ts'
import { createShared, openShared, type SharedWindows } from '../../../access/windows/sharedWindows.ts'
import { type ClockOptions, createClock, isTestClock } from '../../clock.ts'

type RedisOptions = { readonly url: string; readonly whenDown: 'refuse' | 'local' }

type CounterOptions = {
  readonly memory: ReturnType<typeof createCounterMemory>
  /** Null where the machine counts alone, in shared memory. */
  readonly redis: RedisOptions | null
  readonly clock: ClockOptions
}

const second = 1_000

/** Memory that all serving threads count in. */
export function createCounterMemory(clock: ClockOptions) {
  const now = createClock(clock)
  return {
    quota: createShared({ bucketMs: quotaWindow.bucketMs, now }),
    addresses: createShared({ bucketMs: second, now }),
    attempts: createShared({ bucketMs: attemptWindow.bucketMs, now, slots: 2 ** 16 }),
    hashing: createHashingSlots(),
    /** Grows when a key, a tier or an account changed in this process. */
    changes: new SharedArrayBuffer(4),
  }
}

async function openCounter(
  local: SharedWindows,
  { redis, clock }: CounterOptions,
  { prefix, bucketMs }: { prefix: string; bucketMs: number },
  onState: (state: string, cause?: string) => void,
) {
  if (redis === null) return { windows: local, local, state: () => 'ok', close: () => {} }
  const now = isTestClock(clock) ? createClock(clock) : null
  // Its client is some 500 files: loaded where it is used.
  const { openRedis } = await import('../../../access/windows/redisWindows.ts')
  const remote = await openRedis({ url: redis.url, bucketMs, prefix, now, onState })
  const close = () => void remote.close()
  if (redis.whenDown === 'refuse') return { windows: remote, local, state: remote.state, close }
  const windows = withFallback(remote, local, onState)
  const state = () => (windows.state() === 'ok' ? 'ok' : `degraded: ${windows.state()}`)
  return { windows, local, state, close }
}

/** Opens the counters of one serving thread: in shared memory, or in Redis where several machines count together. */
export async function openCounters(options: CounterOptions, log: Logger) {
  const { memory, clock } = options
  const now = createClock(clock)
  const report = (part: string) => (state: string, cause?: string) => {
    if (state === 'ok') log.info({ part }, 'the counter of calls answers')
    else log.warn({ part, state, cause }, 'the counter of calls')
  }
  const open = (part: 'quota' | 'attempts', bucketMs: number) =>
    openCounter(openShared(memory[part], now), options, { prefix: `formosa:${part}:`, bucketMs }, report(part))
  const quota = await open('quota', quotaWindow.bucketMs)
  const attempts = await open('attempts', attemptWindow.bucketMs)
  const addresses = openShared(memory.addresses, now)
  const timer = setInterval(() => {
    for (const { tick } of [quota.local, attempts.local, addresses]) tick()
  }, second)
  timer.unref()
  return {
    quota: quota.windows,
    attempts: attempts.windows,
    addresses,
    // Attempts are counted over a connection of their own: while it is down nobody can log in.
    state: () => (quota.state() === 'ok' ? attempts.state() : quota.state()),
    close() {
      clearInterval(timer)
      quota.close()
      attempts.close()
    },
  }
}
