import { accountsOf, codeOf, labelOf, type Statement, unitOf } from '../../catalogue/accounts.ts'
import type { Dataset } from '../../catalogue/dataset.ts'
import { type Feed, type FeedRequest, postJson } from '../feed.ts'
import { json } from '../json.ts'
import { scaled, times } from '../numbers.ts'
import { blocked, changed, notYet, type Outcome, otherDay, type Rejected, type Row, rowsOutcome } from '../outcome.ts'
import { quarterEnd } from '../periods.ts'
import { none } from '../servedDays.ts'
import { mops, quarterIn, republic } from './response.ts'

/** The statement of one company and season as it was filed, every line of it, from the new site. */

type Body = { readonly code?: unknown; readonly message?: unknown; readonly result?: Result | null }
type Result = {
  readonly year?: unknown
  readonly season?: unknown
  readonly titles?: unknown
  readonly reportList?: unknown
}
type Title = { readonly main?: unknown; readonly sub?: readonly { readonly main?: unknown }[] }

/** A line with an amount: its name, alone and with the headings above it. */
type Line = { readonly name: string; readonly label: string; readonly full: string; readonly value: number }

const perShare = /每股(?:盈餘|淨值)/

function resultOf(bytes: Uint8Array, request: FeedRequest): Result | { readonly refusal: string } {
  const { code, message: written, result } = json(bytes) as Body
  const message = String(written ?? '')
  if (Number(code) === 406) throw notYet(`not filed yet: ${message}`)
  if (/公司代號格式錯誤|不繼續公開發行/.test(message)) return { refusal: message }
  if (Number(code) !== 200) throw blocked(`the publisher refuses with ${String(code)}: ${message}`)
  if (typeof result !== 'object' || result === null) throw changed('an answer without a result')
  const [year, season] = [Number(result.year), Number(result.season)]
  if (year !== republic(request.from) || season !== quarterIn(request))
    throw otherDay(`${republic(request.from)} season ${quarterIn(request)}`, `${year} season ${season}`)
  return result
}

/** The first column of amounts is of the season; those behind it are older, and may have been restated. */
function checkTitles(titles: unknown, request: FeedRequest): void {
  const [first, amounts] = (Array.isArray(titles) ? titles : []) as Title[]
  if (first?.main !== '會計項目') throw changed('no table with the columns 會計項目')
  if (!String(amounts?.main ?? '').includes(`${republic(request.from)}年`))
    throw changed(`amounts of ${republic(request.from)} expected, told ${String(amounts?.main)}`)
  if (amounts?.sub !== undefined && amounts.sub[0]?.main !== '金額') throw changed('no table with the columns 金額')
}

/** Lines are indented below their headings, which have no amount. */
function linesOf(list: unknown, rejected: Rejected[]): Line[] {
  if (!Array.isArray(list) || !list.every(Array.isArray)) throw changed('no table with the columns reportList')
  const headings: { readonly depth: number; readonly label: string }[] = []
  return (list as unknown[][]).flatMap((row): Line[] => {
    const written = String(row[0] ?? '')
    const name = written.trim()
    const label = labelOf(name).replace(/:$/, '')
    const depth = /^[\s　]*/.exec(written)![0].length
    while ((headings.at(-1)?.depth ?? -1) >= depth) headings.pop()
    const value = scaled(String(row[1] ?? ''), 4)
    if (value === undefined) {
      rejected.push({ column: label, why: 'cannot be read', cells: row.map(String) })
      return []
    }
    const full = `${headings.at(-1)?.label ?? ''}${label}`
    if (value !== null) return [{ name, label, full, value }]
    if (label !== '') headings.push({ depth, label })
    return []
  })
}

/** Every line with its code: the known ones first, by the names in their order. */
function coded(lines: readonly Line[], statement: Statement): { type: string; line: Line; unit: string }[] {
  const left = new Set(lines)
  const found: { type: string; line: Line; unit: string }[] = []
  for (const { type, names, unit } of accountsOf[statement]) {
    const line = names
      .map(labelOf)
      .flatMap((name) => [...left].find((one) => one.full === name || one.label === name) ?? [])[0]
    if (line === undefined) continue
    left.delete(line)
    found.push({ type, line, unit })
  }
  const times = new Map<string, number>()
  for (const line of left) {
    const code = codeOf(perShare.test(line.full) ? line.full : line.label)
    const count = (times.get(code) ?? 0) + 1
    times.set(code, count)
    const unit = perShare.test(line.full) ? 'TWD_per_share' : unitOf(line.label)
    found.push({ type: count === 1 ? code : `${code}__${count}`, line, unit })
  }
  return found
}

type FilingOptions = {
  readonly dataset: Dataset & { readonly name: Statement }
  /** Which rows a season makes: only the year where the fourth quarter is not filed by itself, else both. */
  readonly lastSeason: 'year' | 'both'
}

export const filings = (endpoint: string, { dataset, lastSeason }: FilingOptions): Feed =>
  mops(null)(
    { dataset, fills: Object.keys(dataset.columns).filter((name) => name !== 'announce_date') },
    {
      endpoint,
      importFor: 'every line of a filing',
      span: 'quarter',
      each: 'id',
      since: '2013-01-01',
      request: (request) =>
        postJson(`https://mops.twse.com.tw/mops/api/${endpoint}`, {
          companyId: request.id,
          dataType: '2',
          year: String(republic(request.from)),
          season: String(quarterIn(request)),
          subsidiaryCompanyId: '',
        }),
      parse(bytes, request): Outcome {
        const result = resultOf(bytes, request)
        if ('refusal' in result) return none(result.refusal)
        checkTitles(result.titles, request)
        const rejected: Rejected[] = []
        const lines = linesOf(result.reportList, rejected)
        if (lines.length === 0 && rejected.length === 0) throw changed('a statement without an amount')
        const quarter = quarterIn(request)
        const year = Number(request.from.slice(0, 4))
        const rows = coded(lines, dataset.name).flatMap(({ type, line, unit }): Row[] => {
          const value = unit === 'TWD' ? times(line.value, 1000) : line.value
          if (value === undefined) {
            rejected.push({ column: type, why: 'is too large', cells: [line.name, String(line.value)] })
            return []
          }
          const shared = {
            stock_id: request.id,
            report_date: quarterEnd(year, quarter),
            fiscal_year: year,
            type,
            origin_name: line.name,
            value,
            unit,
            statement_scope: 'consolidated',
            is_derived: false,
          }
          const ofTheYear = { ...shared, period: 'annual', fiscal_quarter: null }
          const ofTheQuarter = { ...shared, period: 'quarterly', fiscal_quarter: quarter }
          if (quarter < 4) return [ofTheQuarter]
          return lastSeason === 'year' ? [ofTheYear] : [ofTheQuarter, ofTheYear]
        })
        const unset = (result.reportList as unknown[]).length - lines.length - rejected.length
        const left = unset > 0 ? [{ why: 'headings, and lines without an amount', rows: unset }] : []
        return rowsOutcome({ rows, rejected, unread: [], left })
      },
    },
  )
