import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Counter, Gauge, Histogram, type MetricObjectWithValues, type MetricValue, Registry } from 'prom-client'
import type { Observer } from './observe.ts'

const methods = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'OPTIONS'])

/** The metrics of one thread, as messages carry them to the thread that adds them up. */
export type ThreadMetrics = MetricObjectWithValues<MetricValue<string>>[]

/** Statistics of one serving thread: requests, their outcomes and their durations. */
export function createRequestMetrics(thread: number) {
  const registry = new Registry()
  const registers = [registry]
  const requests = new Counter({
    name: 'formosa_requests_total',
    help: 'Requests by route, method and status.',
    labelNames: ['route', 'method', 'status'],
    registers,
  })
  const seconds = new Histogram({
    name: 'formosa_request_duration_seconds',
    help: 'Seconds from reading a request to its last byte handed to the system.',
    labelNames: ['route'],
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  })
  const bytes = new Counter({
    name: 'formosa_response_bytes_total',
    help: 'Bytes of response bodies by route.',
    labelNames: ['route'],
    registers,
  })
  const failures = new Counter({
    name: 'formosa_failures_total',
    help: 'Failed requests by failure: quota_exceeded, address_limited, not_understood and so on.',
    labelNames: ['route', 'failure'],
    registers,
  })
  const cut = new Counter({
    name: 'formosa_responses_cut_total',
    help: 'Answers whose client left, or was dropped, before the last byte.',
    registers,
  })
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  new Gauge({
    name: 'formosa_event_loop_delay_seconds',
    help: 'Delay of the event loop of a serving thread since the last scrape, 99th percentile.',
    labelNames: ['thread'],
    registers,
    collect() {
      this.set({ thread }, Number.isFinite(delay.percentile(99)) ? delay.percentile(99) / 1e9 : 0)
      delay.reset()
    },
  })

  return {
    observe: ((served) => {
      const { route } = served
      const method = methods.has(served.method) ? served.method : 'other'
      requests.inc({ route, method, status: served.status })
      seconds.observe({ route }, served.ms / 1_000)
      bytes.inc({ route }, served.bytes)
      if (served.code !== null) failures.inc({ route, failure: served.code })
      if (!served.isWhole) cut.inc()
    }) satisfies Observer,
    collect: (): Promise<ThreadMetrics> => registry.getMetricsAsJSON(),
  }
}
