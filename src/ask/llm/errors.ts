/**
 * Why a model gave no answer. `busy` and `budget` pass with time, `unavailable` is the other side's trouble,
 * `misconfigured` the operator's (address, key or model), and `unusable` is an answer that stayed wrong to the end.
 */
export type ModelFault = 'busy' | 'budget' | 'unavailable' | 'misconfigured' | 'unusable' | 'aborted'

/** The message tells neither the question nor the key nor what the other side said. */
export class ModelError extends Error {
  override name = 'ModelError'
  readonly fault: ModelFault
  readonly retryAfterSeconds: number | undefined

  constructor(fault: ModelFault, message: string, retryAfterSeconds?: number) {
    super(message)
    this.fault = fault
    this.retryAfterSeconds = retryAfterSeconds
  }
}
