import { TaiwanStockSuspendDayTrading } from '../../catalogue/technical/TaiwanStockSuspendDayTrading.ts'
import { whole } from '../reading.ts'
import { twseOpenApi } from './response.ts'
import { suspended } from './suspended.ts'

const reading = whole(TaiwanStockSuspendDayTrading, suspended)

/** Suspensions of today and the days to come, which the dated feed does not announce. */
export const twtbau1 = twseOpenApi.events(reading, '/exchangeReport/TWTBAU1', {
  choice: 'beside',
  recorded: '.json',
})

/** Suspensions of the last days. */
export const twtbau2 = twseOpenApi.events(reading, '/exchangeReport/TWTBAU2')
