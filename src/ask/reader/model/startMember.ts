import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Member } from './ensemble.ts'
import { createMailbox, failed, places, tasks, waitForChange } from './mailbox.ts'
import type { MemberThread } from './memberThread.ts'
import { mostWords } from './model.ts'

/** Longer than any step takes on a busy machine, and than the model takes to load. */
const longestMs = 20_000

/** Starts a model in a thread of its own, which ends with this one; waiting for it blocks this thread. */
export function startMember(file: string, vocabulary: number): Member {
  const mailbox = createMailbox(vocabulary)
  const { state, given, rows } = mailbox
  new Worker(join(import.meta.dirname, 'memberThread.ts'), {
    workerData: { file, mailbox } satisfies MemberThread,
  }).unref()
  let work = 0
  function give(task: number, first: readonly number[], second: readonly number[] = []): () => void {
    given.set(first)
    given.set(second, first.length)
    state[places.task] = task
    state[places.first] = first.length
    state[places.second] = second.length
    const own = ++work
    Atomics.store(state, places.given, own)
    Atomics.notify(state, places.given)
    return () => {
      if (!waitForChange(state, places.done, own - 1, longestMs))
        throw new Error('the thread of a model does not answer')
      if (Atomics.load(state, places.done) === failed) throw new Error('the thread of a model has failed')
    }
  }
  return {
    read: (words) => give(tasks.read, words.slice(0, mostWords)),
    step(parents, words) {
      const wait = give(tasks.step, parents, words)
      return () => {
        wait()
        return words.map((_, n) => rows.slice(n * vocabulary, (n + 1) * vocabulary))
      }
    },
  }
}
