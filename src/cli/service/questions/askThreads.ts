import { MessageChannel, type MessagePort } from 'node:worker_threads'
import type { Answer } from '../../../ask/answer.ts'
import type { KnownAt } from '../../../ask/ask.ts'
import type { SqlOutcome, SqlRequest } from '../../../ask/runSql.ts'
import type { Asking } from './askEngine.ts'

/*
 * Messages by which serving threads send questions to the main thread. They are apart from the engine, which a serving
 * thread need not load.
 */

/** A question from a serving thread. */
export type Question = {
  readonly question: string
  readonly reading?: string
  readonly maxRows: number | null
  readonly isDescribed?: boolean
  readonly past?: KnownAt
  /** Whose turn the question takes. */
  readonly sender: string
}
/** SQL from a serving thread. */
export type Statement = Omit<SqlRequest, 'signal'> & { readonly sender: string }

/** A question, and the port for its answer. A message on the port, or its end, says that the client has left. */
export type AskMessage = { readonly kind: 'ask'; readonly question: Question | Statement; readonly port: MessagePort }

/** Answers a question of a serving thread, in the main thread. */
export async function answerQuestion({ answer, runSql }: Asking, { question, port }: AskMessage): Promise<void> {
  const control = new AbortController()
  const cancel = () => control.abort()
  port.once('message', cancel).once('close', cancel)
  const { signal } = control
  port.postMessage(
    await ('sql' in question ? runSql({ ...question, signal }) : answer({ isDescribed: false, ...question, signal })),
  )
  port.close()
}

/** Sends questions, or SQL, to the main thread, in a serving thread. */
export const sendQuestions =
  <Q extends Question | Statement, A = Q extends Statement ? SqlOutcome : Answer>(
    send: (message: AskMessage) => void,
  ) =>
  (question: Q, signal: AbortSignal): Promise<A> =>
    new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel()
      port1.once('message', resolve)
      signal.addEventListener('abort', () => port1.postMessage('cancel'), { once: true })
      send({ kind: 'ask', question, port: port2 })
      // A signal that is aborted already sends no event.
      if (signal.aborted) port1.postMessage('cancel')
    })
