import { publishers } from '../../catalogue/publishers.ts'
import { type FeedRequest, feedsOf, type Market } from '../feed.ts'
import { refusalIn } from '../json.ts'
import { blocked } from '../outcome.ts'
import { sniffed } from '../sniffed.ts'

/** The Market Observation Post System: filings of companies, a market at a time. */
export const mops = (market: Market | null) => feedsOf(publishers.mops, market)

/** The names of a market in addresses and in the headings of pages. */
export const boards = [
  { market: 'TWSE', code: 'sii', word: '上市' },
  { market: 'TPEX', code: 'otc', word: '上櫃' },
  { market: 'ESB', code: 'rotc', word: '興櫃' },
] as const
export type Board = (typeof boards)[number]

/** The text of a page that refuses nothing. */
export function pageText(bytes: Uint8Array): string {
  const page = sniffed(bytes)
  if (page.trim() === '') throw blocked('the page is empty')
  const refusal = refusalIn(page)
  if (refusal !== null) throw blocked(refusal)
  return page
}

export const republic = (date: string): number => Number(date.slice(0, 4)) - 1911
export const monthIn = ({ from }: FeedRequest): number => Number(from.slice(5, 7))
export const quarterIn = (request: FeedRequest): number => Math.ceil(monthIn(request) / 3)
