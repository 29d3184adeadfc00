import { CurrencyCirculation } from '../../catalogue/other/CurrencyCirculation.ts'
import { monthFrom } from '../dates.ts'
import { notYet, rowsOutcome } from '../outcome.ts'
import { column, constant, millions, whole } from '../reading.ts'
import { reachingMonth } from '../servedDays.ts'
import { cbc, file, inUnits, period, statistics } from './response.ts'

const name = 'EF15M01'
const held = '貨幣機構以外各部門持有通貨'
const [amount, growth] = [`${held}/原始值`, `${held}/年增率`]

const months = whole(CurrencyCirculation, {
  country: constant('TW'),
  report_month: column(period, { read: monthFrom }),
  currency: constant('TWD'),
  amount: millions(amount),
  yoy_percent: growth,
  basis: constant('daily_average'),
})

/** Currency outside banks, averages of the days of a month. */
export const ef15m01 = cbc(months, {
  endpoint: name,
  choice: 'beside',
  span: 'latest',
  since: '1987-05-01',
  request: file(name),
  parse(bytes, request) {
    const table = statistics(bytes, name, [amount, growth])
    inUnits(bytes, '百萬元')
    if (table.rows.length === 0) throw notYet('no months')
    return rowsOutcome(reachingMonth(months.read([table], request), 'report_month', request))
  },
})
