import type { Part } from './answer.ts'
import { SandboxError } from './sandbox/errors.ts'
import type { FaultPlace, SqlPage, SqlPlan } from './sandbox/messages.ts'
import type { PastTable } from './sandbox/past.ts'
import type { Query, Sandbox } from './sandbox/sandbox.ts'
import type { Rows } from './sandbox/tables.ts'

/** SQL of a caller. */
export type SqlRequest = Pick<Query, 'sql' | 'values' | 'signal' | 'isOurs'> & {
  /** Null to have it planned only. */
  readonly maxRows: number | null
  /** The most bytes of the rows; those of an answer to a caller where it is left out. */
  readonly maxBytes?: number
  /** The version that it must be run on; the present one where it is left out. */
  readonly version?: string
  /** Tables as they stood at an instant. */
  readonly past?: readonly PastTable[]
}

/** What became of it; every kind of it can be sent between threads. */
export type SqlOutcome =
  | {
      readonly kind: 'page'
      readonly version: string
      readonly page: SqlPage
      readonly isTruncated: boolean
      /** How long it ran. */
      readonly ms: number
    }
  | { readonly kind: 'plan'; readonly version: string; readonly plan: SqlPlan }
  /** `refused` by the guard, `invalid` for the engine. */
  | ({ readonly kind: 'refused' | 'invalid'; readonly message: string } & FaultPlace)
  | { readonly kind: 'expensive' }
  | { readonly kind: 'unavailable'; readonly part: Part; readonly retryAfterSeconds: number }
  /** A fault of ours. */
  | { readonly kind: 'broken'; readonly message: string }

type Log = { readonly error: (fields: object, message: string) => void }

/** The most bytes of the rows of an answer to a caller. */
const mostSqlBytes = 8 << 20

function failed(error: unknown, log: Log): SqlOutcome {
  if (!(error instanceof SandboxError) || error.fault === 'failed') {
    log.error({ err: error }, 'SQL failed')
    return { kind: 'broken', message: (error as Error).message }
  }
  const { fault, message, retryAfterSeconds = 5, place } = error
  if (fault === 'refused' || fault === 'invalid') {
    const { at, part } = place
    return { kind: fault, message, at, part }
  }
  if (fault === 'deadline' || fault === 'memory' || fault === 'crashed') return { kind: 'expensive' }
  return { kind: 'unavailable', part: fault === 'damaged' ? 'files' : 'sandbox', retryAfterSeconds }
}

/** Runs SQL of callers in the sandbox of questions; never throws. */
export async function runSql(
  sandbox: Sandbox,
  rows: Rows | null,
  { maxRows, maxBytes = mostSqlBytes, version, ...request }: SqlRequest,
  log: Log,
): Promise<SqlOutcome> {
  const present = rows?.version.manifest.version
  // Another version was published after its tables were read.
  if (!rows || (version !== undefined && version !== present))
    return { kind: 'unavailable', part: 'rows', retryAfterSeconds: 5 }
  let began = performance.now()
  const onBegin = (): void => {
    began = performance.now()
  }
  try {
    const limits = { maxRows: maxRows ?? 1, maxBytes, as: maxRows === null ? 'plan' : 'page' } as const
    const { page, plan, isTruncated } = await sandbox.run({ ...request, ...rows, ...limits, onBegin })
    return plan
      ? { kind: 'plan', version: present!, plan }
      : { kind: 'page', version: present!, page: page!, isTruncated, ms: performance.now() - began }
  } catch (error) {
    return failed(error, log)
  }
}
