import { TaiwanStockTradingHaltAnnouncement } from '../../catalogue/technical/TaiwanStockTradingHaltAnnouncement.ts'
import { timeFrom } from '../dates.ts'
import type { FeedRequest } from '../feed.ts'
import { changed, leftOut, type ParsedRows, type Row } from '../outcome.ts'
import { column, fromRequest, part, type Reading, readBy } from '../reading.ts'
import { within } from '../servedDays.ts'
import { knownCodes, typeOfCode } from './securityCodes.ts'

type Column = 'id' | 'name' | 'haltDate' | 'haltTime' | 'resumptionDate' | 'resumptionTime'
type Titles = Readonly<Record<Column, string>> & {
  /** Null where the table has no column of kinds. */
  readonly type: string | null
  readonly ignore: readonly string[]
}

/** Rows come in no order that can be relied on; a resumption comes before a halt of the same moment. */
const byMoment = (a: Row, b: Row): number => {
  const [first, second] = [momentOf(a), momentOf(b)]
  return first < second ? -1 : first > second ? 1 : 0
}
const momentOf = ({ halt_date, halt_time, resumption_date, resumption_time }: Row): string =>
  halt_date === null ? `${resumption_date} ${resumption_time} 0` : `${halt_date} ${halt_time} 1`

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

/** The table of halts, in which a halt is one line and its resumption another. */
function linesOf(titles: Titles): Reading {
  const { id, name, type, haltDate, haltTime, resumptionDate, resumptionTime, ignore } = titles
  return part(
    // Neither half alone is a row, so the key is looked at only when they are joined.
    { ...TaiwanStockTradingHaltAnnouncement, key: ['number'], columns: nullableColumns },
    {
      stock_id: id,
      stock_name: name,
      market:
        type === null
          ? fromRequest(() => 'TPEX')
          : column(type, { read: (text) => (isEmerging(text) ? 'ESB' : 'TPEX') }),
      security_type:
        type === null
          ? column(id, { read: typeOfCode })
          : column(type, { read: (text) => kinds.find(([kind]) => kind.test(text))?.[1] }),
      halt_date: haltDate,
      halt_time: column(haltTime, { read: timeFrom }),
      resumption_date: resumptionDate,
      resumption_time: column(resumptionTime, { read: timeFrom }),
    },
    { ignore, refuse: type === null ? knownCodes(id) : [] },
  )
}

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

/** The halts of the OTC market. The response is about the days of `daysOf`, by default those requested. */
export function haltReading(titles: Titles, daysOf = (request: FeedRequest): FeedRequest => request): Reading {
  const lines = linesOf(titles)
  return readBy(
    TaiwanStockTradingHaltAnnouncement,
    (tables, request) => within(joined(lines.read(tables, request)), 'halt_date', daysOf(request)),
    { layouts: lines.layouts },
  )
}

const { columns } = TaiwanStockTradingHaltAnnouncement
const nullableColumns = {
  ...columns,
  halt_date: { ...columns.halt_date, nullable: true },
  halt_time: { ...columns.halt_time, nullable: true },
} as typeof columns
