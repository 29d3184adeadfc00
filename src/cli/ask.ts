import type { Logger } from 'pino'
import type { Answer } from '../ask/answer.ts'
import { type Ask, type AskState, createAsk } from '../ask/ask.ts'
import { createModelEngine } from '../ask/llm/engine.ts'
import { createModel } from '../ask/llm/model.ts'
import { createSandbox, type SandboxOptions } from '../ask/sandbox/sandbox.ts'
import { catalogue } from '../catalogue/index.ts'
import { type Config, memoryBytesOf } from '../config.ts'

/** What answers questions, once in the process: the sandbox and the model are bounded for all threads together. */
export type Asking = Pick<Ask, 'use' | 'answer'> & { readonly close: () => Promise<void> }

/** With every repair, a question may take so many times as long as one exchange with the model. */
const exchanges = 3

export function openAsking(
  config: Config,
  log: Logger,
  damagedIn: NonNullable<SandboxOptions['damagedIn']>,
  onState?: (state: AskState) => void,
): Asking {
  const sandbox = createSandbox({
    size: config.ASK_AT_ONCE,
    memoryBytes: memoryBytesOf(config.ASK_MEMORY),
    deadlineMs: config.ASK_DEADLINE * 1_000,
    queue: config.ASK_QUEUE,
    log,
    damagedIn,
  })
  const { use, answer } = createAsk({
    engine: config.ASK_ENGINE,
    model: modelOf(config, log),
    sandbox,
    datasets: catalogue,
    log,
    ...(onState ? { onState } : {}),
  })
  return { use, answer, close: sandbox.close }
}

function modelOf(config: Config, log: Logger) {
  const { ASK_MODEL_URL: address, ASK_MODEL: model, ASK_MODEL_KEY: key } = config
  if (config.ASK_ENGINE === 'embedded' || address === undefined || model === undefined) return null
  const timeoutMs = config.ASK_MODEL_TIMEOUT * 1_000
  const settings = {
    provider: config.ASK_MODEL_PROVIDER,
    address,
    model,
    ...(key === undefined ? {} : { key }),
    timeoutMs,
    cap: config.modelCap,
    atOnce: config.ASK_MODEL_AT_ONCE,
  }
  return createModelEngine(
    createModel(settings, log, () => Date.now()),
    timeoutMs * exchanges,
  )
}

/** What a serving thread sends to have a question answered. */
export type Question = { readonly question: string; readonly maxRows: number | null }
export type ToAsking =
  | ({ readonly kind: 'ask'; readonly id: number } & Question)
  /** Nobody waits for it any more. */
  | { readonly kind: 'unask'; readonly id: number }
export type FromAsking = { readonly kind: 'answer'; readonly id: number; readonly answer: Answer }

/** One thread's questions, at the side that answers. */
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

/** The same at the side of the thread. */
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
