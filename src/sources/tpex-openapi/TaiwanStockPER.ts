import { TaiwanStockPER } from '../../catalogue/technical/TaiwanStockPER.ts'
import { column, lacking, rounded, whole } from '../reading.ts'
import { dailyKey, tpexOpenApi } from './response.ts'

/** On the first days of a listing nothing is computed yet. */
const notComputed = { none: ['0', '0.00'] }

const ratios = whole(
  TaiwanStockPER,
  {
    ...dailyKey,
    pe_ratio: column('PriceEarningRatio', notComputed),
    pb_ratio: column('PriceBookRatio', notComputed),
    dividend_yield: 'YieldRatio',
    ...lacking('dividend_year', 'fiscal_period'),
    dividend_per_share: rounded('DividendPerShare'),
  },
  { ignore: ['CompanyName'] },
)

/** The newest day; for months in 2025 the list did not change, which its day shows. */
export const peratioAnalysis = tpexOpenApi.daily(ratios, '/tpex_mainboard_peratio_analysis', {
  recorded: '.json',
})
