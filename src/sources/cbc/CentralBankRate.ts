import { CentralBankRate } from '../../catalogue/other/CentralBankRate.ts'
import { leftOut, notYet, type Row, rowsOutcome } from '../outcome.ts'
import { column, constant, part } from '../reading.ts'
import { cbc, file, period, statistics } from './response.ts'

const name = 'EG28D01'
const titles = ['重貼現率', '重貼現', 'Discount'] as const

const adjustments = part(CentralBankRate, {
  bank_code: constant('CBC'),
  effective_date: period,
  bank_name: constant('Central Bank of the Republic of China (Taiwan)'),
  country_code: constant('TW'),
  interest_rate: column(titles[0], { also: titles.slice(1) }),
  rate_name: constant('CBC discount rate'),
})

/** A row for each day on which the bank adjusted one of its rates; those that leave this one alone are no changes. */
export const eg28d01 = cbc(
  { dataset: CentralBankRate, fills: [...adjustments.fills, 'change_bp'] },
  {
    endpoint: name,
    choice: 'beside',
    span: 'latest',
    since: '1989-04-01',
    request: file(name),
    parse(bytes, request) {
      const table = statistics(bytes, name, titles)
      if (table.rows.length === 0) throw notYet('no adjustments')
      const parsed = adjustments.read([table], request)
      const sorted = parsed.rows.toSorted((a, b) => (a.effective_date as number) - (b.effective_date as number))
      const rows: Row[] = []
      for (const row of sorted) {
        const before = rows.at(-1)
        if (before === undefined) rows.push({ ...row, change_bp: null })
        else if (before.interest_rate !== row.interest_rate)
          rows.push({ ...row, change_bp: (row.interest_rate as number) - (before.interest_rate as number) })
      }
      const others = leftOut('adjustments of other rates', sorted.length - rows.length)
      return rowsOutcome({ ...parsed, rows, left: [...parsed.left, ...others] })
    },
  },
)
