import { dayOf, monthOf, yearOf } from '../../days.ts'
import { scheduledFrom } from '../calendar.ts'
import { priceAt } from '../fundamentals/shares.ts'
import { type Market, marketAt } from '../listing.ts'
import { oncePer } from '../oncePer.ts'
import type { Path } from '../path.ts'
import { between, bits, uniform } from '../random.ts'
import type { World } from '../world.ts'

/** Warrants come in slots: eight every five days, each for half a year and up to three quarters of one. */

const epoch = dayOf('2014-01-01')
const slotsIn = (days: number): number => Math.floor((days * 8) / 5)
const dayOfSlot = (slot: number): number => epoch + Math.ceil((slot * 5) / 8)

const longest = 272
const shortest = 180

const issuers = ['元大', '凱基', '群益', '富邦', '統一', '永豐', '中信', '國泰', '元富', '兆豐']
/** How a kind is named and coded, its side, and how far from the price its exercise price is set at issue. */
const kinds = {
  call: { word: '購', ending: '', side: 'C', low: 0.95, high: 1.25 },
  put: { word: '售', ending: 'P', side: 'P', low: 0.8, high: 1.05 },
  bull: { word: '牛', ending: 'C', side: 'C', low: 0.7, high: 0.85 },
  bear: { word: '熊', ending: 'B', side: 'P', low: 1.15, high: 1.3 },
} as const
type WarrantType = keyof typeof kinds

const months = '123456789ABC'

const typeOf = (draw: number): WarrantType => {
  if (draw < 0.74) return 'call'
  return draw < 0.92 ? 'put' : draw < 0.96 ? 'bull' : 'bear'
}

const codeOf = (market: Market, type: WarrantType, slot: number): string => {
  const isListed = market === 'TWSE'
  if (type === 'call') return isListed ? `0${30_000 + (slot % 50_000)}` : `7${String(slot % 40_000).padStart(5, '0')}`
  const number = isListed ? `0${3_000 + (slot % 5_000)}` : `7${String(slot % 4_000).padStart(4, '0')}`
  return `${number}${kinds[type].ending}`
}

/** The last digit of an ISIN: letters count as two digits, and every second digit from the right is doubled. */
const withCheckDigit = (code: string): string => {
  const digits = [...code].map((char) => Number.parseInt(char, 36)).join('')
  let sum = 0
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i])
    const doubled = i % 2 === 0 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return `${code}${(10 - (sum % 10)) % 10}`
}

function warrantOf(world: World, underlyings: readonly Path[], slot: number) {
  const { seed, calendar } = world
  const at = calendar.atOrAfter(dayOfSlot(slot))
  const underlying = underlyings[bits(seed, 2201, slot) % underlyings.length]!
  const { security } = underlying
  if (at > world.through || at - 1 < underlying.first || at > underlying.last) return null
  const price = priceAt(underlying, at - 1)
  const listed = calendar.days[at]!
  const expires = scheduledFrom(dayOfSlot(slot) + between(shortest, longest, seed, 2202, slot))
  // A warrant on a company that is known to leave would outlive it.
  if (security.delisted !== null && security.delisted <= expires) return null
  const before = scheduledFrom(expires - 1, -1)
  const type = typeOf(uniform(seed, 2203, slot))
  const { word, side, low, high } = kinds[type]
  const market = marketAt(security, listed)
  const id = codeOf(market, type, slot)
  const style = uniform(seed, 2204, slot) < 0.12 || type === 'bull' || type === 'bear' ? 'european' : 'american'
  const issuer = issuers[bits(seed, 2205, slot) % issuers.length]!
  const until = `${(yearOf(expires) - 1911) % 10}${months[monthOf(expires) - 1]}`
  const series = String(1 + (bits(seed, 2206, slot) % 40)).padStart(2, '0')
  const short = security.name.replace(/[*]|-.*$/g, '').slice(0, 4)
  return {
    id,
    name: `${short}${issuer}${until}${word}${series}`,
    isin: withCheckDigit(`TW${String(yearOf(listed)).slice(2)}Z${id}`),
    cfi: `RWSC${side}${style === 'american' ? 'A' : 'E'}`,
    market,
    underlying,
    type,
    style,
    /** Position and day of listing. */
    at,
    listed,
    lastTrading: scheduledFrom(before - 1, -1),
    expires,
    /** Terms at issue: price in cents, underlying shares a warrant in thousandths. */
    exercisePrice: Math.max(10, Math.round(price * (low + (high - low) * uniform(seed, 2207, slot)))),
    ratio: Math.max(2, Math.min(1000, Math.round(1_000_000 / price))),
  }
}

export type Warrant = Readonly<NonNullable<ReturnType<typeof warrantOf>>>

/** Every warrant listed since the first published day of company events. */
export const warrantsOf = oncePer((world: World): readonly Warrant[] => {
  const newest = world.calendar.days[world.through]!
  const underlyings = world.paths.filter(
    ({ security: { type, market, shares, anchor } }) =>
      market !== 'ESB' && (type === 'stock' || type === 'etf') && shares * anchor > 2e10,
  )
  const warrants: Warrant[] = []
  for (let slot = slotsIn(Math.max(0, world.eventsFrom - epoch)); dayOfSlot(slot) <= newest; slot++) {
    const warrant = warrantOf(world, underlyings, slot)
    if (warrant) warrants.push(warrant)
  }
  return warrants
})

/** Exercise price and ratio after the corporate actions of the underlying since the listing. */
export function termsAt({ underlying, at, exercisePrice, ratio }: Warrant, position: number) {
  let price = exercisePrice
  let each = ratio
  for (const action of underlying.actions) {
    if (action.at <= at || action.at > position) continue
    price = Math.max(1, Math.round((price * action.reference) / action.closeBefore))
    each = Math.max(1, Math.round((each * action.closeBefore) / action.reference))
  }
  return { exercisePrice: price, ratio: each }
}
