import { TaiwanStockMarginShortSaleSuspension } from '../../catalogue/chips/TaiwanStockMarginShortSaleSuspension.ts'
import { whole } from '../reading.ts'
import { twseOpenApi } from './response.ts'
import { suspended } from './suspended.ts'

const reading = whole(TaiwanStockMarginShortSaleSuspension, suspended)

export const bfi84u = twseOpenApi.events(reading, '/exchangeReport/BFI84U', { choice: 'beside', recorded: '.json' })
