import type { Logger } from 'pino'
import type { Code } from '../../errors.ts'

/** A finished request, answered or abandoned by its client. It holds no secrets. */
type Served = {
  readonly id: string
  readonly method: string
  /** The path of the route, with its parameters in braces; `unknown` where no route has the path. */
  readonly route: string
  readonly dataset: string | null
  readonly keyId: number | null
  readonly status: number
  /** The code of a failure; null for a success. */
  readonly code: Code | null
  readonly ms: number
  readonly bytes: number
  /** False where the client left before it had all bytes. */
  readonly isWhole: boolean
}

export type Observer = (served: Served) => void

export type AccessLog = 'off' | 'sampled' | 'full'

/** A sampled log has a line for one in so many requests, and for every 5xx. */
const sampledOf = 100

/** Writes a line a request, or one of many, to the log. */
export function createAccessLog(kind: Exclude<AccessLog, 'off'>, log: Logger): Observer {
  let seen = 0
  return (served) => {
    seen++
    if (kind === 'sampled' && seen % sampledOf !== 1 && served.status < 500) return
    const { id, ms, dataset, keyId, code, isWhole, ...rest } = served
    log.info(
      {
        request_id: id,
        ...rest,
        ms: Math.round(ms * 100) / 100,
        ...(dataset === null ? {} : { dataset }),
        ...(keyId === null ? {} : { key_id: keyId }),
        ...(code === null ? {} : { code }),
        ...(isWhole ? {} : { cut: true }),
      },
      'request',
    )
  }
}
