import { calendarDay, yearOf } from '../../days.ts'
import { marketAt, type Security } from '../listing.ts'
import { oncePer } from '../oncePer.ts'
import type { Path } from '../path.ts'
import { cashOf, type Plan } from '../plans.ts'
import { between, bits } from '../random.ts'
import type { World } from '../world.ts'
import { hasCredit, isCreditKind } from './eligible.ts'

/**
 * The days on which a share register is closed. Short sellers must hand shares back before: margin short selling stops
 * for four days that end three before the closure, selling first in a day trade for the five days right before it.
 */
type Closure = ReturnType<typeof closureAt>

/** Trading days between the notice of a closure and the first of the days it suspends. */
const notice = 8

/** Positions in the longer calendar, both included. */
const closureAt = (at: number, reason: string) =>
  ({ reason, short: [at - 6, at - 3], sellFirst: [at - 5, at - 1] }) as const

/** A payment is announced on figures known at the notice; null where it comes to nothing. */
function reasonOf(seed: number, { security, first, shares }: Path, plan: Plan, noticed: number): string | null {
  if (plan.kind === 'halt') return null
  if (plan.kind !== 'distribution')
    return plan.kind === 'split' ? `ETF${plan.reason}` : plan.kind === 'par' ? '變更面額' : '減資'
  if (security.type !== 'stock') return '分配收益'
  const hasCash = cashOf(seed, security, plan, shares[Math.max(first, noticed)]!) > 0
  const hasShares = plan.stockRatio > 0 || plan.rightsRatio > 0
  if (hasCash) return hasShares ? '除權息' : '除息'
  if (plan.stockRatio > 0) return '除權'
  return hasShares ? '現增除權' : null
}

/** Yearly meetings fall between the middle of May and the end of June; the register closes sixty days before. */
const meetingOf = (seed: number, { key }: Security, year: number): number =>
  calendarDay(year, 5, 20) + between(0, 38, seed, key, 1001, year)

/** One company every third day calls an extraordinary meeting, so that on any day one of them is about to close. */
const extraordinary = 3

function createClosures(world: World): Map<string, Closure[]> {
  const { seed, ahead, through, paths, plans } = world
  const { days } = ahead
  const closures = new Map<string, Closure[]>()
  const add = ({ security, first }: Path, closure: Closure): boolean => {
    const [start] = closure.short
    const isListed = security.delisted === null || days[start + 6]! < security.delisted
    // Known only from the notice on, and only while the last of its days is inside the longer calendar.
    if (start - notice > through || start <= first || start + 6 >= days.length || !isListed) return false
    if (!hasCredit(security, days[start]!)) return false
    closures.get(security.id)!.push(closure)
    return true
  }
  for (const path of paths) {
    const { security } = path
    closures.set(security.id, [])
    if (!isCreditKind(security)) continue
    for (const plan of plans.get(security.id)!) {
      const at = (plan.kind === 'distribution' ? plan.at : plan.haltedAt) + 2
      if (at - 6 - notice > through) continue
      const reason = reasonOf(seed, path, plan, at - 6 - notice)
      if (reason) add(path, closureAt(at, reason))
    }
    if (security.type !== 'stock') continue
    for (let year = yearOf(days[0]!); year <= yearOf(days.at(-1)!); year++)
      add(path, closureAt(ahead.atOrAfter(meetingOf(seed, security, year) - 60), '股東常會'))
  }
  const ordinary = paths.filter(({ security }) => security.type === 'stock' && security.shares * security.anchor < 3e11)
  for (let slot = 3; slot * extraordinary < through + notice + extraordinary; slot++) {
    const at = slot * extraordinary + (bits(seed, 1002, slot) & 1) + 6
    const draw = bits(seed, 1003, slot)
    // The next in line calls it where the one drawn is not listed at the time.
    for (let i = 0; i < ordinary.length; i++)
      if (add(ordinary[(draw + i) % ordinary.length]!, closureAt(at, '臨時會'))) break
  }
  for (const list of closures.values()) list.sort((a, b) => a.short[0] - b.short[0] || (a.reason < b.reason ? -1 : 1))
  return closures
}

const closuresById = oncePer(createClosures)

/** The closures of a security that have been announced by the newest day, in the order of their days. */
const closuresOf = (world: World, { id }: Security): readonly Closure[] => closuresById(world).get(id) ?? []

/** The announced suspensions of one kind, a row each. */
export function* suspensionsOf(world: World, which: 'short' | 'sellFirst') {
  const { days } = world.ahead
  for (const security of world.securities)
    for (const { reason, [which]: span } of closuresOf(world, security)) {
      if (span[1] < world.from) continue
      const start = days[span[0]]!
      yield {
        stock_id: security.id,
        stock_name: security.name,
        market: marketAt(security, start),
        suspend_start_date: start,
        suspend_end_date: days[span[1]]!,
        reason,
      }
    }
}

/** 1 at each position inside one of the closures' spans, a few days past the newest one too. */
export function suspendedDays(world: World, security: Security, which: 'short' | 'sellFirst'): Uint8Array {
  const days = new Uint8Array(world.through + 16)
  for (const closure of closuresOf(world, security)) days.fill(1, closure[which][0], closure[which][1] + 1)
  return days
}
