import { parentPort, workerData } from 'node:worker_threads'
import { guessWith, type Question } from './guess.ts'

/** Runs the models beside the service, which goes on meanwhile. */
const guess = guessWith(workerData as readonly string[], true)
parentPort!.on('message', async (question: Question) => parentPort!.postMessage(await guess(question)))
