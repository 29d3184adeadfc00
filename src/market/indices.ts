import type { Calendar } from './calendar.ts'
import { growthSince } from './fundamentals.ts'
import { type Market, marketAt } from './listing.ts'
import type { Path } from './path.ts'
import { flat, nameBits, uniform } from './random.ts'

/** The official price indices: code, name, market and the industries whose shares they hold (null: all of them). */
export type IndexDefinition = {
  readonly id: string
  readonly name: string
  readonly market: Market
  readonly industries: readonly string[] | null
  readonly excluding?: boolean
}

export const electronics = ['24', '25', '26', '27', '28', '29', '30', '31']
const sectorsOf =
  (market: Market) =>
  (code: string, name: string, ...industries: string[]): IndexDefinition => ({
    id: `IX${code}`,
    name,
    market,
    industries,
  })
const [twse, tpex] = [sectorsOf('TWSE'), sectorsOf('TPEX')]
const without = (definition: IndexDefinition): IndexDefinition => ({ ...definition, excluding: true })

export const taiex: IndexDefinition = { id: 'TAIEX', name: '發行量加權股價指數', market: 'TWSE', industries: null }
export const tpexIndex: IndexDefinition = { id: 'TPEX', name: '櫃買指數', market: 'TPEX', industries: null }

/** Sector indices; one without a constituent in the simulated listing is not published. */
export const sectors: readonly IndexDefinition[] = [
  without(twse('0007', '未含金融指數', '17')),
  without(twse('0008', '未含電子指數', ...electronics)),
  without(twse('0009', '未含金融電子指數', '17', ...electronics)),
  twse('0010', '水泥類指數', '01'),
  twse('0011', '食品類指數', '02'),
  twse('0012', '塑膠類指數', '03'),
  twse('0016', '紡織纖維類指數', '04'),
  twse('0017', '電機機械類指數', '05'),
  twse('0018', '電器電纜類指數', '06'),
  twse('0019', '化學生技醫療類指數', '21', '22'),
  twse('0020', '化學類指數', '21'),
  twse('0021', '生技醫療類指數', '22'),
  twse('0022', '玻璃陶瓷類指數', '08'),
  twse('0023', '造紙類指數', '09'),
  twse('0024', '鋼鐵類指數', '10'),
  twse('0025', '橡膠類指數', '11'),
  twse('0026', '汽車類指數', '12'),
  twse('0027', '電子工業類指數', ...electronics),
  twse('0028', '半導體類指數', '24'),
  twse('0029', '電腦及週邊設備類指數', '25'),
  twse('0030', '光電類指數', '26'),
  twse('0031', '通信網路類指數', '27'),
  twse('0032', '電子零組件類指數', '28'),
  twse('0033', '電子通路類指數', '29'),
  twse('0034', '資訊服務類指數', '30'),
  twse('0035', '其他電子類指數', '31'),
  twse('0036', '建材營造類指數', '14'),
  twse('0037', '航運類指數', '15'),
  twse('0038', '觀光餐旅類指數', '16'),
  twse('0039', '金融保險類指數', '17'),
  twse('0040', '貿易百貨類指數', '18'),
  twse('0041', '油電燃氣類指數', '23'),
  twse('0042', '其他類指數', '20'),
  twse('0185', '綠能環保類指數', '35'),
  twse('0186', '數位雲端類指數', '36'),
  twse('0187', '運動休閒類指數', '37'),
  twse('0188', '居家生活類指數', '38'),
  tpex('0044', '櫃買紡纖類指數', '04'),
  tpex('0045', '櫃買機械類指數', '05'),
  tpex('0046', '櫃買鋼鐵類指數', '10'),
  tpex('0047', '櫃買電子類指數', ...electronics),
  tpex('0048', '櫃買營建類指數', '14'),
  tpex('0049', '櫃買航運類指數', '15'),
  tpex('0050', '櫃買觀光餐旅類指數', '16'),
  tpex('0051', '櫃買化工類指數', '21'),
  tpex('0052', '櫃買生技醫療類指數', '22'),
  tpex('0053', '櫃買半導體類指數', '24'),
  tpex('0054', '櫃買電腦及週邊類指數', '25'),
  tpex('0055', '櫃買光電類指數', '26'),
  tpex('0056', '櫃買通信網路類指數', '27'),
  tpex('0057', '櫃買電子零組件類指數', '28'),
  tpex('0058', '櫃買電子通路類指數', '29'),
  tpex('0059', '櫃買資訊服務類指數', '30'),
  tpex('0075', '櫃買文化創意類指數', '32'),
  tpex('0099', '櫃買其他電子類指數', '31'),
  tpex('0100', '櫃買其他類指數', '20'),
  tpex('0189', '櫃買綠能環保類指數', '35'),
  tpex('0190', '櫃買數位雲端類指數', '36'),
  tpex('0191', '櫃買居家生活類指數', '38'),
]

/** An index day by day, in hundredths of a point; 0 before its first constituent is listed. */
export type IndexPath = Readonly<ReturnType<typeof createIndex>>

/** Levels at the start of 2015, from which an index that begins on another day has grown as the companies have. */
const startLevels: Readonly<Record<string, number>> = { TAIEX: 9_274, TPEX: 138 }
const startQuarter = 60

const always: Weight = () => 1

export const belongs = ({ market, industries, excluding }: IndexDefinition, { security }: Path, day: number): boolean =>
  security.type === 'stock' &&
  marketAt(security, day) === market &&
  (industries === null || industries.includes(security.industry ?? '') !== (excluding ?? false))

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
  for (let n = 1; n <= parts; n++) walk[n] = walk[n - 1]! + flat(seed, a, t, n) / Math.sqrt(parts)
  const end = walk[parts]!
  return walk.map((value, n) => value - (end * n) / parts)
}

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
  const shared = bridge(seed, 62, t)
  const own = way > 0 ? bridge(seed ^ nameBits(index.id), 63, t) : shared
  return Int32Array.from(shared, (value, n) =>
    Math.round((open + ((close - open) * n) / parts) * (1 + size * (value + way * own[n]!))),
  )
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
    high: new Int32Array(size),
    low: new Int32Array(size),
    close: new Int32Array(size),
    /** With cash dividends put back. */
    total: new Int32Array(size),
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
    const course = courseOf(seed, index, t)
    index.high[t] = Math.max(...course)
    index.low[t] = Math.min(...course)
    index.total[t] = Math.round(total)
  }
  return index
}
