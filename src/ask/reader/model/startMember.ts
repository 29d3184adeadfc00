import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Explainer, Member } from './ensemble.ts'
import { createMailbox, failed, places, tasks } from './mailbox.ts'
import type { MemberThread } from './memberThread.ts'
import { mostWords } from './model.ts'

/** Longer than any step takes on a busy machine, and than the model takes to load. */
const longestMs = 20_000

/**
 * Starts a model in a thread of its own, which ends with this one; waiting for it blocks this thread. With a reverse
 * model it also explains: its answers are floats of 32 bits.
 */
export function startMember(file: string, reverse: string | null, vocabulary: number): Member & Explainer {
  const mailbox = createMailbox(vocabulary)
  const { state, given, rows } = mailbox
  new Worker(join(import.meta.dirname, 'memberThread.ts'), {
    workerData: { file, reverse, mailbox } satisfies MemberThread,
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
      if (Atomics.wait(state, places.done, own - 1, longestMs) === 'timed-out')
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
    explain(meaning, said) {
      const wait = give(tasks.explain, meaning.slice(0, mostWords), said.slice(0, mostWords))
      return () => {
        wait()
        return [...rows.subarray(0, state[places.result])]
      }
    },
  }
}
