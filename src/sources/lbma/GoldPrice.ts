import { GoldPrice } from '../../catalogue/other/GoldPrice.ts'
import { publishers } from '../../catalogue/publishers.ts'
import { dayFrom } from '../dates.ts'
import { type Feed, type FeedRequest, feedsOf, get } from '../feed.ts'
import { json } from '../json.ts'
import { scaled } from '../numbers.ts'
import { changed, leftOut, type Outcome, type Rejected, type Row, rowsOutcome } from '../outcome.ts'
import { reachingDay } from '../servedDays.ts'

const lbma = feedsOf(publishers.lbma, null)

type Fixing = { readonly day: number; readonly usd: number; readonly gbp: number | null; readonly eur: number | null }

/** Before 1999 the price in euros is zero or missing. */
const price = (value: unknown): number | null | undefined =>
  value === null || value === 0 ? null : scaled(String(value), 4, true)

/** Whole history: `d` is the London day, `v` the price in USD, GBP and EUR. */
const fixings =
  (rowOf: (fixing: Fixing) => Row) =>
  (bytes: Uint8Array, request: FeedRequest): Outcome => {
    const list = json(bytes)
    if (!Array.isArray(list)) throw changed('the answer is no list')
    const rows: Row[] = []
    const rejected: Rejected[] = []
    const unread = new Set<string>()
    let without = 0
    for (const entry of list as Record<string, unknown>[]) {
      if (typeof entry !== 'object' || entry === null || !('d' in entry) || !Array.isArray(entry.v))
        throw changed('no table with the columns d, v')
      for (const key of Object.keys(entry)) if (!['d', 'v', 'is_cms_locked'].includes(key)) unread.add(key)
      const day = dayFrom(String(entry.d))
      const [usd, gbp, eur] = entry.v.map(price)
      if (usd === null) without++
      else if (typeof day === 'number' && usd !== undefined && gbp !== undefined && eur !== undefined)
        rows.push(rowOf({ day, usd, gbp, eur }))
      else rejected.push({ column: 'price', why: 'cannot be read', cells: [String(entry.d), ...entry.v.map(String)] })
    }
    const left = leftOut('days without a fixing', without)
    return rowsOutcome(reachingDay({ rows, rejected, unread: [...unread], left }, 'trade_date', request))
  }

const fixing = (endpoint: string, fills: readonly string[], rowOf: (fixing: Fixing) => Row): Feed =>
  lbma(
    { dataset: GoldPrice, fills: ['trade_date', ...fills] },
    {
      endpoint,
      role: 'part',
      span: 'latest',
      since: '1968-04-01',
      request: () => get(`/json/${endpoint}.json`),
      parse: fixings(rowOf),
    },
  )

/** The morning price is the price of the day until the afternoon, which is read after it and goes before it. */
export const goldAm = fixing('gold_am', ['price', 'price_am'], ({ day, usd }) => ({
  trade_date: day,
  price: usd,
  price_am: usd,
}))
export const goldPm = fixing('gold_pm', ['price', 'price_pm', 'price_gbp', 'price_eur'], ({ day, usd, gbp, eur }) => ({
  trade_date: day,
  price: usd,
  price_pm: usd,
  price_gbp: gbp,
  price_eur: eur,
}))
