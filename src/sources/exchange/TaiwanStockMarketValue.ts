import { TaiwanStockMarketValue } from '../../catalogue/fundamentals/TaiwanStockMarketValue.ts'
import { inOpenApi, millions, part } from '../reading.ts'
import { tpexOpenApi } from './openApi.ts'
import { tpexKey } from './tpex.ts'

const values = part(
  TaiwanStockMarketValue,
  {
    ...tpexKey(inOpenApi),
    close: 'ClosePrice',
    issued_shares: 'Capitals',
    market_value: millions('MarketValue'),
  },
  { ignore: ['Rank', 'CompanyName'] },
)

export const marketValues = [
  // Market values cut to millions, which those computed here must come near.
  tpexOpenApi.daily(values, '/tpex_daily_market_value', {
    role: 'witness',
    nearest: { market_value: 200_000_000 },
    recorded: '.json',
  }),
]
