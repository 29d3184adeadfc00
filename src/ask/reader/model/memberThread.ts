import { readFileSync } from 'node:fs'
import { workerData } from 'node:worker_threads'
import { failed, type Mailbox, places, tasks, waitForChange } from './mailbox.ts'
import { loadModel } from './model.ts'

/** Runs one model of several beside the thread that follows the readings. */
export type MemberThread = { readonly file: string; readonly mailbox: Mailbox }

const { file, mailbox } = workerData as MemberThread
const { state, given, rows } = mailbox

function answerForEver(): never {
  const model = loadModel(readFileSync(file))
  const vocabulary = model.target.words.length
  for (let last = 0; ; last++) {
    waitForChange(state, places.given, last)
    const split = state[places.first]!
    const first = [...given.subarray(0, split)]
    const second = [...given.subarray(split, split + state[places.second]!)]
    if (state[places.task] === tasks.read) model.read(first)
    else for (const [n, row] of model.step(first, second).entries()) rows.set(row, n * vocabulary)
    Atomics.store(state, places.done, last + 1)
    Atomics.notify(state, places.done)
  }
}

try {
  answerForEver()
} catch (error) {
  // Whoever waits hears no event.
  Atomics.store(state, places.done, failed)
  Atomics.notify(state, places.done)
  throw error
}
