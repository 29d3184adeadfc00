import type { Answer } from '../ask/answer.ts'
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
}
export type AskMessage =
  | ({ readonly kind: 'ask'; readonly id: number } & Question)
  /** The client closed its connection. */
  | { readonly kind: 'cancel'; readonly id: number }
export type AnswerMessage = { readonly kind: 'answer'; readonly id: number; readonly answer: Answer }

/** Answers the questions of one thread, in the main thread. */
export function serveQuestions({ answer }: Asking, send: (message: AnswerMessage) => void) {
  const open = new Map<number, AbortController>()
  return {
    async receive(message: AskMessage): Promise<void> {
      if (message.kind === 'cancel') return open.get(message.id)?.abort()
      const { id, kind: _, isDescribed = false, ...question } = message
      const control = new AbortController()
      open.set(id, control)
      const answered = await answer({ ...question, isDescribed, signal: control.signal })
      open.delete(id)
      send({ kind: 'answer', id, answer: answered })
    },
    /** The thread has ended. */
    end(): void {
      for (const control of open.values()) control.abort()
    },
  }
}

/** Sends the questions of one thread, in that thread. */
export function sendQuestions(send: (message: AskMessage) => void) {
  const open = new Map<number, (answer: Answer) => void>()
  let last = 0
  return {
    receive({ id, answer }: AnswerMessage): void {
      open.get(id)?.(answer)
      open.delete(id)
    },
    ask: (question: Question, signal: AbortSignal): Promise<Answer> =>
      new Promise((resolve) => {
        const id = ++last
        open.set(id, resolve)
        signal.addEventListener('abort', () => send({ kind: 'cancel', id }), { once: true })
        send({ kind: 'ask', id, ...question })
      }),
  }
}
