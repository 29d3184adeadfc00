import { TaiwanStockShareholding } from '../../src/catalogue/chips/TaiwanStockShareholding.ts'
import { isinFeeds } from '../../src/sources/isin/index.ts'
import { t108sb27 } from '../../src/sources/mops/TaiwanStockDividend.ts'
import { t21sc03 } from '../../src/sources/mops/TaiwanStockMonthRevenue.ts'
import { t13sa150 } from '../../src/sources/mops/TaiwanStockShareholding.ts'
import { tdccFeeds } from '../../src/sources/tdcc/index.ts'
import { feedsIn } from '../support/feeds/fixture.ts'
import { csvBody } from './csv.ts'
import { type Dialect, feedPages, type PageOptions } from './feedPages.ts'
import { cellsOf, htmlPage, htmlTable, twoRowTable } from './html.ts'
import type { Part } from './layouts.ts'
import type { Page } from './page.ts'
import { listedNow, rowsOf } from './select.ts'
import type { Sheet } from './sheet.ts'
import { divided, grouped, roc } from './spell.ts'

/** Registries and filings: pages in Big5, and files. */

const slashed = (day: string): string => day.replaceAll('-', '/')
const bigFive = (body: string) =>
  ({ body: htmlPage(body), encoding: 'big5', type: 'text/html; charset=MS950' }) as const

/** The ISIN registry: what is listed. */
const registry: Dialect = {
  spelling: { date: slashed, grouped: false, none: '' },
  write: (sheets) => bigFive(`<table align=center><h2>證券編碼</h2></table>${htmlTable(sheets.at(-1)!)}`),
  nothing: () => bigFive('查無資料'),
}
const kinds: Readonly<Record<string, string>> = {
  ...{ warrant: '上市認購(售)權證', etf: 'ETF', etn: 'ETN', preferred: '特別股', tdr: '臺灣存託憑證(TDR)' },
  reit: '受益證券-不動產投資信託',
}
const words: Readonly<Record<string, string>> = { TWSE: '上市', TPEX: '上櫃', ESB: '興櫃' }
const security: Part['cells'] = {
  market: (_, row) => words[row.market!]!,
  security_type: (value) => kinds[value!] ?? '股票',
}
const registered = (where: string): PageOptions => ({
  select: `SELECT * FROM TaiwanStockOverviewIncludeWarrant WHERE ${where} AND ${listedNow} ORDER BY stock_id, issue_key`,
  cells: security,
})

const registryPages = feedPages(isinFeeds, registry, {
  class_main_1: registered(`market = 'TWSE'`),
  class_main_2: registered(`market = 'TPEX'`),
  // Code and name share a cell; the kind of security stands in a heading between the rows.
  C_public_5: {
    ...registered(`market = 'ESB'`),
    cells: { ...security, stock_id: (value, row) => `${value}　${row.stock_name}` },
    write: (sheets) =>
      bigFive(htmlTable(sheets.at(-1)!).replace('</tr>', '</tr>\n<tr><td colspan=7 ><B> 股票 <B> </td></tr>')),
  },
  class_main_7: {
    select:
      'SELECT DISTINCT contract_code, contract_name, product_type FROM TaiwanFutureOptionTickRealtime ORDER BY contract_code',
    cells: { product_type: (value) => (value === 'futures' ? '期貨' : '選擇權') },
  },
})

/** The depository. An adjustment comes without its sign and without holders. */
const depositoryPages = feedPages(
  tdccFeeds,
  {
    spelling: { date: (day) => day.replaceAll('-', ''), grouped: false, none: '' },
    write: (sheets) => csvBody(sheets.at(-1)!, { bom: true }),
    nothing: () => ({ body: '\ufeff\r\n', type: 'text/csv' }),
  },
  {
    'getOD-1-5': {
      select: `SELECT * REPLACE (abs(shares) AS shares, abs(percent) AS percent) FROM TaiwanStockHoldingSharesPer
        WHERE record_date = (SELECT max(record_date) FROM TaiwanStockHoldingSharesPer WHERE record_date <= :through)
        ORDER BY stock_id, level`,
      cells: { level: (value) => value!, people: (value, row) => [row.level!, value ?? '0'] },
    },
  },
)

/** Series between two days. A file without observations has its titles. */
const seriesPages = feedPages(
  feedsIn('fred'),
  {
    spelling: { date: String, grouped: false, none: '.' },
    write: (sheets) => csvBody(sheets.at(-1)!),
    nothing: () => ({ body: '', type: 'text/csv' }),
  },
  Object.fromEntries(
    feedsIn('fred').map(({ endpoint }) => [
      endpoint,
      { mayBeEmpty: true, cells: { amount: (value) => divided(value!, 9) } } satisfies PageOptions,
    ]),
  ),
)

/** Filings of companies a month at a time, and who holds OTC shares from abroad. */
const filings: Dialect = {
  spelling: { date: roc, grouped: true, none: '' },
  write: (sheets) => ({ body: htmlPage(twoRowTable(sheets.at(-1)!)), type: 'text/html' }),
  nothing: () => ({ body: htmlPage('<center><h3>查無資料</h3></center>'), type: 'text/html' }),
}

/** A table for each industry, with a row of totals; a title below a wide one is told by it, `營業收入-當月營收`. */
function industryTable(name: string, { titles, rows }: Sheet, hidden: readonly string[]): string {
  const shown = titles.flatMap((title, at) => (hidden.includes(title) ? [] : [{ title, at }]))
  const groups = [...Map.groupBy(shown, ({ title }) => (title.includes('-') ? title.split('-')[0]! : ''))]
    .toSorted(([a], [b]) => Number(a === '') - Number(b === ''))
    .toReversed()
  const last = shown.filter(({ title }) => title === '備註')
  const columns = groups.map(([group, own]) => [group, own.filter((one) => !last.includes(one))] as const)
  const ordered = [...columns.flatMap(([, own]) => own), ...last]
  const upper = columns.map(([group, own]) => `<th colspan=${own.length}>${group || '&nbsp;'}</th>`).join('')
  const lower = columns.flatMap(([, own]) => own.map(({ title }) => title.split('-').at(-1)!))
  const revenue = ordered.findIndex(({ title }) => title.endsWith('-當月營收'))
  const cells = rows.map((row) => ordered.map(({ at }) => row[at]!))
  const sum = cells.reduce((all, row) => all + BigInt(row[revenue]!.replaceAll(',', '')), 0n)
  const total = ordered.slice(2).map((_, at) => (at + 2 === revenue ? grouped(String(sum)) : '0'))
  return `<table><tr><th>產業別：${name}</th><th>單位：千元</th></tr><tr><td colspan=2><table>
    <tr>${upper}${last.map(({ title }) => `<th rowspan=2>${title}</th>`).join('')}</tr><tr>${cellsOf('th', lower)}</tr>
    ${cells.map((row) => `<tr>${cellsOf('td', row)}</tr>`).join('\n')}
    <tr><th colspan=2>合計</th>${cellsOf('td', total)}</tr></table></td></tr></table>`
}

const revenues = (endpoint: string): PageOptions => {
  const [, code, group] = /_(\w+)_(\d)$/.exec(endpoint)!
  const market = { sii: 'TWSE', otc: 'TPEX', rotc: 'ESB' }[code!]!
  const heading = (day: string): string =>
    `<b>${words[market]}公司${Number(day.slice(0, 4)) - 1911}年${Number(day.slice(5, 7))}月份(累計與當月)營業收入統計表</b>`
  return {
    select: `SELECT * FROM TaiwanStockMonthRevenue
      WHERE market = '${market}' AND report_month BETWEEN :from AND :to AND first_seen_date <= :through
        AND (stock_name LIKE '%-KY%') = ${group === '1'} ORDER BY industry_category, stock_id`,
    write(sheets, { days: { from } }) {
      const sheet = sheets.at(-1)!
      const industry = sheet.titles.indexOf('產業別')
      // The month and the industry stand above the tables, and no day of the list.
      const hidden = ['資料年月', '產業別', '出表日期']
      const tables = [...Map.groupBy(sheet.rows, (row) => row[industry]!)].map(([name, rows]) =>
        industryTable(name, { ...sheet, rows }, hidden),
      )
      return bigFive(`<center>${heading(from)}<table><tr><td>${tables.join('\n')}</td></tr></table>`)
    },
    nothing: ({ days }) => bigFive(`<center>${heading(days!.from)}<br>查無資料`),
  }
}

const filingPages = feedPages([...t21sc03, ...t108sb27, t13sa150], filings, {
  ...Object.fromEntries(t21sc03.map(({ endpoint }) => [endpoint, revenues(endpoint)])),
  ...Object.fromEntries(
    t108sb27.map(({ endpoint, market }): [string, PageOptions] => [
      endpoint,
      {
        select: `SELECT d.* FROM TaiwanStockDividend d JOIN TaiwanStockOverview o USING (stock_id)
          WHERE o.market = '${market}' AND announce_date BETWEEN :from AND :to ORDER BY announce_date, stock_id`,
        cells: { announce_time: (value) => value! },
      },
    ]),
  ),
  t13sa150_otc: {
    select: rowsOf(TaiwanStockShareholding, 'TPEX'),
    write(sheets, { days: { from } }) {
      const { titles, rows } = sheets.at(-1)!
      const head = `<tr><th colspan=${titles.length}>${roc(from)}　外資及陸資投資持股統計</th></tr>`
      const body = rows.map((cells) => `<tr>${cellsOf('td', cells)}</tr>`).join('\n')
      return bigFive(`<table border=1>${head}<tr>${cellsOf('th', titles)}</tr>\n${body}</table>`)
    },
    nothing: () => bigFive('查無所需資料'),
  },
})

export const registryAndFilingPages: readonly Page[] = [
  ...registryPages,
  ...depositoryPages,
  ...seriesPages,
  ...filingPages,
]
