import type { ToWorker } from './worker.ts'

/** When the publishers are asked again, while there are no rows. */
type NextAttempt = { readonly at: number; readonly time: string }

/** The states of the service's parts, as `/readyz` reports them; changes are sent to the serving threads. */
export type Readiness = {
  readonly get: (part: string) => string | undefined
  readonly set: (part: string, state: string, nextAttempt?: NextAttempt | null) => void
  readonly nextAttempt: () => NextAttempt | null
  /** Sends the present states, and every change from now on. */
  readonly connect: (send: (message: ToWorker) => void) => void
}

export function createReadiness(): Readiness {
  const checks: Record<string, string> = { data: 'not built yet', refresh: 'running' }
  let nextAttempt: NextAttempt | null = null
  let send: (message: ToWorker) => void = () => {}
  const publish = () => send({ kind: 'checks', checks: { ...checks }, nextAttempt })
  return {
    get: (part) => checks[part],
    set(part, state, attempt = nextAttempt) {
      const isSame = checks[part] === state && attempt?.time === nextAttempt?.time
      checks[part] = state
      nextAttempt = attempt
      if (!isSame) publish()
    },
    nextAttempt: () => nextAttempt,
    connect(to) {
      send = to
      publish()
    },
  }
}
