import { weekdayOf } from '../../days.ts'
import { clustered } from '../factors.ts'
import { heavy } from '../random.ts'
import type { World } from '../world.ts'
import { epochOf, newestOf } from './span.ts'

/** Log deviation from its trend, one value a calendar day; it moves on working days. */
export type Walk = (day: number) => number

type Shape = {
  readonly salt: number
  /** Usual size of a day's move. */
  readonly move: number
  /** Part of the deviation that is lost a day. */
  readonly pull: number
  /** Part of the Taiwan market's move of the same day that comes on top. */
  readonly taiwan?: number
  /** A security traded in Taiwan, and the part of its move that comes on top. */
  readonly like?: readonly [id: string, part: number]
}

/** Log return of the TAIEX by calendar day, 0 where it did not trade. */
function taiexMoves({ taiex, calendar }: World, epoch: number, size: number): Float64Array {
  const moves = new Float64Array(size)
  for (let t = 1; t < calendar.days.length; t++)
    if (taiex.close[t - 1]! > 0) moves[calendar.days[t]! - epoch] = Math.log(taiex.close[t]! / taiex.close[t - 1]!)
  return moves
}

/** Log return of a security by calendar day, payments put back; 0 where it did not trade. */
function movesOf({ pathOf, calendar }: World, id: string, epoch: number, size: number): Float64Array {
  const moves = new Float64Array(size)
  const path = pathOf(id)
  for (const [t, close] of path?.close.entries() ?? [])
    if (close > 0 && path!.reference[t]! > 0) moves[calendar.days[t]! - epoch] = Math.log(close / path!.reference[t]!)
  return moves
}

export function createWalk(world: World, { salt, move, pull, taiwan = 0, like }: Shape): Walk {
  const epoch = epochOf(world)
  const size = newestOf(world) - epoch + 1
  const shocks = clustered(size, move, (day) => heavy(world.seed, salt, day))
  const linked = taiwan === 0 ? null : taiexMoves(world, epoch, size)
  const followed = like ? movesOf(world, like[0], epoch, size) : null
  const values = new Float64Array(size)
  let value = 0
  for (let i = 0; i < size; i++) {
    if (weekdayOf(epoch + i) <= 5) value = value * (1 - pull) + shocks[i]!
    if (linked) value += taiwan * linked[i]!
    if (followed) value += like![1] * followed[i]!
    values[i] = value
  }
  return (day) => values[Math.max(0, Math.min(size - 1, day - epoch))]!
}
