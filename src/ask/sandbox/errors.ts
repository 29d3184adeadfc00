import type { FaultPlace } from './messages.ts'

/**
 * Why a question got no rows. `unavailable` passes; `deadline`, `memory` and `crashed` are the price of the
 * query; `damaged` is a file of its tables that is not as it was published; `refused` (by the guard) and `invalid` (by
 * the engine's own parser and binder) are faults of the SQL, `failed` of the files or the engine; `lost` is a process that
 * something else ended.
 */
export type SandboxFault =
  | 'unavailable'
  | 'deadline'
  | 'memory'
  | 'crashed'
  | 'refused'
  | 'invalid'
  | 'failed'
  | 'lost'
  | 'aborted'
  | 'closed'
  | 'damaged'

/** The message is for the log: it may quote SQL. */
export class SandboxError extends Error {
  override name = 'SandboxError'
  readonly fault: SandboxFault
  /** When to try again, where that helps. */
  readonly retryAfterSeconds: number | undefined
  readonly place: FaultPlace

  constructor(fault: SandboxFault, message: string, retryAfterSeconds?: number, place: FaultPlace = {}) {
    super(message)
    this.fault = fault
    this.retryAfterSeconds = retryAfterSeconds
    this.place = place
  }
}
