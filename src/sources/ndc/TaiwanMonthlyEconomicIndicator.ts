import { TaiwanMonthlyEconomicIndicator } from '../../catalogue/other/TaiwanMonthlyEconomicIndicator.ts'
import { publishers } from '../../catalogue/publishers.ts'
import type { ColumnOptions } from '../cells.ts'
import { csvTable } from '../csvTable.ts'
import { monthFrom } from '../dates.ts'
import { type FeedRequest, feedsOf, get, type HttpRequest } from '../feed.ts'
import { json } from '../json.ts'
import type { From } from '../mapping.ts'
import { scaled } from '../numbers.ts'
import { allOf, blocked, changed, type Left, type Outcome, type ParsedRows, type Row, rowsOutcome } from '../outcome.ts'
import { column, part, rounded } from '../reading.ts'
import { reachingMonth } from '../servedDays.ts'
import { type Table, tableOf } from '../tables.ts'
import { titlesIn } from '../text.ts'
import { unzipped } from '../zip.ts'

const ndc = feedsOf(publishers.ndc, null)
const dataset = TaiwanMonthlyEconomicIndicator

const month: From = column('Date', { read: monthFrom })
/** Amounts in a large unit, in cents: `places` is how many digits that moves the point. */
const amount = (places: number): ColumnOptions => ({ read: (text) => scaled(text, places, true) })

const lights = new Map(Object.entries({ 藍: 'blue', 黃藍: 'yellow_blue', 綠: 'green', 黃紅: 'yellow_red', 紅: 'red' }))
const light = (text: string): string | null | undefined => (/^\s*-?\s*$/.test(text) ? null : lights.get(text.trim()))

const signals = part(dataset, {
  report_month: month,
  leading_index: rounded('領先指標綜合指數'),
  leading_index_notrend: rounded('領先指標不含趨勢指數'),
  coincident_index: rounded('同時指標綜合指數'),
  coincident_index_notrend: rounded('同時指標不含趨勢指數'),
  lagging_index: rounded('落後指標綜合指數'),
  lagging_index_notrend: rounded('落後指標不含趨勢指數'),
  monitoring_score: '景氣對策信號綜合分數',
  monitoring_light: column('景氣對策信號', { read: light }),
})
const exported = column('海關出口值(十億元)', amount(11))
const monitoring = part(
  dataset,
  {
    report_month: month,
    m1b: column('貨幣總計數M1B(百萬元)', amount(8)),
    stock_price_index: rounded('股價指數'),
    industrial_production_index: rounded('工業生產指數'),
    exports: exported,
  },
  {
    ignore: [
      ...['工業及服務業加班工時(小時)', '機械及電機設備進口值(十億元)', '製造業銷售量指數'],
      '批發、零售及餐飲業營業額(十億元)',
    ],
  },
)
const coincident = part(
  dataset,
  { report_month: month, exports: exported },
  {
    ignore: titlesIn(`
      工業生產指數 電力(企業)總用電量(十億度) 製造業銷售量指數 批發、零售及餐飲業營業額(十億元)
      工業及服務業加班工時(小時) 機械及電機設備進口值(十億元)
    `),
  },
)
const lagging = part(
  dataset,
  { report_month: month, unemployment_rate: rounded('失業率(%)') },
  {
    ignore: titlesIn(`
      製造業單位產出勞動成本指數 金融業隔夜拆款利率(年息百分比) 全體金融機構放款與投資(10億元)
      製造業存貨價值(千元) 五大銀行新承做放款平均利率(年息百分比) 全體金融機構放款與投資(十億元)
    `),
  },
)

/** The base year of an index stands in its title, with or without the word, and changes. */
const withoutBase = (table: Table): Table =>
  tableOf(
    '',
    table.titles.map((title) => title.replace(/\((?:Index)?\d{4}=100\)/i, '')),
    table.rows,
  )

/** The file that has all these columns: files repeat some columns of others, and their names come mangled. */
function tableWith(tables: readonly Table[], titles: readonly string[]): Table {
  const lacking = (table: Table) => titles.filter((title) => !table.titles.includes(title))
  const [nearest] = tables.toSorted((a, b) => lacking(a).length - lacking(b).length)
  const missing = nearest === undefined ? titles : lacking(nearest)
  if (missing.length > 0)
    throw changed(`no table with the columns ${titles.join(', ')}; the nearest lacks ${missing.join(', ')}`)
  return nearest!
}

/** A month may lack values of another file. */
const blank: Row = Object.fromEntries(Object.keys(dataset.columns).map((name) => [name, null]))

/**
 * The values a file has of a month, so that a later file takes the place of an earlier one only where it has a value: the
 * monitoring file and the coincident file both have the exports, and those of the first lie on straight lines in the
 * newest months, of which the second has the real ones.
 */
const valuesIn = (row: Row | undefined): Row =>
  Object.fromEntries(Object.entries(row ?? {}).filter(([, cell]) => cell !== null))

/** The number of months whose exports differ between the two files. */
function otherExports(monitored: readonly Row[], preferred: readonly Row[]): Left[] {
  const known = new Map(preferred.map((row) => [row.report_month, row.exports]))
  const others = monitored.filter((row) => {
    const other = known.get(row.report_month!) ?? null
    return row.exports !== null && other !== null && row.exports !== other
  })
  return others.length === 0 ? [] : [{ why: 'exports that the coincident file tells otherwise', rows: others.length }]
}

function parse(bytes: Uint8Array, request: FeedRequest): Outcome {
  // Two letters begin every archive; anything else is a page or a message.
  if (bytes[0] !== 0x50 || bytes[1] !== 0x4b) throw blocked('something else instead of the archive')
  const tables = unzipped(bytes).map((file) => withoutBase(csvTable(file)))
  const monitored = tableWith(tables, ['貨幣總計數M1B(百萬元)', '股價指數', '工業生產指數', '海關出口值(十億元)'])
  const others = tables.filter((table) => table !== monitored)
  const parts: readonly ParsedRows[] = [
    signals.read([tableWith(tables, ['領先指標綜合指數', '景氣對策信號綜合分數', '景氣對策信號'])], request),
    monitoring.read([monitored], request),
    coincident.read([tableWith(others, ['工業生產指數', '海關出口值(十億元)'])], request),
    lagging.read([tableWith(tables, ['失業率(%)'])], request),
  ]
  const [base, ...more] = parts as [ParsedRows, ...ParsedRows[]]
  const byMonth = more.map(({ rows }) => new Map(rows.map((row) => [row.report_month, row])))
  const rows = base.rows.map(
    (row): Row => Object.assign({}, blank, row, ...byMonth.map((known) => valuesIn(known.get(row.report_month!)))),
  )
  const all = allOf(parts)
  const [, ofMonitoring, ofCoincident] = parts as [ParsedRows, ParsedRows, ParsedRows]
  const left = [...all.left, ...otherExports(ofMonitoring.rows, ofCoincident.rows)]
  return rowsOutcome(reachingMonth({ ...all, rows, left }, 'report_month', request))
}

const host = 'ws.ndc.gov.tw'

/** The address of the archive, which is another one every month. */
function follow(bytes: Uint8Array): HttpRequest {
  const { result } = json(bytes) as { result?: { distribution?: unknown } | null }
  const resources = (Array.isArray(result?.distribution) ? result.distribution : []) as Record<string, unknown>[]
  const addresses = resources.map(({ resourceDownloadUrl }) => String(resourceDownloadUrl ?? ''))
  const found = addresses.find((address) => URL.canParse(address) && new URL(address).host === host)
  if (found === undefined) throw changed(`no address at ${host} among ${addresses.join(', ') || 'none'}`)
  const { pathname, searchParams } = new URL(found)
  return get(pathname, Object.fromEntries(searchParams))
}

/**
 * Business indicators and the lights, whole history, made anew every month; the first response has the address of the
 * archive.
 */
export const businessIndicators = ndc(
  { dataset, layouts: [signals, monitoring, coincident, lagging].flatMap(({ layouts }) => layouts) },
  {
    endpoint: 'dataset 6099',
    span: 'latest',
    since: '1982-01-01',
    request: () => get('https://data.gov.tw/api/v2/rest/dataset/6099'),
    follow,
    parse,
    recording: 'ndc/business_indicators_and_signal.csv',
  },
)
