import { TaiwanFutureOptionTickRealtime } from '../../catalogue/derivatives/TaiwanFutureOptionTickRealtime.ts'
import { addDays, dayOf } from '../../days.ts'
import { dateFrom, timeFrom } from '../dates.ts'
import type { FeedRequest } from '../feed.ts'
import { scaled } from '../numbers.ts'
import { changed, leftOut, notYet, type ParsedRows, type Rejected, type Row, withoutCalendar } from '../outcome.ts'
import { contractOf, productOfStem } from '../taifex/contracts.ts'

/** Quotes of single contracts. A contract that has not traded has blanks for its last price, and zeros elsewhere. */

export type Session = 'regular' | 'after_hours'
type Quote = Readonly<Record<string, unknown>>

const text = (quote: Quote, key: string): string => String(quote[key] ?? '').trim()

/** The letter behind a code gives its kind; spot prices and headings of a list, by day or night, are no contracts. */
const kinds: Readonly<Record<string, Session | null>> = {
  F: 'regular',
  O: 'regular',
  M: 'after_hours',
  N: 'after_hours',
  S: null,
  P: null,
  Q: null,
  R: null,
}

/** Levels of the book, trial matches before the opening, and computed fields. */
const passedOver =
  /^(?:SpotID|Status|CAmpRate|CSingleVolume|HugeTotalVolume|CTest\w+|C(?:Ext)?(?:Bid|Ask)\w+|CTerm\w+)$/

type Prices = Readonly<Record<string, { readonly from: string; readonly scale: number; readonly traded?: true }>>
const prices: Prices = {
  last_price: { from: 'CLastPrice', scale: 4, traded: true },
  open: { from: 'COpenPrice', scale: 4, traded: true },
  high: { from: 'CHighPrice', scale: 4, traded: true },
  low: { from: 'CLowPrice', scale: 4, traded: true },
  reference_price: { from: 'CRefPrice', scale: 4 },
  limit_up: { from: 'CCeilPrice', scale: 4 },
  limit_down: { from: 'CFloorPrice', scale: 4 },
  volume: { from: 'CTotalVolume', scale: 0 },
  best_bid: { from: 'CBestBidPrice', scale: 4 },
  best_bid_size: { from: 'CBestBidSize', scale: 0 },
  best_ask: { from: 'CBestAskPrice', scale: 4 },
  best_ask_size: { from: 'CBestAskSize', scale: 0 },
  open_interest: { from: 'OpenInterest', scale: 0 },
  spread: { from: 'CDiff', scale: 4, traded: true },
  spread_percent: { from: 'CDiffRate', scale: 2, traded: true },
  settlement_price: { from: 'SettlementPrice', scale: 4 },
}
const heads = ['SymbolID', 'DispCName', 'DispEName', 'CDate', 'CTime']
const needed = [...heads, ...Object.values(prices).map(({ from }) => from)]

/** The week behind the stem of a displayed name: `W2` of `TX2W2014`, blank for `TX014`. */
const shownMonth = /(?:([WF]\d))?(\d{2})(\d)(?:;.*)?$/

export function readQuotes(quotes: unknown, session: Session, { calendar, to, modified }: FeedRequest): ParsedRows {
  if (!Array.isArray(quotes)) throw changed('the answer has no QuoteList')
  const rows: Record<string, string | number | null>[] = []
  const rejected: Rejected[] = []
  const unread = new Set<string>()
  let headings = 0
  let newest = Number.NEGATIVE_INFINITY
  for (const quote of quotes as Quote[]) {
    for (const key of needed) if (!(key in quote)) throw changed(`no table with the columns ${key}`)
    for (const key of Object.keys(quote)) if (!needed.includes(key) && !passedOver.test(key)) unread.add(key)
    const [, code = '', kind = ''] = /^(.*)-([A-Z])$/.exec(text(quote, 'SymbolID')) ?? []
    const evening = dateFrom(text(quote, 'CDate'))
    const moment = evening ? momentOf(evening, text(quote, 'CTime'), session) : null
    if (kinds[kind] === null) {
      headings++
      if (moment !== null) newest = Math.max(newest, moment)
      continue
    }
    const reject = (column: string) =>
      rejected.push({ column, why: 'cannot be read', cells: Object.values(quote).map(String) })
    const contract = evening ? contractOf(code, evening) : undefined
    const [, week = '', month] = shownMonth.exec(text(quote, 'DispEName')) ?? []
    if (!evening || !contract || kinds[kind] !== session || month !== contract.month.slice(4)) {
      reject('contract_code')
      continue
    }
    const day = session === 'regular' ? evening : calendar.next(evening)
    if (day === null) throw withoutCalendar(`the trading day after ${evening} yet`)
    const isTraded = text(quote, 'CLastPrice') !== ''
    const product = productOfStem(contract.stem, contract.callPut !== null)
    const row: Record<string, string | number | null> = {
      contract_code: code,
      trade_date: dayOf(day),
      trading_session: session,
      product_id: product,
      product_type: contract.callPut === null ? 'futures' : 'option',
      contract_name: text(quote, 'DispCName') || null,
      contract_month: `${contract.month}${week}`,
      strike_price: contract.strike,
      call_put: contract.callPut,
      quote_time: isTraded ? moment : null,
    }
    if (isTraded && timeFrom(text(quote, 'CTime')) === undefined) {
      reject('quote_time')
      continue
    }
    const bad = Object.entries(prices).find(([name, { from, scale, traded }]) => {
      const value = traded && !isTraded ? null : scaled(text(quote, from), scale, from === 'CDiffRate')
      row[name] = value ?? null
      return value === undefined
    })
    if (bad) reject(bad[0])
    else {
      if (moment !== null) newest = Math.max(newest, moment)
      rows.push(row)
    }
  }
  const made = modified === null ? newest : Date.parse(modified)
  if (!Number.isFinite(made)) throw notYet(`nothing has traded yet, and nobody says when the quotes of ${to} were made`)
  const left = leftOut('spot prices and headings', headings)
  return { rows: rows.map((row): Row => ({ ...row, snapshot_time: made })), rejected, unread: [...unread], left }
}

/** When a quote was made. The night keeps the date of its evening past midnight. */
function momentOf(evening: string, written: string, session: Session): number | null {
  const time = timeFrom(written)
  if (typeof time !== 'string') return null
  const isPastMidnight = session === 'after_hours' && time <= '05:00:00'
  return Date.parse(`${isPastMidnight ? addDays(evening, 1) : evening}T${time}+08:00`)
}

export const dataset = TaiwanFutureOptionTickRealtime
