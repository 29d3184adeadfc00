import { jsonBody, type Page } from '../page.ts'
import type { Sheet } from '../sheet.ts'
import { divided, places } from '../spell.ts'

/** The statistical database of the central bank: a whole history, its columns told by lists of labels. */

type Statistic = {
  readonly name: string
  readonly units: string
  /** Lists of labels, every combination of which is a column. */
  readonly labels: readonly (readonly string[])[]
  readonly select: string
  readonly rowOf: (row: Readonly<Record<string, string | null>>) => readonly string[]
}

const combinations = (labels: readonly (readonly string[])[]): string[] =>
  labels.reduce<string[]>(
    (all, next) => all.flatMap((left) => next.map((right) => (left ? `${left}/${right}` : right))),
    [''],
  )

const statistics = ({ name, units, labels, select, rowOf }: Statistic): Page => ({
  publisher: 'cbc',
  path: '/API/DataAPI/Get',
  when: { FileName: name },
  requestedDays: () => null,
  async sheets(market): Promise<readonly Sheet[]> {
    const rows = await market.rows(select)
    return [{ title: name, titles: ['期間', ...combinations(labels)], rows: rows.map(rowOf) }]
  },
  write: (sheets) => {
    const { titles, rows } = sheets.at(-1)!
    // Labels come in lists; renamed or moved columns come in one list of all labels.
    const isAsMade = titles.slice(1).join() === combinations(labels).join()
    const lists = isAsMade ? labels : [titles.slice(1)]
    const structure = Object.fromEntries(lists.map((list, at) => [`Table${at + 1}`, list.map((data) => ({ data }))]))
    return jsonBody({ meta: { filename: `${name}.px`, units }, data: { structure, dataSets: rows } })
  },
  nothing: () => jsonBody({ meta: { filename: `${name}.px`, units }, data: { structure: {}, dataSets: [] } }),
})

const none = '-'

export const cbcPages: readonly Page[] = [
  statistics({
    name: 'EG28D01',
    units: '年息百分比率',
    labels: [['重貼現率', '擔保放款融通利率']],
    select: `SELECT * FROM CentralBankRate WHERE bank_code = 'CBC' AND effective_date <= :through ORDER BY effective_date`,
    rowOf: (row) => [row.effective_date!.replaceAll('-', '/'), places(row.interest_rate!, 3), none],
  }),
  statistics({
    name: 'EF15M01',
    units: '新台幣百萬元,%',
    labels: [['貨幣機構以外各部門持有通貨'], ['原始值', '年增率']],
    select: `SELECT * FROM CurrencyCirculation WHERE country = 'TW' AND report_month <= :through ORDER BY report_month`,
    rowOf: (row) => [
      `${row.report_month!.slice(0, 4)}M${row.report_month!.slice(5, 7)}`,
      divided(row.amount!, 6),
      row.yoy_percent ?? none,
    ],
  }),
  statistics({
    name: 'BP01D01',
    units: '',
    labels: [['新台幣NTD/USD', '日圓JPY/USD']],
    select: `SELECT trade_date, ((spot_buy + spot_sell) / 2)::DECIMAL(18, 3) AS rate FROM ExchangeRate
      WHERE currency = 'USD' AND trade_date <= :through ORDER BY trade_date`,
    rowOf: (row) => [row.trade_date!.replaceAll('-', ''), row.rate!, none],
  }),
]
