import { marketAt, type Security } from '../listing.ts'
import type { Path } from '../path.ts'
import type { World } from '../world.ts'

/** Days after listing before a security may be bought on credit, sold short or day-traded. */
const seasoning = 180

/** Credit is closed this many days before a delisting, and every position with it. */
const closing = 12

/**
 * Shares, funds and receipts may be traded on credit and within the day; preferred shares, notes and trusts may not.
 */
export const isCreditKind = ({ type, market }: Security): boolean =>
  (type === 'stock' || type === 'etf' || type === 'tdr') && market !== 'ESB'

/** True where the security may be traded on credit that day. */
export const hasCredit = (security: Security, day: number): boolean =>
  isCreditKind(security) &&
  (security.listed === null || security.transferred !== null || day >= security.listed + seasoning)

/** 1 in ordinary times; falls to 0 over the month before a delisting. */
export const winding = ({ delisted }: Security, day: number): number =>
  delisted === null ? 1 : Math.max(0, Math.min(1, (delisted - day - closing) / 30))

/** First position of a security's published rows here; the long history of the giants holds prices only. */
export const startOf = ({ from }: World, path: Path): number => Math.max(from, path.first)

/**
 * The securities with rows here at positions from `from` to `to`, with the first and last of these positions, and the
 * columns that their rows have alike.
 */
export function* listedIn(world: World, from: number, to: number) {
  for (const path of world.paths) {
    const start = Math.max(from, startOf(world, path))
    const end = Math.min(to, path.last)
    const { security } = path
    const row = (t: number) => {
      const trade_date = world.calendar.days[t]!
      return { stock_id: security.id, trade_date, market: marketAt(security, trade_date) }
    }
    if (start <= end) yield { path, security, start, end, row }
  }
}
