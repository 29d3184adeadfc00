import { statesAtStart } from '../../http/measures/readiness.ts'
import type { ToWorker } from './threads/worker.ts'

/** When the publishers are asked again, while there are no rows. */
type NextAttempt = { readonly at: number; readonly time: string }

export function createReadiness() {
  const checks: Record<string, string> = { ...statesAtStart }
  let nextAttempt: NextAttempt | null = null
  let send: (message: ToWorker) => void = () => {}
  const publish = () => send({ kind: 'checks', checks: { ...checks }, nextAttempt })
  return {
    get: (part: string) => checks[part],
    set(part: string, state: string, attempt: NextAttempt | null = nextAttempt) {
      const isSame = checks[part] === state && attempt?.time === nextAttempt?.time
      checks[part] = state
      nextAttempt = attempt
      if (!isSame) publish()
    },
    nextAttempt: () => nextAttempt,
    /** Sends the present states, and every change from now on. */
    connect(to: (message: ToWorker) => void) {
      send = to
      publish()
    },
  }
}

/** The states of the service's parts, as `/readyz` reports them; changes are sent to the serving threads. */
export type Readiness = ReturnType<typeof createReadiness>
