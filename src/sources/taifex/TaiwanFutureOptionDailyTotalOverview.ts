import { TaiwanFutureOptionDailyTotalOverview } from '../../catalogue/derivatives/TaiwanFutureOptionDailyTotalOverview.ts'
import { dayOf } from '../../days.ts'
import { isUnknownCode, typeOfCode } from '../exchange/securityCodes.ts'
import { type FeedRequest, get } from '../feed.ts'
import { pageText } from '../html.ts'
import { changed, type Outcome, type Rejected, type Row, refusals, rowsOutcome } from '../outcome.ts'
import { textOf } from '../plan.ts'
import { pageTable } from './pages.ts'
import { putCallRatio } from './putCallRatio.ts'
import { taifex, taifexFile } from './response.ts'
import { chinese } from './vocabulary.ts'

const ratio = putCallRatio(chinese)

export const pcRatioDown = taifexFile(ratio, 'pcRatioDown', {
  role: 'witness',
  longest: 31,
  since: '2001-12-24',
  recording: 'taifex/pcRatioDown_nodata_20230101.csv',
})

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

/** The underlyings of today's stock products. */
export const stockLists = taifex(
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
)
