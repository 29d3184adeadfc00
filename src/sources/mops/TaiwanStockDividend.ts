import { TaiwanStockDividend } from '../../catalogue/fundamentals/TaiwanStockDividend.ts'
import { gregorian, timeFrom } from '../dates.ts'
import { type Feed, type FeedRequest, post } from '../feed.ts'
import { htmlTables, pageText } from '../html.ts'
import { blocked, changed, type Outcome, rowsOutcome } from '../outcome.ts'
import { column, lacking, rounded, whole } from '../reading.ts'
import { none, reasonIfEmpty, within } from '../servedDays.ts'
import { type Table, tableOf } from '../tables.ts'
import { plainText, titleOf, titlesIn } from '../text.ts'
import { boards, monthIn, mops, republic } from './response.ts'

/** `113年度`, `113年前半年度`, `113年第3季`; some announcements are about no period at all. */
const yearOf = (text: string): number | null => {
  const [, year] = /(\d{2,4})\s*年/.exec(text.normalize('NFKC')) ?? []
  return year === undefined ? null : gregorian(year)
}
const quarterOf = (text: string): number | null =>
  Number(/第\s*([1-4])\s*季/.exec(text.normalize('NFKC'))?.[1] ?? 0) || null

const period = { also: ['股利所屬年度', '股利所屬年(季)度'], blank: '' } as const
const unknownTime = '00:00:00'

/** Columns came and went over the years: shares entitled since 2019, preferred shares later, bonuses until 2015. */
const announcements = whole(
  TaiwanStockDividend,
  {
    stock_id: '公司代號',
    announce_date: '公告日期',
    announce_time: column('公告時間', { read: (text) => (text.trim() === '' ? unknownTime : timeFrom(text)) }),
    stock_name: '公司名稱',
    dividend_period: column('股利所屬期間', period),
    fiscal_year: column('股利所屬期間', { ...period, read: yearOf, blank: null }),
    fiscal_quarter: column('股利所屬期間', { ...period, read: quarterOf, blank: null }),
    record_date: '權利分派基準日',
    stock_earnings_distribution: rounded('盈餘轉增資配股(元/股)'),
    stock_statutory_surplus: rounded('法定盈餘公積、資本公積轉增資配股(元/股)'),
    stock_ex_date: '除權交易日',
    cash_earnings_distribution: rounded('盈餘分配之股東現金股利(元/股)'),
    cash_statutory_surplus: rounded('法定盈餘公積、資本公積發放之現金(元/股)'),
    cash_preferred_dividend: column('特別股配發現金股利(元/股)', { since: '2020-01-01', rounds: true }),
    cash_ex_date: '除息交易日',
    cash_payment_date: '現金股利發放日',
    capital_increase_shares: '現金增資總股數(股)',
    capital_increase_ratio: rounded('現金增資認股比率(%)'),
    capital_increase_price: rounded('現金增資認購價(元/股)'),
    participating_shares: column('參加分派總股數(股)', { also: ['參加分派總股數'], since: '2019-01-01' }),
    par_value: '普通股每股面額',
    ...lacking('employee_stock_bonus_shares', 'employee_cash_bonus', 'directors_remuneration'),
  },
  {
    ignore: titlesIn(`
      員工紅利總股數(股) 員工紅利總金額(元) 員工現金紅利總金額(元) 董監酬勞(元) 員工配股率
      員工紅利配股佔盈餘配股總股數之比例(%) 配股總股數佔盈餘配股總股數之比例(%)
    `),
  },
)

/** Titles stand in two rows: those of several columns have theirs below them. Both rows come again and again. */
function tableIn(page: string): Table | null {
  for (const { rows, isWhole } of htmlTables(page)) {
    const [upper, lower] = rows
    if (titleOf(upper?.cells[0] ?? '') !== '公司代號') continue
    if (!isWhole) throw blocked('the page breaks off inside the table')
    const below = [...(lower?.cells ?? [])]
    const titles = upper!.cells.flatMap((cell, at) => {
      const span = upper!.spans[at]!
      return span === 1 ? [cell] : below.splice(0, span)
    })
    const isTitles = (cells: readonly string[]) =>
      titleOf(cells[0] ?? '') === '公司代號' || cells.map(titleOf).join() === lower!.cells.map(titleOf).join()
    return tableOf(
      '',
      titles,
      rows.map(({ cells }) => cells).filter((cells) => cells.length > 0 && !isTitles(cells)),
    )
  }
  return null
}

function parse(bytes: Uint8Array, request: FeedRequest): Outcome {
  const page = pageText(bytes)
  const table = tableIn(page)
  if (table === null) {
    if (/查(?:詢)?無(?:所需|符合)?.{0,6}資料|無符合條件/.test(page)) return none('查無資料')
    throw changed(`no table with the columns 公司代號; the page: ${plainText(page).slice(0, 80)}`)
  }
  return reasonIfEmpty(
    rowsOutcome(within(announcements.read([table], request), 'announce_date', request)),
    'a table without rows',
  )
}

/** Announcements of listed and OTC companies in a month. */
export const t108sb27: readonly Feed[] = boards
  .filter(({ market }) => market !== 'ESB')
  .map(({ market, code }) =>
    mops(market)(announcements, {
      endpoint: `t108sb27_${code}`,
      span: 'month',
      since: '2005-05-01',
      request: (request) =>
        post('/mops/web/ajax_t108sb27', {
          ...{ encodeURIComponent: '1', step: '1', firstin: '1', off: '1', TYPEK: code },
          year: String(republic(request.from)),
          month: String(monthIn(request)).padStart(2, '0'),
          ...{ co_id_1: '', co_id_2: '', b_date: '', e_date: '', type: '' },
        }),
      parse,
    }),
  )
