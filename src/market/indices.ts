import type { Calendar } from './calendar.ts'
import { growthSince } from './fundamentals.ts'
import { type Market, marketAt } from './listing.ts'
import { kept } from './oncePer.ts'
import type { Path } from './path.ts'
import { flats, nameBits, uniform } from './random.ts'
import { readTable, words, yes } from './readTable.ts'

/** The official price indices: code, name, market and the industries whose shares they hold (none: all of them). */
export type IndexDefinition = (typeof definitions)[number]

const definitions = readTable('indices.tsv', {
  id: String,
  name: String,
  market: (cell) => cell as Market,
  industries: words,
  /** The index holds all industries but these. */
  excluding: yes,
})

/** The whole markets, and their sectors; one without a constituent in the simulated listing is not published. */
export const [taiex, tpexIndex, ...sectors] = definitions as [IndexDefinition, IndexDefinition, ...IndexDefinition[]]

export const electronics = ['24', '25', '26', '27', '28', '29', '30', '31']

/** An index day by day, in hundredths of a point; 0 before its first constituent is listed. */
export type IndexPath = Readonly<ReturnType<typeof createIndex>>

/** Levels at the start of 2015, from which an index that begins on another day has grown as the companies have. */
const startLevels: Readonly<Record<string, number>> = { TAIEX: 9_274, TPEX: 138 }
const startQuarter = 60

const always: Weight = () => 1

export const belongs = ({ market, industries, excluding }: IndexDefinition, { security }: Path, day: number): boolean =>
  security.type === 'stock' &&
  marketAt(security, day) === market &&
  (industries.length === 0 || industries.includes(security.industry ?? '') !== excluding)

/** How much of a constituent's shares an index counts at each position; 0 where it is no constituent. */
type Weight = (t: number) => number

/** Values of the constituents day by day, and the first day on which one of them has a price. */
export function sumMembers(members: readonly Path[], size: number, weightOf: (path: Path) => Weight) {
  const value = new Float64Array(size)
  const base = new Float64Array(size)
  const openValue = new Float64Array(size)
  const totalBase = new Float64Array(size)
  let first = size
  for (const path of members) {
    const actions = new Map(path.actions.map((action) => [action.at, action]))
    const weightAt = weightOf(path)
    let previous = 0
    for (let t = path.first; t <= path.last; t++) {
      const weight = weightAt(t)
      if (weight === 0) {
        previous = 0
        continue
      }
      const close = path.close[t]! || path.reference[t]!
      const shares = path.shares[t]! * weight
      // A security enters with its first close, so that its arrival does not move the index.
      if (previous > 0) {
        const action = actions.get(t)
        const after = action ? action.sharesAfter / action.sharesBefore : 1
        const paid = action ? (action.rightsPrice * action.rightsRatio) / after : 0
        const back = action && action.kind !== 'distribution' ? action.cash / 10_000 / after : 0
        const cash = action && action.kind === 'distribution' ? action.cash / 10_000 / after : 0
        const adjusted = previous / after + paid - back
        value[t]! += close * shares
        openValue[t]! += (path.open[t]! || path.reference[t]!) * shares
        base[t]! += adjusted * shares
        totalBase[t]! += (adjusted - cash) * shares
      }
      if (close > 0) first = Math.min(first, t)
      previous = close
    }
  }
  return { value, base, openValue, totalBase, first }
}

/** Parts of a session, of five minutes each. */
const parts = 53

/** A walk from nothing to nothing in the parts of a session, of unit variance a session. */
function bridge(seed: number, a: number, t: number): Float64Array {
  const walk = new Float64Array(parts + 1)
  const flat = flats(seed, a, t)
  for (let n = 1; n <= parts; n++) walk[n] = walk[n - 1]! + flat(n) / Math.sqrt(parts)
  const end = walk[parts]!
  for (let n = 0; n <= parts; n++) walk[n] = walk[n]! - (end * n) / parts
  return walk
}

/** The movement about their ways that all indices share. */
const sharedBridges = kept((seed: number) => kept((t: number) => bridge(seed, 62, t)))

/** How much an index goes its own way within a day: the whole market not, nearly all of it little. */
const wayOf = ({ id, excluding }: IndexDefinition): number => (id === taiex.id ? 0 : excluding ? 0.05 : 0.3)

/**
 * An index at the start of a day's trading and after each part of it, from the open to the close, in hundredths. All
 * indices share one movement about their ways from open to close, so that the market does within the day what its
 * sectors do.
 */
export function courseOf(
  seed: number,
  index: IndexDefinition & { readonly open: Int32Array; readonly close: Int32Array },
  t: number,
): Int32Array {
  const [open, close] = [index.open[t]!, index.close[t]!]
  const change = Math.log(close / (index.close[t - 1] || open))
  const size = Math.sqrt(0.00003 + 0.1 * change * change)
  const way = wayOf(index)
  const shared = sharedBridges(seed)(t)
  const own = way > 0 ? bridge(seed ^ nameBits(index.id), 63, t) : shared
  const course = new Int32Array(parts + 1)
  for (let n = 0; n <= parts; n++)
    course[n] = Math.round((open + ((close - open) * n) / parts) * (1 + size * (shared[n]! + way * own[n]!)))
  return course
}

/**
 * Chains the index over its constituents: each day's change is the value at the close over the value of the same shares
 * at the base prices. The base is the last close adjusted for changes in the number of shares; cash dividends lower the
 * price index and not the total-return index.
 */
export function createIndex(seed: number, definition: IndexDefinition, paths: readonly Path[], calendar: Calendar) {
  const size = calendar.days.length
  const index = {
    ...definition,
    open: new Int32Array(size),
    close: new Int32Array(size),
    /** With cash dividends put back. */
    total: new Int32Array(size),
    /** The highest and the lowest value of a day. */
    rangeOf: kept((t: number) => {
      if (index.close[t] === 0) return { high: 0, low: 0 }
      const course = courseOf(seed, index, t)
      return { high: Math.max(...course), low: Math.min(...course) }
    }),
  }
  const members = paths.filter(
    (path) =>
      belongs(definition, path, calendar.days[path.first] ?? 0) ||
      belongs(definition, path, calendar.days[path.last] ?? 0),
  )
  // Only a security that moved between the markets belongs to an index for a part of its life.
  const sums = sumMembers(members, size, (path) =>
    path.security.transferred === null ? always : (t) => (belongs(definition, path, calendar.days[t]!) ? 1 : 0),
  )
  const known = startLevels[definition.id]
  const start = known
    ? known * growthSince(startQuarter, calendar.days[0]!)
    : 100 + 400 * uniform(seed, nameBits(definition.id), 61)
  let level = start * 100
  let total = start * 100
  for (let t = sums.first; t < size; t++) {
    const value = sums.value[t]!
    const base = sums.base[t]!
    const openValue = sums.openValue[t]!
    const totalBase = sums.totalBase[t]!
    const before = level
    if (base > 0) {
      level *= value / base
      total *= value / totalBase
    }
    const open = base > 0 ? before * (openValue / base) : level
    index.open[t] = Math.round(open)
    index.close[t] = Math.round(level)
    index.total[t] = Math.round(total)
  }
  return index
}
