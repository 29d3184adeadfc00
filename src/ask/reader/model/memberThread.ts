import { readFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { loadModel } from './model.ts'

/** Words to read; or for a step the parents of beams and their last words. */
export type ModelCall = { readonly read: readonly number[] } | { readonly parents: number[]; readonly words: number[] }

/** Runs one model of several beside the thread that follows the readings. */
const model = loadModel(readFileSync(workerData as string))
parentPort!.on('message', (call: ModelCall) => {
  if ('parents' in call) parentPort!.postMessage(model.step(call.parents, call.words))
  else parentPort!.postMessage(model.read(call.read))
})
