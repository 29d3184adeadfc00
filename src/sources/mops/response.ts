import { publishers } from '../../catalogue/publishers.ts'
import { type FeedRequest, feedsOf, type Market } from '../feed.ts'

/** The Market Observation Post System: filings of companies, a market at a time. */
export const mops = (market: Market | null) => feedsOf(publishers.mops, market)

/** The names of a market in addresses and in the headings of pages. */
export const boards = [
  { market: 'TWSE', code: 'sii', word: '上市' },
  { market: 'TPEX', code: 'otc', word: '上櫃' },
  { market: 'ESB', code: 'rotc', word: '興櫃' },
] as const
export type Board = (typeof boards)[number]

export const republic = (date: string): number => Number(date.slice(0, 4)) - 1911
export const monthIn = ({ from }: FeedRequest): number => Number(from.slice(5, 7))
export const quarterIn = (request: FeedRequest): number => Math.ceil(monthIn(request) / 3)
