import type { Form, Load } from './measure.ts'

export type Measured = {
  readonly name: string
  readonly form: Form
  readonly rows: number
  readonly bytes: number
  /** The rounds of each server, by its name; `first` is the service where no address comes twice. */
  readonly loads: Readonly<Record<string, readonly Load[]>>
}

/** The servers the service is compared with: those that send ready bytes, and those that make rows into bytes. */
const ready = ['constant', 'pages', 'nginx'] as const
const making = ['postgres', 'sqlite', 'duckdb'] as const
const titles = {
  constant: 'constant',
  pages: 'the same pages',
  nginx: 'nginx',
  postgres: 'PostgreSQL',
  sqlite: 'SQLite',
  duckdb: 'DuckDB',
}

const cpu = ({ cpu, requests }: Load): number => cpu / requests
const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!
const whole = (value: number): string => Math.round(value).toLocaleString('en')
const ratio = (value: number): string => (value >= 20 ? whole(value) : value.toFixed(value >= 5 ? 1 : 2))

/** The ratio of each round, as their median and, where there are several, the smallest and the largest. */
function spread(values: readonly number[]): string {
  if (values.length === 0) return '-'
  const middle = ratio(median(values))
  return values.length === 1 ? middle : `${middle} (${ratio(Math.min(...values))}–${ratio(Math.max(...values))})`
}

const headings = [
  'case',
  'form',
  'rows',
  'bytes',
  'service µs CPU',
  ...ready.map((name) => `× ${titles[name]}`),
  'first time × constant',
  ...making.map((name) => `${titles[name]} × more`),
  'service req/s',
]

/** Ratios of processor time a request; requests per second depend on the machine's leisure. */
export function tableOf(measured: readonly Measured[]): string {
  const lines = measured.map(({ name, form, rows, bytes, loads }) => {
    const ours = loads.service!
    const usual = median(ours.map(cpu))
    const of = (other: string) => (loads[other] ?? []).map(cpu)
    const { requests, seconds } = ours[0]!
    return [
      name,
      form,
      whole(rows),
      whole(bytes),
      whole(usual),
      // Of the same round, since the machine's speed changes between rounds.
      ...ready.map((other) => spread(of(other).map((theirs, round) => cpu(ours[round] ?? ours[0]!) / theirs))),
      spread(of('first').map((first) => first / median(of('constant')))),
      ...making.map((other) => spread(of(other).map((theirs) => theirs / usual))),
      whole(requests / seconds),
    ]
  })
  return [headings, headings.map((_, i) => (i < 2 ? '---' : '---:')), ...lines]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')
}
