import { TaiwanStockTradingHaltAnnouncement } from '../../catalogue/technical/TaiwanStockTradingHaltAnnouncement.ts'
import { timeFrom } from '../dates.ts'
import type { FeedRequest } from '../feed.ts'
import { changed, leftOut, type ParsedRows, type Row } from '../outcome.ts'
import { column, constant, inOpenApi, type Named, onSite, part, type Reading, readBy, whole } from '../reading.ts'
import { within } from '../servedDays.ts'
import { tpexOpenApi, twseOpenApi } from './openApi.ts'
import { knownCodes, typeOfCode } from './securityCodes.ts'
import { tpex, tpexList, wwwForm } from './tpex.ts'
import { twseRangeFeed } from './twse.ts'

const listed = (named: Named) =>
  whole(
    TaiwanStockTradingHaltAnnouncement,
    {
      stock_id: named('證券代號', 'Code'),
      stock_name: named('證券名稱', 'Name'),
      market: constant('TWSE'),
      security_type: named('證券代號', 'Code', { read: typeOfCode }),
      halt_date: named('暫停交易日期', 'TradingHaltDate'),
      halt_time: named('暫停交易時間', 'TradingHaltTime', { read: timeFrom }),
      resumption_date: named('恢復交易日期', 'TradingResumptionDate'),
      resumption_time: named('恢復交易時間', 'TradingResumptionTime', { read: timeFrom }),
    },
    named === onSite
      ? { ignore: ['編號'], refuse: knownCodes('證券代號') }
      : { ignore: ['Number'], refuse: knownCodes('Code') },
  )

const isEmerging = (type: string): boolean => type.includes('興櫃')

const kinds: readonly (readonly [RegExp, string])[] = [
  [/權證|牛熊/, 'warrant'],
  [/轉.*債|公司債|債券/, 'bond'],
  [/ETF|指數股票型|受益憑證/, 'etf'],
  [/ETN|指數投資證券/, 'etn'],
  [/特別股/, 'preferred'],
  [/存託憑證/, 'tdr'],
  [/股票|興櫃/, 'stock'],
]

const { columns } = TaiwanStockTradingHaltAnnouncement
/** Neither half alone is a row, so the key is looked at only when they are joined. */
const lineDataset = {
  ...TaiwanStockTradingHaltAnnouncement,
  key: ['number'],
  columns: {
    ...columns,
    halt_date: { ...columns.halt_date, nullable: true },
    halt_time: { ...columns.halt_time, nullable: true },
  } as typeof columns,
}

/** The table of halts of the OTC market, in which a halt is one line and its resumption another. */
const linesOf = (named: Named) =>
  part(
    lineDataset,
    {
      stock_id: named('有價證券代號', 'SecuritiesCompanyCode'),
      stock_name: named('有價證券名稱', 'CompanyName'),
      // Only the site has a column of kinds.
      ...(named === onSite
        ? {
            market: column('有價證券類別', { read: (text) => (isEmerging(text) ? 'ESB' : 'TPEX') }),
            security_type: column('有價證券類別', { read: (text) => kinds.find(([kind]) => kind.test(text))?.[1] }),
          }
        : { market: constant('TPEX'), security_type: column('SecuritiesCompanyCode', { read: typeOfCode }) }),
      halt_date: named('暫停交易日期', 'DateOfSuspendedTrading'),
      halt_time: named('暫停交易時間', 'TimeOfSuspendedTrading', { read: timeFrom }),
      resumption_date: named('恢復交易日期', 'DateOfResumedTrading'),
      resumption_time: named('恢復交易時間', 'TimeOfResumedTrading', { read: timeFrom }),
    },
    named === onSite
      ? { ignore: ['編號'] }
      : { ignore: ['Date', 'Serial'], refuse: knownCodes('SecuritiesCompanyCode') },
  )

/** Rows come in no order that can be relied on; a resumption comes before a halt of the same moment. */
const byMoment = (a: Row, b: Row): number => {
  const [first, second] = [momentOf(a), momentOf(b)]
  return first < second ? -1 : first > second ? 1 : 0
}
const momentOf = ({ halt_date, halt_time, resumption_date, resumption_time }: Row): string =>
  halt_date === null ? `${resumption_date} ${resumption_time} 0` : `${halt_date} ${halt_time} 1`

/**
 * Joins the halts of the OTC market: a resumption belongs to the last halt of the same security that is still open. A
 * resumption of an earlier halt is counted as left out.
 */
function joined(read: ParsedRows): ParsedRows {
  // A halt whose resumption cannot be read would be taken for one that still lasts.
  const bad = read.rejected.find(({ refusedBy }) => refusedBy === undefined)
  if (bad) throw changed(`a halt or resumption cannot be read, at ${bad.column}: ${bad.cells.join(' | ')}`)
  const open = new Map<Row[string], Record<string, Row[string]>>()
  const distinct = new Map(read.rows.map((row) => [JSON.stringify(row), row]))
  const repeats = read.rows.length - distinct.size
  const rows: Row[] = []
  let unmatched = 0
  for (const row of [...distinct.values()].sort(byMoment)) {
    const of = row.stock_id!
    if (row.halt_date !== null) {
      const halt = { ...row }
      rows.push(halt)
      if (row.resumption_date === null) open.set(of, halt)
      continue
    }
    const halt = open.get(of)
    open.delete(of)
    if (halt) Object.assign(halt, { resumption_date: row.resumption_date, resumption_time: row.resumption_time })
    else unmatched++
  }
  const left = [...leftOut('resumptions of earlier halts', unmatched), ...leftOut('repeats', repeats)]
  return { ...read, rows, left: [...read.left, ...left] }
}

/** The halts of the OTC market; a list without a date is about the year. */
function otc(named: Named): Reading {
  const lines = linesOf(named)
  const daysOf = (request: FeedRequest): FeedRequest => {
    const year = request.to.slice(0, 4)
    return named === onSite ? request : { ...request, from: `${year}-01-01`, to: `${year}-12-31` }
  }
  return readBy(
    TaiwanStockTradingHaltAnnouncement,
    (tables, request) => within(joined(lines.read(tables, request)), 'halt_date', daysOf(request)),
    { layouts: lines.layouts },
  )
}
const otcYear = otc(onSite)

export const tradingHalts = [
  // Halts of the last days.
  twseOpenApi.events(listed(inOpenApi), '/exchangeReport/TWTAWU', { recorded: '.json' }),
  twseRangeFeed(listed(onSite), 'afterTrading/TWTAWU', { longest: 366, since: '2011-10-03' }),
  // Halts and resumptions of a year, each in a row of its own.
  tpexOpenApi.events(otc(inOpenApi), '/tpex_spendi_history', { recorded: '.json' }),
  tpex(otcYear, {
    endpoint: 'sprcHis',
    span: 'year',
    since: '2011-01-01',
    request: ({ from }) => wwwForm('bulletin/sprcHis', { date: from.slice(0, 4) }),
    parse: tpexList(otcYear),
  }),
]
