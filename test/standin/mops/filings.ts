import { TaiwanStockShareholding } from '../../../src/catalogue/chips/TaiwanStockShareholding.ts'
import { TaiwanStockDividend } from '../../../src/catalogue/fundamentals/TaiwanStockDividend.ts'
import { TaiwanStockFinancialStatement } from '../../../src/catalogue/fundamentals/TaiwanStockFinancialStatement.ts'
import { TaiwanStockMonthRevenue } from '../../../src/catalogue/fundamentals/TaiwanStockMonthRevenue.ts'
import { htmlPage } from '../html.ts'
import { list } from '../openApi.ts'
import type { Page, ReceivedRequest } from '../page.ts'
import { rowsOf } from '../select.ts'
import { type Printer, printer, type Sheet, type Spelling } from '../sheet.ts'
import { grouped, lastOfMonth, roc } from '../spell.ts'
import { templated } from '../template.ts'

/** Filings of companies a month at a time, and who holds OTC shares from abroad. */

const hand: Spelling = { date: roc, grouped: true, none: '' }
const boards = { sii: ['TWSE', '上市'], otc: ['TPEX', '上櫃'], rotc: ['ESB', '興櫃'] } as const
const nothing = () => ({ body: htmlPage('<center><h3>查無資料</h3></center>'), type: 'text/html' })
const cellsOf = (tag: 'td' | 'th', cells: readonly string[]): string =>
  cells.map((cell) => `<${tag}>${cell === '' ? '&nbsp;' : cell}</${tag}>`).join('')

/** A table for each industry, with two rows of titles and a row of totals. */
const revenues = (market: string, isForeign: boolean): Printer =>
  printer(
    TaiwanStockMonthRevenue,
    '',
    `SELECT *, coalesce(note, '-') AS remark FROM TaiwanStockMonthRevenue
     WHERE market = '${market}' AND report_month BETWEEN :from AND :to AND first_seen_date <= :through
       AND (stock_name LIKE '%-KY%') = ${isForeign} ORDER BY industry_category, stock_id`,
    `公司<br>代號 stock_id
     公司名稱 stock_name
     當月營收 revenue/thousands
     上月營收 revenue_last_month/thousands
     去年當月營收 revenue_last_year/thousands
     上月比較<br>增減(%) mom_percent
     去年同月<br>增減(%) yoy_percent
     當月累計營收 revenue_ytd/thousands
     去年累計營收 revenue_ytd_last_year/thousands
     前期比較<br>增減(%) ytd_yoy_percent
     備註 remark
     產業別 industry_category`,
  )

function industryTable(name: string, titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const upper = `<tr><th colspan=2>&nbsp;</th><th colspan=5>營業收入</th><th colspan=3>累計營業收入</th><th rowspan=2>${titles[10]}</th></tr>`
  const lower = `<tr>${cellsOf('th', titles.slice(0, 10))}</tr>`
  const sum = rows.reduce((all, cells) => all + BigInt(cells[2]!.replaceAll(',', '')), 0n)
  const total = `<tr><th colspan=2>合計</th>${cellsOf('td', [grouped(String(sum)), '0', '0', '0', '0', '0', '0', '0', ''])}</tr>`
  const body = rows.map((cells) => `<tr>${cellsOf('td', cells.slice(0, 11))}</tr>`).join('\n')
  return `<table><tr><th>產業別：${name}</th><th>單位：千元</th></tr><tr><td colspan=2><table>${upper}${lower}\n${body}\n${total}</table></td></tr></table>`
}

const revenuePage = (code: keyof typeof boards, isForeign: boolean): Page => {
  const [market, word] = boards[code]
  const made = revenues(market, isForeign)
  const heading = (month: string): string =>
    `<b>${word}公司${Number(month.slice(0, 4)) - 1911}年${Number(month.slice(5, 7))}月份(累計與當月)營業收入統計表</b>`
  const monthOf = ({ path }: ReceivedRequest): string => {
    const [, year, month] = /_(\d+)_(\d+)_[01]\.html$/.exec(path)!
    return `${Number(year) + 1911}-${month!.padStart(2, '0')}`
  }
  return {
    publisher: 'mops',
    path: new RegExp(`^/nas/t21/${code}/t21sc03_\\d+_\\d+_${isForeign ? 1 : 0}\\.html$`),
    asked: (question) => ({ from: `${monthOf(question)}-01`, to: lastOfMonth(monthOf(question)) }),
    sheets: async (database, days) => [await made.print(database, days, hand)],
    write: (sheets, { from }) => {
      const { titles, rows } = sheets.at(-1)!
      const industries = Map.groupBy(rows, (cells) => cells[11]!)
      const tables = [...industries].map(([name, companies]) => industryTable(name, titles, companies))
      const body = `<center>${heading(from)}<table><tr><td>${tables.join('\n')}</td></tr></table>`
      return { body: htmlPage(body), encoding: 'big5', type: 'text/html' }
    },
    nothing: (question) => ({
      body: htmlPage(`<center>${heading(monthOf(question))}<br>查無資料`),
      encoding: 'big5',
      type: 'text/html',
    }),
  }
}

/** Titles stand in two rows: those of several columns have theirs below them. */
const dividendGroups = [
  ['', 4],
  ['股票股利', 3],
  ['現金股利', 5],
  ['', 7],
] as const
const dividends = (market: string): Printer =>
  printer(
    TaiwanStockDividend,
    '',
    `SELECT d.* FROM TaiwanStockDividend d JOIN TaiwanStockOverview o USING (stock_id)
     WHERE o.market = '${market}' AND announce_date BETWEEN :from AND :to ORDER BY announce_date, stock_id`,
    `公司代號 stock_id
     公司名稱 stock_name
     股利所屬期間 dividend_period
     權利分派基準日 record_date
     盈餘轉增資配股(元/股) stock_earnings_distribution/bare
     法定盈餘公積、資本公積轉增資配股(元/股) stock_statutory_surplus/bare
     除權交易日 stock_ex_date
     盈餘分配之股東現金股利(元/股) cash_earnings_distribution/bare
     法定盈餘公積、資本公積發放之現金(元/股) cash_statutory_surplus/bare
     特別股配發現金股利(元/股) cash_preferred_dividend/bare
     除息交易日 cash_ex_date
     現金股利發放日 cash_payment_date
     現金增資總股數(股) capital_increase_shares
     現金增資認股比率(%) capital_increase_ratio/bare
     現金增資認購價(元/股) capital_increase_price/bare
     參加分派總股數(股) participating_shares
     公告日期 announce_date
     公告時間 announce_time
     普通股每股面額 par_value`,
    { groups: dividendGroups },
  )

function twoRowTable({ titles, rows, groups = [] }: Sheet): string {
  const [upper, lower]: string[][] = [[], []]
  let at = 0
  for (const [title, span] of groups) {
    const own = titles.slice(at, at + span)
    if (title === '') upper!.push(...own.map((one) => `<th rowspan=2>${one}</th>`))
    else {
      upper!.push(`<th colspan=${span}>${title}</th>`)
      lower!.push(...own.map((one) => `<th>${one}</th>`))
    }
    at += span
  }
  const body = rows.map((cells) => `<tr>${cellsOf('td', cells)}</tr>`).join('\n')
  return `<table class='hasBorder'><tr>${upper!.join('')}</tr>\n<tr>${lower!.join('')}</tr>\n${body}</table>`
}

const dividendPage = (code: 'sii' | 'otc'): Page => {
  const made = dividends(boards[code][0])
  return {
    publisher: 'mops',
    path: '/mops/web/ajax_t108sb27',
    when: { TYPEK: code },
    asked: ({ fields }) => {
      const month = `${Number(fields.year) + 1911}-${fields.month!.padStart(2, '0')}`
      return { from: `${month}-01`, to: lastOfMonth(month) }
    },
    sheets: async (market, days) => [await made.print(market, days, hand)],
    write: (sheets) => ({ body: htmlPage(twoRowTable(sheets.at(-1)!)), type: 'text/html' }),
    nothing,
  }
}

const holdings = printer(
  TaiwanStockShareholding,
  '',
  rowsOf(TaiwanStockShareholding, 'TPEX'),
  `證券<br>代號 stock_id
   證券<br>名稱 stock_name
   發行<br>股數 issued_shares
   外資及陸資尚<br>可投資股數 foreign_available_shares
   全體外資及陸<br>資持有股數 foreign_shares
   外資及陸資尚<br>可投資比率 foreign_available_ratio
   全體外資及陸<br>資持股比率 foreign_shareholding_ratio
   外資及陸資共<br>用法令投資上<br>限比率 foreign_limit_ratio
   陸資法令投資<br>上限比率 mainland_limit_ratio
   與前日異動原<br>因(註) change_reason
   最近一次上櫃<br>公司申報外資<br>持股異動日期 last_report_date`,
)
const holdingPage: Page = {
  publisher: 'mops',
  path: '/server-java/t13sa150_otc',
  asked: ({ fields }) => {
    const day = `${fields.years}-${fields.months}-${fields.days}`
    return { from: day, to: day }
  },
  sheets: async (market, days) => [await holdings.print(market, days, hand)],
  write: (sheets, { from }) => {
    const { titles, rows } = sheets.at(-1)!
    const head = `<tr><th colspan=${titles.length}>${roc(from)}　外資及陸資投資持股統計</th></tr>`
    const body = rows.map((cells) => `<tr>${cellsOf('td', cells)}</tr>`).join('\n')
    return {
      body: htmlPage(`<table border=1>${head}<tr>${cellsOf('th', titles)}</tr>\n${body}</table>`),
      encoding: 'big5',
      type: 'text/html',
    }
  },
  nothing: () => ({ body: htmlPage('查無所需資料'), encoding: 'big5', type: 'text/html' }),
}

/** Earnings a share of the newest quarter, which the income of the year so far must agree with. */
const earnings = list(
  'twseOpenApi',
  '/opendata/t187ap14_L',
  templated(
    TaiwanStockFinancialStatement,
    'twse-openapi/fixtures/TaiwanStockFinancialStatement.t187ap14_L.json',
    `SELECT stock_id, any_value(o.stock_name) AS stock_name, fiscal_year - 1911 AS year, max(fiscal_quarter) AS season,
       sum(value) AS eps, :through AS made
     FROM TaiwanStockFinancialStatement JOIN TaiwanStockOverview o USING (stock_id)
     WHERE type = 'EPS' AND period = 'quarterly' AND announce_date <= :through AND o.market = 'TWSE' AND fiscal_year = (
       SELECT max(fiscal_year) FROM TaiwanStockFinancialStatement WHERE announce_date <= :through)
     GROUP BY stock_id, fiscal_year ORDER BY stock_id`,
    `出表日期 made/rocBare
     年度 year
     季別 season
     公司代號 stock_id
     公司名稱 stock_name
     基本每股盈餘(元) eps/two`,
  ),
)

export const filingPages: readonly Page[] = [
  ...(['sii', 'otc', 'rotc'] as const).flatMap((code) => [revenuePage(code, false), revenuePage(code, true)]),
  dividendPage('sii'),
  dividendPage('otc'),
  holdingPage,
  earnings,
]
