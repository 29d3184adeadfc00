import { addMonths, dayOf } from '../../days.ts'
import { scheduledFrom } from '../calendar.ts'
import { priceAt } from '../fundamentals/shares.ts'
import { oncePer } from '../oncePer.ts'
import type { Path } from '../path.ts'
import { between, bits, uniform } from '../random.ts'
import type { World } from '../world.ts'

/** Convertible bonds come in slots: every so many days one company issues one. */
const every = 45
const epoch = dayOf('2012-01-01')

/** The company that can be relied upon to have bonds, one slot in sixteen. */
const regular = '5483'
const numerals = '一二三四五六七八九'

const isEligible = ({ security: { type, market, delisted, industry, shares, anchor } }: Path): boolean =>
  type === 'stock' &&
  market !== 'ESB' &&
  delisted === null &&
  industry !== '17' &&
  shares * anchor > 5e9 &&
  shares * anchor < 6e11

function bondOf(world: World, issuer: Path, underlying: Path, slot: number, at: number, series: number) {
  const { seed, calendar } = world
  const { security } = issuer
  const listed = calendar.days[at]!
  const years = uniform(seed, 2101, slot) < 0.6 ? 3 : 5
  const matures = addMonths(listed, years * 12)
  const isCalled = uniform(seed, 2102, slot) < 0.2
  const start = scheduledFrom(addMonths(listed, between(14, years * 12 - 5, seed, 2103, slot)))
  const call = isCalled ? { start, end: scheduledFrom(start + 30) } : null
  const putEnd = scheduledFrom(addMonths(listed, years === 3 ? 24 : 36))
  const size = security.shares * security.anchor * (0.02 + 0.05 * uniform(seed, 2104, slot))
  return {
    id: `${security.id}${series}`,
    name: `${security.name.replace(/[*]|-.*$/g, '').slice(0, 4)}${numerals[series - 1]}${underlying === issuer ? '' : '交'}`,
    issuer,
    /** The company whose shares the bond converts into; another one for an exchangeable bond. */
    underlying,
    slot,
    /** Position and day of issue, which is the day of listing too. */
    at,
    listed,
    matures,
    /** The window in which the company calls the outstanding bonds; null where it does not. */
    call,
    /** Day the listing ends. */
    ends: scheduledFrom((call?.end ?? matures) + 1),
    put: { start: putEnd - 30, end: putEnd, price: 10_000 + (bits(seed, 2105, slot) % 4) * 50 },
    amount: Math.max(3e8, Math.min(1.2e10, Math.round(size / 1e8) * 1e8)),
    /** Cents. */
    conversionPrice: Math.max(
      100,
      Math.round((priceAt(underlying, at - 1) * (1.02 + 0.13 * uniform(seed, 2106, slot))) / 10) * 10,
    ),
    isSecured: uniform(seed, 2107, slot) < 0.3,
  }
}

export type Bond = Readonly<ReturnType<typeof bondOf>>

/** Bonds issued since the first published day of company events, in the order of issue. */
export const bondsOf = oncePer((world: World): readonly Bond[] => {
  const { seed, calendar, through, eventsFrom } = world
  const eligible = world.paths.filter(isEligible)
  const issued = new Map<string, number>()
  const bonds = new Map<string, Bond>()
  for (let slot = 0; epoch + slot * every <= calendar.days[through]!; slot++) {
    const day = epoch + slot * every + between(0, 25, seed, 2108, slot)
    const drawn = eligible[bits(seed, 2109, slot) % eligible.length]!
    const issuer = slot % 16 === 0 ? (world.pathOf(regular) ?? drawn) : drawn
    const { id, key } = issuer.security
    const count = issued.get(id) ?? 0
    issued.set(id, count + 1)
    const at = calendar.atOrAfter(day)
    const other = eligible[bits(seed, 2110, slot) % eligible.length]!
    const underlying = uniform(seed, 2111, slot) < 1 / 16 ? other : issuer
    if (day < eventsFrom || at > through || at - 1 < Math.max(issuer.first, underlying.first)) continue
    const series = ((1 + (bits(seed, key, 2112) % 4) + count - 1) % 9) + 1
    const bond = bondOf(world, issuer, underlying, slot, at, series)
    if (!bonds.has(bond.id)) bonds.set(bond.id, bond)
  }
  return [...bonds.values()]
})
