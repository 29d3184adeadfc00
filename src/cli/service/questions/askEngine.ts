import type { Logger } from 'pino'
import { type Ask, type AskState, createAsk } from '../../../ask/ask.ts'
import { createModelEngine } from '../../../ask/llm/engine.ts'
import { createModel } from '../../../ask/llm/model.ts'
import { openGuess } from '../../../ask/reader/guess.ts'
import { runSql, type SqlOutcome, type SqlRequest } from '../../../ask/runSql.ts'
import { createSandbox, type SandboxOptions } from '../../../ask/sandbox/sandbox.ts'
import type { Rows } from '../../../ask/sandbox/tables.ts'
import { createSenderTurns } from '../../../ask/senderTurns.ts'
import { catalogue } from '../../../catalogue/index.ts'
import { memoryBytesOf } from '../../../config/values.ts'
import type { Config } from '../../../config.ts'
import { longestAskMs, modelMs } from './askTimes.ts'

/** Answers questions, once in the process: sandbox and model are shared by all threads. */
export type Asking = Pick<Ask, 'use'> & {
  /** Answers a question in its sender's turn; never throws. */
  readonly answer: (asked: Parameters<Ask['answer']>[0] & { readonly sender: string }) => ReturnType<Ask['answer']>
  /** Runs SQL in its sender's turn; never throws. */
  readonly runSql: (request: SqlRequest & { readonly sender: string }) => Promise<SqlOutcome>
  readonly close: () => Promise<void>
}

/** When a sender whose line is full may come again. */
const retryAfterSeconds = 5

/** The models of the service read a question in less, also on a busy machine. */
const readingMs = 500

/** Connects the engine of questions, its sandbox and its model. */
export function openAskEngine(
  config: Config,
  log: Logger,
  files: Pick<SandboxOptions, 'damagedIn' | 'holdFiles'>,
  onState?: (state: AskState) => void,
): Asking {
  const sandbox = createSandbox({
    size: config.ASK_AT_ONCE,
    memoryBytes: memoryBytesOf(config.ASK_MEMORY),
    deadlineMs: config.ASK_DEADLINE * 1_000 - readingMs,
    log,
    ...files,
  })
  const model = modelOf(config, log)
  const turns = createSenderTurns({ atOnce: placesOf(config), mostWaiting: config.ASK_QUEUE })
  const guessing = openGuess()
  if (!guessing) log.warn('the embedded model is not there: only plain questions and canonical sentences are read')
  let rows: Rows | null = null
  const { use, answer } = createAsk({
    engine: config.ASK_ENGINE,
    model,
    guess: guessing?.guess ?? null,
    sandbox,
    datasets: catalogue,
    log,
    isLazy: config.ASK_WARM_UP === 'off',
    ...(config.ASK_LOG_DECLINED === 'on'
      ? {
          onDeclined: (question: string, code: string) => log.info({ question, code }, 'a question was not understood'),
        }
      : {}),
    ...(onState ? { onState } : {}),
  })
  /** Does work in the turn of its sender. */
  const inTurn = <T>(sender: string, signal: AbortSignal | undefined, work: (signal: AbortSignal) => Promise<T>) =>
    within(
      longestAskMs(config),
      signal,
      log,
      async (both) =>
        (await turns.run(sender, both, () => work(both))) ??
        ({ kind: 'unavailable', part: 'queue', retryAfterSeconds } as const),
    )
  return {
    use(version) {
      rows = { version, datasets: catalogue }
      use(version)
    },
    answer: ({ signal, sender, ...question }) =>
      inTurn(sender, signal, (both) => answer({ ...question, signal: both })),
    runSql: ({ signal, sender, ...request }) =>
      inTurn(sender, signal, (both) => runSql(sandbox, rows, { ...request, signal: both }, log)),
    async close() {
      await guessing?.close()
      await sandbox.close()
    },
  }
}

/** Questions under way at once: as many as the model takes, or one more than the SQL, to leave somebody else a place. */
const placesOf = ({ ASK_ENGINE, ASK_AT_ONCE, ASK_MODEL_AT_ONCE }: Config): number =>
  ASK_ENGINE === 'embedded' ? ASK_AT_ONCE + 1 : ASK_MODEL_AT_ONCE

/** Aborts work that takes too long, and logs it. */
async function within<T>(
  ms: number,
  signal: AbortSignal | undefined,
  log: Logger,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const late = new AbortController()
  const timer = setTimeout(() => {
    log.warn({ ms }, 'a question took too long and is given up')
    late.abort()
  }, ms)
  try {
    return await work(signal ? AbortSignal.any([signal, late.signal]) : late.signal)
  } finally {
    clearTimeout(timer)
  }
}

/** The model's budget per hour: tokens, or dollars where a million tokens have a price. */
function modelCapOf({ ASK_MODEL_CAP: cap, ASK_MODEL_PRICE: price }: Config) {
  if (price === undefined) return { perHour: Number(cap ?? 2_000_000) }
  const [input = 0, output = 0] = price.split(',').map(Number)
  return { perHour: Number(cap ?? 1), price: { input, output } }
}

function modelOf(config: Config, log: Logger) {
  const { ASK_MODEL_URL: address, ASK_MODEL: model, ASK_MODEL_KEY: key } = config
  if (config.ASK_ENGINE === 'embedded' || address === undefined || model === undefined) return null
  const settings = {
    provider: config.ASK_MODEL_PROVIDER,
    address,
    model,
    ...(key === undefined ? {} : { key }),
    timeoutMs: config.ASK_MODEL_TIMEOUT * 1_000,
    cap: modelCapOf(config),
    atOnce: config.ASK_MODEL_AT_ONCE,
  }
  const client = createModel(settings, log, () => Date.now())
  return createModelEngine(client, modelMs(config))
}
