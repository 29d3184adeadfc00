import { ExchangeRate } from '../../catalogue/other/ExchangeRate.ts'
import { leftOut, notYet, rowsOutcome } from '../outcome.ts'
import { column, constant, part } from '../reading.ts'
import { reachingDay } from '../servedDays.ts'
import { cbc, file, period, statistics } from './response.ts'

const name = 'BP01D01'
const titles = ['新台幣', '新臺幣', 'NTD/USD', '新台幣NTD/USD', '新臺幣NTD/USD'] as const

const closes = part(ExchangeRate, {
  currency: constant('USD'),
  trade_date: period,
  spot_sell: column(titles[0], { also: titles.slice(1), rounds: true }),
})

/** Half a TWD either way: enough to detect a wrong day, column or currency. */
const farApart = { spot_sell: 1_000_000 } as const

/** The interbank close, to compare with the bank's quotes. */
export const bp01d01 = cbc(closes, {
  endpoint: name,
  role: 'witness',
  nearest: farApart,
  span: 'latest',
  request: file(name),
  parse(bytes, request) {
    const table = statistics(bytes, name, titles)
    if (table.rows.length === 0) throw notYet('no days')
    const parsed = closes.read([table], request)
    const rows = parsed.rows.filter((row) => row.spot_sell !== null)
    const left = [...parsed.left, ...leftOut('days without a rate', parsed.rows.length - rows.length)]
    return rowsOutcome(reachingDay({ ...parsed, rows, left }, 'trade_date', request))
  },
})
