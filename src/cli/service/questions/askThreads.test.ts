import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Asking } from './askEngine.ts'
import { answerQuestion, sendQuestions } from './askThreads.ts'

test('the question of a client that has left before it was sent is given up', async () => {
  let isAborted = false
  const answer = async ({ signal }: { signal: AbortSignal }) => {
    await Promise.race([once(signal, 'abort'), sleep(30_000, undefined, { ref: false })])
    isAborted = signal.aborted
    return 'given up'
  }
  const ask = sendQuestions((message) => void answerQuestion({ answer } as unknown as Asking, message))
  assert.equal(
    await ask({ question: '台積電收盤價', maxRows: null, sender: 'user 1' }, AbortSignal.abort()),
    'given up',
  )
  assert.ok(isAborted)
})
