import type { Config } from '../../../config.ts'

/** Exchanges with the model per question, repairs included. */
const exchanges = 3
/** Time for the work beside the model: the warm-up, and the wait for the SQL's turn. */
const waitingMs = 60_000

export const modelMs = ({ ASK_ENGINE, ASK_MODEL_TIMEOUT }: Config): number =>
  ASK_ENGINE === 'embedded' ? 0 : ASK_MODEL_TIMEOUT * 1_000 * exchanges

/**
 * The longest a question may take in all. Every time-out derives from it: the question is aborted then, and its
 * connection is kept a little longer, so that the response can say so.
 */
export const longestAskMs = (config: Config): number => modelMs(config) + config.ASK_DEADLINE * 1_000 + waitingMs
