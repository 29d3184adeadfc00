import { dayOf } from '../days.ts'
import { nameBits } from './random.ts'
import { orNull, readTable } from './readTable.ts'
import type { TickRule } from './ticks.ts'

export type Market = 'TWSE' | 'TPEX' | 'ESB'
type SecurityType = 'stock' | 'etf' | 'etn' | 'tdr' | 'preferred' | 'reit'

export type Security = Readonly<ReturnType<typeof readListing>[number]>

/** Companies that moved from the over-the-counter market; their listing date is that of the move. */
const transfers = new Set(['4736', '5236', '6446', '6472', '6589', '8476'])

const columns = {
  id: String,
  name: String,
  market: (cell: string) => cell as Market,
  type: (cell: string) => cell as SecurityType,
  industry: orNull(String),
  isin: orNull(String),
  cfi: orNull(String),
  /** Day of listing on the present market; null where not recorded. */
  listed: orNull(dayOf),
  delisted: orNull(dayOf),
  shares: Number,
  /** Rough price level around the middle of 2026; the simulation swings about it. */
  anchor: Number,
}

const securityOf = (row: ReturnType<typeof readTable<typeof columns>>[number]) => {
  const { id, type, listed } = row
  return {
    ...row,
    /** Day it moved here from the over-the-counter market. */
    transferred: transfers.has(id) ? listed : null,
    ticks: (type === 'etf' || type === 'etn' || type === 'reit' ? 'fund' : 'stock') as TickRule,
    /** Daily limits as a multiple of those of stocks, as a fund moves; 0 for funds on foreign assets and notes. */
    limits: type === 'etn' || (type === 'etf' && /[BUD]$/.test(id)) ? 0 : type === 'etf' && id.endsWith('L') ? 2 : 1,
    /** A number of its own for random draws. */
    key: nameBits(id),
  }
}

/** 0 for a company worth a thousand million TWD, 1 for one worth ten million million. */
export const sizeOf = ({ shares, anchor }: { readonly shares: number; readonly anchor: number }): number =>
  Math.max(0, Math.min(1, Math.log10((shares * anchor) / 1e9) / 4))

/** Large companies never lock at a limit by plan. */
const mayLock = ({ type, market, delisted, shares, anchor }: ReturnType<typeof securityOf>): boolean =>
  type === 'stock' && market !== 'ESB' && delisted === null && shares * anchor < 2e11

/** The simulated securities, in the order of their codes. */
export const readListing = () => {
  let next = 0
  return readTable('listing.tsv', columns)
    .map(securityOf)
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map((security) => ({
      ...security,
      /** Position among the companies that may lock at a limit by plan, in turn, so that every day has one; or -1. */
      rank: mayLock(security) ? next++ : -1,
    }))
}

/** True where a security is or was listed at a day. */
export const isListedBy = ({ listed, transferred }: Security, day: number): boolean =>
  listed === null || transferred !== null || listed <= day

/** The market a security was on at a day. */
export const marketAt = (security: Security, day: number): Market =>
  security.transferred !== null && day < security.transferred ? 'TPEX' : security.market
