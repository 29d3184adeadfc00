import type { Code } from '../../errors.ts'
import type { HeaderUse } from './headers.ts'
import { idempotencyHeader } from './parameters.ts'

/** Headers of an answer that has made something. */
export const madeHeaders: readonly HeaderUse[] = ['Location', 'Idempotency-Replayed?']

export const idempotencyFails = ['idempotency_pending', 'idempotency_key_reused'] as const satisfies readonly Code[]

/** A route that makes something, without parameters in its path. */
export const idempotent = { isIdempotent: true, head: [idempotencyHeader] } as const
