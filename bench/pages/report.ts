import type { Load } from './measure.ts'

export type Measured = {
  readonly name: string
  readonly rows: number
  readonly bytes: number
  /** By the name of the server. */
  readonly loads: Readonly<Record<string, Load>>
}

/** The servers the service is compared with: those that send ready bytes, and those that make rows into bytes. */
const ready = ['constant', 'nginx'] as const
const making = ['postgres', 'sqlite'] as const
const titles = { postgres: 'PostgreSQL', sqlite: 'SQLite' }

const cpu = ({ cpu, requests }: Load): number => cpu / requests
const rate = ({ requests, seconds }: Load): number => requests / seconds
const whole = (value: number): string => Math.round(value).toLocaleString('en')
const ratio = (value: number): string => (value >= 20 ? whole(value) : value.toFixed(value >= 5 ? 1 : 2))

const headings = [
  'case',
  'rows',
  'bytes',
  'service µs CPU',
  ...ready.map((name) => `× ${name}`),
  ...making.map((name) => `${titles[name]} × more`),
  'req/s service',
  ...ready,
  ...making.map((name) => titles[name]),
]

/** Ratios of processor time a request; requests per second stand beside them, as they depend on the machine's leisure. */
export function tableOf(measured: readonly Measured[]): string {
  const lines = measured.map(({ name, rows, bytes, loads }) => {
    const ours = cpu(loads.service!)
    const of = (other: string, show: (load: Load) => string) => (loads[other] ? show(loads[other]) : '-')
    return [
      name,
      whole(rows),
      whole(bytes),
      whole(ours),
      ...ready.map((other) => of(other, (load) => ratio(ours / cpu(load)))),
      ...making.map((other) => of(other, (load) => ratio(cpu(load) / ours))),
      ...['service', ...ready, ...making].map((other) => of(other, (load) => whole(rate(load)))),
    ]
  })
  return [headings, headings.map((_, i) => (i === 0 ? '---' : '---:')), ...lines]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')
}
