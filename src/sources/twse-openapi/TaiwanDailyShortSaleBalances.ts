import { TaiwanDailyShortSaleBalances } from '../../catalogue/chips/TaiwanDailyShortSaleBalances.ts'
import { allOf } from '../outcome.ts'
import { constant, fromRequest, part, type Reading } from '../reading.ts'
import { dayMade } from '../servedDays.ts'
import { twseOpenApi } from './response.ts'

/** Both markets stand side by side, and the shorter list is filled up with `_`. */
const isFiller = (code: string): boolean => code.trim() === '_' || code.trim() === ''

const quotas = (market: 'TWSE' | 'TPEX', prefix: string, other: string) =>
  part(
    TaiwanDailyShortSaleBalances,
    {
      stock_id: `${prefix}Code`,
      trade_date: fromRequest(dayMade),
      market: constant(market),
      sbl_short_sale_limit: `${prefix}AvailableVolume`,
    },
    { ignore: [`${other}Code`, `${other}AvailableVolume`], leave: [['fillers', `${prefix}Code`, isFiller]] },
  )

const [listed, otc] = [quotas('TWSE', 'TWSE', 'GRETAI'), quotas('TPEX', 'GRETAI', 'TWSE')]

const both: Reading = {
  ...listed,
  layouts: [...listed.layouts, ...otc.layouts],
  read(tables, request) {
    const [first, second] = [listed.read(tables, request), otc.read(tables, request)]
    return { ...allOf([first, second]), unread: first.unread }
  },
}

/** Borrowed shares that may be sold on the next day, of both markets. */
export const twt96u = twseOpenApi.rows(both, '/SBL/TWT96U', { market: null, role: 'witness', recorded: '.json' })
