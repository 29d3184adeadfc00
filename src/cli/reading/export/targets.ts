import type { Bar, Security } from './bars.ts'
import { zipOf } from './zip.ts'

/** A security with its days, of which there is at least one. */
type Priced = { readonly security: Security; readonly bars: readonly Bar[] }

/** A file of an export. */
export type ExportFile = readonly [path: string, content: string | Uint8Array]

/** A tool that files are made for: those of each security, and those of all together. */
export type Target = {
  readonly about: string
  readonly each: (priced: Priced, calendar: readonly string[]) => readonly ExportFile[]
  readonly all: (spans: readonly Span[], calendar: readonly string[]) => readonly ExportFile[]
}

/** From when to when a security has prices. */
export type Span = { readonly security: Security; readonly first: string; readonly last: string }

/** Days on which a security was listed, as far as it is known: before its first price nothing could be bought. */
const listedFrom = ({ security: { listed }, first }: Span): string =>
  listed !== null && listed > first ? listed : first
const listedTo = ({ security: { delisted }, last }: Span, end: string): string =>
  delisted === null ? end : delisted < last ? last : delisted

const csv = (rows: readonly (readonly (string | number)[])[]): string => `${rows.map((row) => row.join()).join('\n')}\n`

/** A price as text, without what a factor adds behind the last place. */
const price = (value: number, places = 4): string => String(Number(value.toFixed(places)))

/** The securities of each day, for tools that have no file of their own for it. */
const universe = (spans: readonly Span[], calendar: readonly string[]): ExportFile => [
  'universe.csv',
  csv([
    ['symbol', 'market', 'security_type', 'start_date', 'end_date', 'delisting_date'],
    ...spans.map((span): string[] => [
      ...[span.security.id, span.security.market, span.security.type],
      ...[listedFrom(span), listedTo(span, calendar.at(-1)!), span.security.delisted ?? ''],
    ]),
  ]),
]

/** Numbers of 32 bits, the first the place of the first day in the calendar, NaN for days without a price. */
function bin(bars: readonly Bar[], calendar: readonly string[], value: (bar: Bar) => number): Uint8Array {
  const start = calendar.indexOf(bars[0]!.date)
  const byDate = new Map(bars.map((bar) => [bar.date, value(bar)]))
  const days = calendar.slice(start, calendar.indexOf(bars.at(-1)!.date) + 1)
  const numbers = new DataView(new ArrayBuffer(4 * (days.length + 1)))
  numbers.setFloat32(0, start, true)
  for (const [i, day] of days.entries()) numbers.setFloat32(4 * (i + 1), byDate.get(day) ?? Number.NaN, true)
  return new Uint8Array(numbers.buffer)
}

const qlibFields: Readonly<Record<string, (bar: Bar) => number>> = {
  open: ({ open, factor }) => open * factor,
  high: ({ high, factor }) => high * factor,
  low: ({ low, factor }) => low * factor,
  close: ({ close, factor }) => close * factor,
  volume: ({ volume, factor }) => volume / factor,
  factor: ({ factor }) => factor,
}

const qlib: Target = {
  about: 'qlib: calendars, instruments and features; prices are adjusted, and $close / $factor is the raw one',
  each: ({ security, bars }, calendar) =>
    Object.entries(qlibFields).map(([field, value]) => [
      `features/${security.id.toLowerCase()}/${field}.day.bin`,
      bin(bars, calendar, value),
    ]),
  all(spans, calendar) {
    const listOf = (of: readonly Span[]): string =>
      of
        .map((span) => `${[span.security.id, listedFrom(span), listedTo(span, calendar.at(-1)!)].join('\t')}\n`)
        .join('')
    const markets = Map.groupBy(spans, ({ security }) => security.market.toLowerCase())
    return [
      ['calendars/day.txt', `${calendar.join('\n')}\n`],
      ['instruments/all.txt', listOf(spans)],
      ...[...markets].map(([market, own]): ExportFile => [`instruments/${market}.txt`, listOf(own)]),
    ]
  },
}

const zipline: Target = {
  about: 'zipline: the csvdir bundle; raw prices with dividend and split in daily/, adjusted ones in adjusted/daily/',
  each: ({ security, bars }) => [
    [
      `daily/${security.id}.csv`,
      csv([
        ['date', 'open', 'high', 'low', 'close', 'volume', 'dividend', 'split'],
        ...bars.map(({ date, open, high, low, close, volume, dividend, split }) => [
          ...[date, open, high, low, close, volume],
          ...[price(dividend, 6), price(split, 8)],
        ]),
      ]),
    ],
    [
      `adjusted/daily/${security.id}.csv`,
      csv([
        ['date', 'open', 'high', 'low', 'close', 'volume', 'dividend', 'split'],
        ...adjusted(bars).map((row) => [...row, 0, 1]),
      ]),
    ],
  ],
  all: (spans, calendar) => [universe(spans, calendar)],
}

const adjusted = (bars: readonly Bar[]): (string | number)[][] =>
  bars.map(({ date, open, high, low, close, volume, factor }) => [
    date,
    ...[open, high, low, close].map((value) => price(value * factor)),
    Math.round(volume / factor),
  ])

const compact = (date: string): string => date.replaceAll('-', '')
/** The day until which a row of LEAN holds that no event has ended. */
const always = '20501231'
/** Prices of LEAN are whole numbers of a ten-thousandth. */
const scaled = (value: number): number => Math.round(value * 10_000)

/** The factors of LEAN: for the last day before each event, those of all later events, of cash and of others. */
function factorFile(bars: readonly Bar[]): string {
  const rows: (string | number)[][] = [[always, 1, 1, 0]]
  let [cash, split] = [1, 1]
  for (let i = bars.length - 1; i > 0; i--) {
    const [bar, before] = [bars[i]!, bars[i - 1]!]
    if (bar.dividend === 0 && bar.split === 1) continue
    cash *= 1 - bar.dividend / before.close
    split /= bar.split
    rows.push([compact(before.date), price(cash, 7), price(split, 8), price(before.close)])
  }
  rows.push([compact(bars[0]!.date), price(cash, 7), price(split, 8), price(bars[0]!.close)])
  return csv(rows.reverse())
}

const lean: Target = {
  about: 'LEAN: equity/taiwan with raw daily bars in archives, factor files and map files',
  each({ security, bars }) {
    const symbol = security.id.toLowerCase()
    const lines = bars.map(({ date, open, high, low, close, volume }) => [
      `${compact(date)} 00:00`,
      ...[open, high, low, close].map(scaled),
      volume,
    ])
    const end = security.delisted === null ? always : compact(security.delisted)
    const map = csv([
      [compact(bars[0]!.date), symbol, security.market],
      [end, symbol, security.market],
    ])
    return [
      [`equity/taiwan/daily/${symbol}.zip`, zipOf(`${symbol}.csv`, csv(lines))],
      [`equity/taiwan/factor_files/${symbol}.csv`, factorFile(bars)],
      [`equity/taiwan/map_files/${symbol}.csv`, map],
    ]
  },
  all: (spans, calendar) => [universe(spans, calendar)],
}

const backtrader: Target = {
  about: 'backtrader: GenericCSVData files, raw in raw/ and adjusted in adjusted/',
  each({ security, bars }) {
    const head = ['datetime', 'open', 'high', 'low', 'close', 'volume', 'openinterest']
    const raw = bars.map(({ date, open, high, low, close, volume }) => [date, open, high, low, close, volume, 0])
    return [
      [`raw/${security.id}.csv`, csv([head, ...raw])],
      [`adjusted/${security.id}.csv`, csv([head, ...adjusted(bars).map((row) => [...row, 0])])],
    ]
  },
  all: (spans, calendar) => [universe(spans, calendar)],
}

export const targets = { qlib, zipline, lean, backtrader } as const satisfies Readonly<Record<string, Target>>
