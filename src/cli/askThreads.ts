import type { Answer } from '../ask/answer.ts'
import type { Asking } from './ask.ts'

/* Questions go from the serving threads to the main thread; apart from the engine, so that a thread need not load it. */

/** A question from a serving thread. */
export type Question = { readonly question: string; readonly maxRows: number | null }
export type ToAsking =
  | ({ readonly kind: 'ask'; readonly id: number } & Question)
  /** The client has gone. */
  | { readonly kind: 'unask'; readonly id: number }
export type FromAsking = { readonly kind: 'answer'; readonly id: number; readonly answer: Answer }

/** The questions of one thread, in the main thread. */
export function answerThread({ answer }: Asking, tell: (message: FromAsking) => void) {
  const open = new Map<number, AbortController>()
  return {
    async hear(message: ToAsking): Promise<void> {
      if (message.kind === 'unask') return open.get(message.id)?.abort()
      const { id, question, maxRows } = message
      const control = new AbortController()
      open.set(id, control)
      const said = await answer({ question, maxRows, signal: control.signal })
      open.delete(id)
      tell({ kind: 'answer', id, answer: said })
    },
    /** The thread has ended. */
    end(): void {
      for (const control of open.values()) control.abort()
    },
  }
}

/** The questions of one thread, in that thread. */
export function askProcess(tell: (message: ToAsking) => void) {
  const open = new Map<number, (answer: Answer) => void>()
  let last = 0
  return {
    hear({ id, answer }: FromAsking): void {
      open.get(id)?.(answer)
      open.delete(id)
    },
    ask: (question: Question, signal: AbortSignal): Promise<Answer> =>
      new Promise((resolve) => {
        const id = ++last
        open.set(id, resolve)
        signal.addEventListener('abort', () => tell({ kind: 'unask', id }), { once: true })
        tell({ kind: 'ask', id, ...question })
      }),
  }
}
