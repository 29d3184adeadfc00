import { parentPort, workerData } from 'node:worker_threads'
import { guessWith, type Question } from './guess.ts'

/** Runs the models beside the service, which goes on meanwhile. */
const guess = guessWith(workerData as readonly string[], true)
parentPort!.on('message', ({ id, question }: { id: number; question: Question }) => {
  parentPort!.postMessage({ id, list: guess(question) })
})
