import { TaiwanFutureOptionDailyTotalOverview } from '../../catalogue/derivatives/TaiwanFutureOptionDailyTotalOverview.ts'
import { dayOf } from '../../days.ts'
import { isUnknownCode, knownCodes, typeOfCode } from '../exchange/securityCodes.ts'
import { type FeedRequest, get } from '../feed.ts'
import { pageText } from '../html.ts'
import { scaled } from '../numbers.ts'
import { changed, type Outcome, type Rejected, type Row, refusals, rowsOutcome } from '../outcome.ts'
import { textOf } from '../plan.ts'
import { column, constant, fromRequest, inOpenApi, type Named, onSite, part, type Reading } from '../reading.ts'
import { asMade, ofTheDay, taifexList } from './openApi.ts'
import { pageTable } from './pages.ts'
import { ofStem } from './products.ts'
import { taifex, taifexFile } from './response.ts'

/** The ratios are percentages with two places there, plain ratios with four here: the same digits. */
const ratio = { read: (text: string) => scaled(text, 2) } as const

/** The put/call ratio of the index options, which the totals computed here must agree with. */
const putCallRatio = (named: Named): Reading =>
  part(TaiwanFutureOptionDailyTotalOverview, {
    trade_date: named('日期', 'Date'),
    product_id: constant('TXO'),
    put_volume: named('賣權成交量', 'PutVolume'),
    call_volume: named('買權成交量', 'CallVolume'),
    put_open_interest: named('賣權未平倉量', 'PutOI'),
    call_open_interest: named('買權未平倉量', 'CallOI'),
    put_call_volume_ratio: named('買賣權成交量比率%', 'PutCallVolumeRatio%', ratio),
    put_call_oi_ratio: named('買賣權未平倉量比率%', 'PutCallOIRatio%', ratio),
  })

/** Funds are recognised by their codes: the class is blank for some. */
const classOf = (text: string): string | undefined => {
  const type = typeOfCode(text)
  return type === 'etf' || type === 'stock' ? type : undefined
}

const underlyingList = (type: 'futures' | 'option') =>
  part(
    TaiwanFutureOptionDailyTotalOverview,
    {
      trade_date: fromRequest(({ to }) => dayOf(to)),
      product_id: column('Contract', { read: ofStem(type === 'futures' ? 'F' : 'O') }),
      product_type: constant(type),
      product_category: column('StockCode', { read: classOf }),
      underlying_stock_id: 'StockCode',
    },
    { ignore: ['UnderlyingStock', 'StockName', 'Type'], refuse: knownCodes('StockCode') },
  )

const titles = [
  '股票期貨、選擇權商品代碼',
  '證券代號',
  '是否為股票期貨標的',
  '是否為股票選擇權標的',
  '上市ETF標的證券',
  '上櫃ETF標的證券',
] as const
const known = new Set<string>([
  ...titles,
  '標的證券',
  '標的證券簡稱',
  '上市普通股標的證券',
  '上櫃普通股標的證券',
  '標準型證券股數',
])

const isMarked = (text: string): boolean => /[●◎]/.test(text)

/** Stems of stocks and funds, each with a mark for the products that exist on it. */
function underlyings(bytes: Uint8Array, { to }: FeedRequest): Outcome {
  const table = pageTable(pageText(bytes), titles)
  const places = titles.map((title) => table.titles.indexOf(title)) as [number, number, number, number, number, number]
  const rejected: Rejected[] = []
  const totals: (readonly [futures: number, options: number])[] = []
  const rows = table.rows.flatMap((row): Row[] => {
    const cells = row.map(textOf)
    const [stem, stock, futures, options, listed, otc] = places.map((place) => cells[place]!.trim()) as [
      ...[string, string, string, string, string, string],
    ]
    if (cells.some((cell) => cell.includes('標的合計數'))) {
      totals.push([Number(futures), Number(options)])
      return []
    }
    if (isUnknownCode(stock)) {
      rejected.push({ column: '證券代號', why: refusals.unknown_code, cells, refusedBy: 'unknown_code' })
      return []
    }
    if (!/^[A-Z]{2}$/.test(stem) || typeOfCode(stock) === undefined) {
      rejected.push({ column: 'product_id', why: 'cannot be read', cells })
      return []
    }
    const shared = {
      trade_date: dayOf(to),
      product_category: isMarked(listed) || isMarked(otc) ? 'etf' : 'stock',
      underlying_stock_id: stock,
    }
    return [
      ...(isMarked(futures) ? [{ ...shared, product_id: `${stem}F`, product_type: 'futures' }] : []),
      ...(isMarked(options) ? [{ ...shared, product_id: `${stem}O`, product_type: 'option' }] : []),
    ]
  })
  if (rows.length + rejected.length === 0) throw changed('a list of stock products that holds none')
  const count = (type: string) => rows.filter((row) => row.product_type === type).length
  for (const [futures, options] of totals)
    if (futures !== count('futures') || options !== count('option'))
      throw changed(
        `the page counts ${futures} and ${options} products and holds ${count('futures')} and ${count('option')}`,
      )
  return rowsOutcome({ rows, rejected, left: [], unread: table.titles.filter((title) => !known.has(title)) })
}

const witness = { role: 'witness', recorded: '.json' } as const

export const productTotals = [
  // The underlyings of today's stock products: the computed totals must agree.
  taifexList(underlyingList('futures'), 'SSFLists', asMade, witness),
  taifexList(underlyingList('option'), 'SSOLists', asMade, { role: 'witness' }),
  // The last month of days, and any days.
  taifexList(putCallRatio(inOpenApi), 'PutCallRatio', ofTheDay, witness),
  taifexFile(putCallRatio(onSite), 'pcRatioDown', {
    role: 'witness',
    longest: 31,
    since: '2001-12-24',
    recording: 'taifex/pcRatioDown_nodata_20230101.csv',
  }),
  taifex(
    {
      dataset: TaiwanFutureOptionDailyTotalOverview,
      fills: ['trade_date', 'product_id', 'product_type', 'product_category', 'underlying_stock_id'],
    },
    {
      endpoint: 'stockLists',
      role: 'witness',
      span: 'latest',
      request: () => get('/cht/2/stockLists'),
      parse: underlyings,
      recording: 'taifex/stockLists_2024.html',
    },
  ),
]
