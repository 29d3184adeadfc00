import { TaiwanStockMarketValue } from '../../catalogue/fundamentals/TaiwanStockMarketValue.ts'
import { millions, part } from '../reading.ts'
import { dailyKey, tpexOpenApi } from './response.ts'

const values = part(
  TaiwanStockMarketValue,
  {
    ...dailyKey,
    close: 'ClosePrice',
    issued_shares: 'Capitals',
    market_value: millions('MarketValue'),
  },
  { ignore: ['Rank', 'CompanyName'] },
)

/** Market values cut to millions, which those computed here must come near. */
export const dailyMarketValue = tpexOpenApi.daily(values, '/tpex_daily_market_value', {
  role: 'witness',
  nearest: { market_value: 200_000_000 },
  recorded: '.json',
})
