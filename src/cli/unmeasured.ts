import type { Metrics } from './metrics.ts'

/** The metrics of a service without METRICS_PORT: nobody can read them, so nothing is counted. */
export const unmeasured: Metrics = {
  serving() {},
  refreshed() {},
  damaged() {},
  scrubbed() {},
  scrubRound() {},
  withoutRoom() {},
  reader() {},
  leadership() {},
  open: async () => {},
  close: async () => {},
}
