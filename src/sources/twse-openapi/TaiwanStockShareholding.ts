import { TaiwanStockShareholding } from '../../catalogue/chips/TaiwanStockShareholding.ts'
import { constant, fromRequest, part } from '../reading.ts'
import { dayMade } from '../servedDays.ts'
import { twseOpenApi } from './response.ts'

const largest = part(
  TaiwanStockShareholding,
  {
    stock_id: 'Code',
    trade_date: fromRequest(dayMade),
    market: constant('TWSE'),
    issued_shares: 'ShareNumber',
    foreign_available_shares: 'AvailableShare',
    foreign_shares: 'SharesHeld',
    foreign_available_ratio: 'AvailableInvestPer',
    foreign_shareholding_ratio: 'SharesHeldPer',
    foreign_limit_ratio: 'Upperlimit',
  },
  { ignore: ['Rank', 'Name'] },
)

/** The twenty companies that foreign investors hold most of. */
export const miQfiisSort20 = twseOpenApi.rows(largest, '/fund/MI_QFIIS_sort_20', {
  role: 'witness',
  recorded: '.json',
})
