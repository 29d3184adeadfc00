import { setTimeout as sleep } from 'node:timers/promises'
import { threadId } from 'node:worker_threads'
import type { Logger } from 'pino'
import { limited } from '../../access/quota.ts'
import { lock, unlock } from '../../access/windows/spinLock.ts'
import { problem } from '../../errors.ts'
import { missedEvent, shownEvent } from '../../events/types.ts'
import type { Database } from '../../store/database.ts'
import { type EventFilter, eventsAfter, idAt, newestPlace, readRemoved } from '../../store/events.ts'
import type { Outgoing } from '../reply.ts'
import { stallSeconds } from './unsent.ts'

/** Streams that a process sends at once, and those of one user among them. */
const mostStreams = 1_000
const mostOfUser = 5
/** The wait of a refused client. */
const fullSeconds = 30
/** Interval between two looks for new events, while there are streams. */
const lookMs = 1_000
/** A silent stream says so often that it is there. */
const heartbeatMs = 15_000
/** The wait of a client before it connects again. */
const retryMs = 5_000
const batch = 100

/** The user and the thread of each open stream; the first word is the lock. */
export const createStreamSlots = (): SharedArrayBuffer => new SharedArrayBuffer(4 * (1 + 2 * mostStreams))

/** Frees the streams of a thread that has died. */
export function freeStreams(memory: SharedArrayBuffer, thread: number): void {
  const words = new Int32Array(memory)
  for (let at = 1; at < words.length; at += 2) if (words[at + 1] === thread) Atomics.store(words, at, 0)
}

/** Takes a slot for a user; throws 429 where too many are taken. */
function takeSlot(words: Int32Array, userId: number): () => void {
  lock(words, 0, threadId + 1)
  let [own, all, free] = [0, 0, 0]
  for (let at = 1; at < words.length; at += 2) {
    if (words[at] === 0) free ||= at
    else all++
    if (words[at] === userId) own++
  }
  const isFull = free === 0 || own >= mostOfUser
  if (!isFull) {
    Atomics.store(words, free + 1, threadId)
    Atomics.store(words, free, userId)
  }
  unlock(words, 0, threadId + 1)
  if (isFull)
    throw problem('too_many_streams', own >= mostOfUser ? [own, mostOfUser] : [all, mostStreams], limited(fullSeconds))
  let isHeld = true
  return () => {
    if (isHeld) Atomics.store(words, free, 0)
    isHeld = false
  }
}

const printed = (event: Parameters<typeof shownEvent>[0] & { readonly data: unknown }): string =>
  `id: ${event.id}\nevent: ${event.type}\ndata: ${JSON.stringify(shownEvent(event))}\n\n`

type StreamOptions = {
  readonly database: Database
  readonly slots: SharedArrayBuffer
  readonly now: () => Date
  readonly log: Pick<Logger, 'error'>
}

/** The streams of events of a thread. Each reads the store from its own place when its client has taken what was sent. */
export function createEventStreams({ database, slots, now, log }: StreamOptions) {
  const words = new Int32Array(slots)
  const waiting = new Set<() => void>()
  let open = 0
  let newest = 0
  let isLooking = false
  let isStopping = false

  /** Looks for new events while there are streams. */
  async function keepLooking(): Promise<void> {
    if (isLooking) return
    isLooking = true
    while (open > 0 && !isStopping) {
      newest = await newestPlace(database).catch((error) => {
        log.error({ err: error }, 'events cannot be read')
        return newest
      })
      wakeAll()
      await sleep(lookMs)
    }
    isLooking = false
  }

  const wakeAll = (): void => {
    for (const wake of waiting) wake()
    waiting.clear()
  }

  async function run(response: Outgoing, filter: EventFilter, from: number | null): Promise<void> {
    const { promise: gone, reject: leave } = Promise.withResolvers<never>()
    gone.catch(() => {})
    response.once('close', () => leave(new Error('the client has left')))
    /** Sends a text; a client that takes nothing for long is dropped. */
    async function send(text: string): Promise<void> {
      const { promise: sent, resolve, reject } = Promise.withResolvers<void>()
      const stalled = setTimeout(() => response.destroy(), stallSeconds * 1_000)
      response.write(Buffer.from(text), (error) => (error ? reject(error) : resolve()))
      await Promise.race([sent, gone]).finally(() => clearTimeout(stalled))
    }

    const removed = await readRemoved(database)
    let place = from ?? removed.seq
    let said = await idAt(database, filter.userId, place)
    const missed = from === null ? printed(missedEvent(`stream_${filter.userId}`, removed, now())) : ''
    // A client remembers an id without data, and sees no event.
    await send(`retry: ${retryMs}\n${missed}id: ${said}\n\n`)
    for (let beat = performance.now(); !isStopping; ) {
      // Events that come while the store is read are beyond what was read.
      const upTo = newest
      const events = place < upTo ? await eventsAfter(database, filter, place, batch) : []
      const last = events.at(-1)
      if (last) {
        await send(events.map(printed).join(''))
        ;[place, said, beat] = [last.seq, last.id, performance.now()]
        continue
      }
      place = Math.max(place, upTo)
      if (performance.now() - beat > heartbeatMs) {
        const id = await idAt(database, filter.userId, place)
        await send(id === said ? ':\n\n' : `id: ${id}\n\n`)
        ;[said, beat] = [id, performance.now()]
      }
      await Promise.race([new Promise<void>((wake) => waiting.add(wake)), gone])
    }
    response.end()
  }

  return {
    /** Takes a place among the streams, and returns what sends one; after a place, or with a notice where that is gone. */
    open(filter: EventFilter, place: number | null) {
      const free = takeSlot(words, filter.userId)
      return {
        free,
        stream(response: Outgoing): void {
          open++
          void keepLooking()
          void run(response, filter, place)
            .catch(() => response.destroy())
            .finally(() => open--)
        },
      }
    },
    /** Ends every stream: its client connects again, here or elsewhere. */
    close(): void {
      isStopping = true
      wakeAll()
    },
  }
}

export type EventStreams = ReturnType<typeof createEventStreams>
