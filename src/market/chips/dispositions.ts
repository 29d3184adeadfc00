import { oncePer } from '../oncePer.ts'
import { type Path, traded } from '../path.ts'
import { bits } from '../random.ts'
import type { World } from '../world.ts'
import { isCreditKind } from './eligible.ts'
import { growthOf } from './waves.ts'

/** A security put under restricted trading for ten trading days after days of abnormal moves. */
export type Disposition = {
  readonly path: Path
  /** Position of the evening it is announced; the period begins on the next trading day. */
  readonly at: number
  /** How many there have been within thirty trading days, this one included. */
  readonly count: number
}

export const dispositionDays = 10

/** Trading days from one announcement to the next: three periods or more run on any day. */
const every = 3

/** A company of the over-the-counter market that is restricted now and then with every seed. */
const regular = '6547'

/** The absolute price change over six days, for which a security is restricted. */
const move = (path: Path, t: number): number => {
  const growth = growthOf(path)
  return Math.abs(growth[t]! - growth[Math.max(path.first, t - 6)]!)
}

function createDispositions({ seed, through, paths, pathOf }: World): Disposition[] {
  const list: Disposition[] = []
  const last = new Map<Path, Disposition>()
  const ordinary = paths.filter(
    ({ security }) =>
      security.type === 'stock' &&
      isCreditKind(security) &&
      security.delisted === null &&
      security.shares * security.anchor < 1e11,
  )
  const isFree = (path: Path, t: number) =>
    t > path.first + 10 && path.status[t] === traded && t - (last.get(path)?.at ?? -99) > dispositionDays
  for (let slot = 4; slot * every <= through; slot++) {
    const at = slot * every + (bits(seed, 1081, slot) % every)
    if (at > through) break
    const again = list.find((former) => at - former.at > dispositionDays && at - former.at <= dispositionDays + every)
    const named = slot % 20 === 0 ? pathOf(regular) : undefined
    let chosen: Path | undefined
    if (named && isFree(named, at)) chosen = named
    else if (again && again.count === 1 && bits(seed, 1082, slot) % 3 === 0 && isFree(again.path, at))
      chosen = again.path
    else
      for (let n = 0; n < 14; n++) {
        const path = ordinary[bits(seed, 1083, slot, n) % Math.max(1, ordinary.length)]
        if (path && isFree(path, at) && (!chosen || move(path, at) > move(chosen, at))) chosen = path
      }
    if (!chosen) continue
    const former = last.get(chosen)
    const disposition = { path: chosen, at, count: former && at - former.at <= 30 ? former.count + 1 : 1 }
    list.push(disposition)
    last.set(chosen, disposition)
  }
  return list
}

/** Every disposition announced by the newest day, in the order of its announcement. */
export const dispositionsOf = oncePer(createDispositions)

/** 1 on each day that a security trades under restrictions. */
export function restrictedDays(world: World, path: Path): Uint8Array {
  const days = new Uint8Array(world.through + 1)
  for (const disposition of dispositionsOf(world))
    if (disposition.path === path) days.fill(1, disposition.at + 1, disposition.at + 1 + dispositionDays)
  return days
}
