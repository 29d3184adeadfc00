import { readFileSync } from 'node:fs'
import { workerData } from 'node:worker_threads'
import { type Desk, places, tasks } from './desk.ts'
import { loadModel } from './model.ts'

/** Runs one model of several beside the thread that follows the readings. */
export type MemberThread = { readonly file: string; readonly desk: Desk }

const { file, desk } = workerData as MemberThread
const { state, given, rows } = desk
const model = loadModel(readFileSync(file))
const vocabulary = model.target.words.length

for (let last = 0; ; last++) {
  Atomics.wait(state, places.given, last)
  const count = state[places.count]!
  if (state[places.task] === tasks.read) model.read([...given.subarray(0, count)], state[places.beams]!)
  else
    for (const [n, row] of model.step([...given.subarray(0, count)], [...given.subarray(count, 2 * count)]).entries())
      rows.set(row, n * vocabulary)
  Atomics.store(state, places.done, last + 1)
  Atomics.notify(state, places.done)
}
