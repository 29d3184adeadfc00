import { TaiwanStockDisposition } from '../../catalogue/chips/TaiwanStockDisposition.ts'
import { dateOf, dayOf } from '../../days.ts'
import { daysFrom, slashed } from '../dates.ts'
import type { FeedRequest, Market } from '../feed.ts'
import { otherDay, type ParsedRows } from '../outcome.ts'
import { constant, inOpenApi, type Named, onSite, part, type Reading, whole } from '../reading.ts'
import type { Table } from '../tables.ts'
import { esbOpenApi, tpexOpenApi, twseOpenApi } from './openApi.ts'
import { tpexList, tpexRangeFeed, www } from './tpex.ts'
import { twseList, twseRangeFeed } from './twse.ts'

/** Readers of the sentences in notices of dispositions. */

export const periodStart = (text: string): number | undefined => daysFrom(text)?.[0]
export const periodEnd = (text: string): number | undefined => daysFrom(text)?.[1]

const numerals = '〇一二三四五六七八九'

/** `五`, `二十`, `四十五`, `5`. */
function small(text: string): number {
  if (/^\d+$/.test(text)) return Number(text)
  const [tens, ones] = text.includes('十') ? text.split('十') : ['', text]
  const digit = (one: string | undefined, none: number) => (one ? numerals.indexOf(one) : none)
  return text.includes('十') ? 10 * digit(tens, 1) + digit(ones, 0) : digit(ones, 0)
}

/** Minutes between two matchings: the longest in the notice, which may also name the usual ones. */
export function matchInterval(text: string): number | null {
  const found = [...text.normalize('NFKC').matchAll(/每(?:隔)?([\d一二三四五六七八九十]+)分鐘/g)]
  const minutes = found.map(([, count]) => small(count!)).filter((count) => count > 0)
  return minutes.length > 0 ? Math.max(...minutes) : null
}

/** The measure, where only the text has it. */
export const measureIn = (text: string): string | null => /第[一二三四五]次處置/.exec(text)?.[0] ?? null

/** A name without the link that may stand behind it in brackets. */
export const nameOnly = (text: string): string | null => text.replace(/\(\.\.\/.*$/, '').trim() || null

/** A notice is given for every day its period touches. */
const overlapping = ({ read }: Reading) => ({
  read(tables: readonly Table[], request: FeedRequest): ParsedRows {
    const parsed = read(tables, request)
    const { from, to } = request
    for (const { announce_date, period_end_date } of parsed.rows)
      if ((announce_date as number) > dayOf(to) || (period_end_date as number) < dayOf(from))
        throw otherDay(`${from} to ${to}`, dateOf(announce_date as number))
    return parsed
  },
})

const listed = (named: Named) =>
  whole(
    TaiwanStockDisposition,
    {
      stock_id: named('證券代號', 'Code'),
      stock_name: named('證券名稱', 'Name'),
      market: constant('TWSE'),
      announce_date: named('公布日期', 'Date'),
      disposition_count: named('累計', 'NumberOfAnnouncement'),
      condition: named('處置條件', 'ReasonsOfDisposition'),
      measure: named('處置措施', 'DispositionMeasures'),
      period_start_date: named('處置起迄時間', 'DispositionPeriod', { read: periodStart }),
      period_end_date: named('處置起迄時間', 'DispositionPeriod', { read: periodEnd }),
      match_interval_minutes: named('處置內容', 'Detail', { read: matchInterval }),
      detail: named('處置內容', 'Detail'),
    },
    { ignore: named === onSite ? ['編號', '備註'] : ['Number', 'LinkInformation'] },
  )
const onTwseSite = listed(onSite)

const warned = part(
  TaiwanStockDisposition,
  { stock_id: 'Code', stock_name: 'Name' },
  { ignore: ['Number', 'RecentlyMetAttentionSecuritiesCriteria'] },
)

/** The columns of a notice of the OTC market; only the text has the measure. */
const notice = (market: Market, named: Named) => ({
  stock_id: named('證券代號', 'SecuritiesCompanyCode'),
  stock_name: named('證券名稱', 'CompanyName', { read: nameOnly }),
  market: constant(market),
  announce_date: named('公布日期', 'Date'),
  disposition_count: null,
  condition: named('處置原因', 'DispositionReasons'),
  measure: named('處置內容', 'DisposalCondition', { read: measureIn }),
  period_start_date: named('處置起訖時間', 'DispositionPeriod', { read: periodStart }),
  period_end_date: named('處置起訖時間', 'DispositionPeriod', { read: periodEnd }),
  match_interval_minutes: named('處置內容', 'DisposalCondition', { read: matchInterval }),
  detail: named('處置內容', 'DisposalCondition'),
})

const otc = whole(
  TaiwanStockDisposition,
  { ...notice('TPEX', onSite), disposition_count: '累計' },
  {
    ignore: ['編號', '收盤價', '本益比'],
    // A day without notices is one row that says so.
    leave: [['nothing to tell', '證券代號', (code) => code.trim() === '']],
  },
)
// The list of the emerging board has the titles of the site.
const emerging = whole(TaiwanStockDisposition, notice('ESB', onSite), { ignore: ['編號', '累計', '收盤價'] })

export const dispositions = [
  // Dispositions in force.
  twseOpenApi.events(listed(inOpenApi), '/announcement/punish', { recorded: '.json' }),
  // Securities about to be restricted: they must be known; the list has no more.
  twseOpenApi.events(warned, '/announcement/notetrans', { role: 'witness', recorded: '.json' }),
  twseRangeFeed(onTwseSite, 'announcement/punish', {
    longest: 31,
    since: '2001-01-01',
    parse: twseList(overlapping(onTwseSite)),
  }),
  // Dispositions in force, on the OTC market and on the emerging board.
  tpexOpenApi.events(whole(TaiwanStockDisposition, notice('TPEX', inOpenApi)), '/tpex_disposal_information'),
  esbOpenApi.events(emerging, '/tpex_esb_disposal_information'),
  tpexRangeFeed(otc, 'bulletin/disposal', {
    longest: 31,
    since: '2015-01-05',
    request: ({ from, to }) => www('bulletin/disposal', { startDate: slashed(from), endDate: slashed(to) }),
    parse: tpexList(overlapping(otc)),
  }),
]
