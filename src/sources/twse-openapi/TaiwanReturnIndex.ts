import { TaiwanReturnIndex } from '../../catalogue/technical/TaiwanReturnIndex.ts'
import { constant, part } from '../reading.ts'
import { twseOpenApi } from './response.ts'

/** Rounded to whole points, so it can only refute a value. */
const month = part(TaiwanReturnIndex, {
  stock_id: constant('TAIEX'),
  trade_date: 'Date',
  return_index: 'TAIEXTotalReturnIndex',
})

export const mfi94u = twseOpenApi.daily(month, '/indicesReport/MFI94U', {
  role: 'witness',
  nearest: { return_index: 10_000 },
  recorded: '.json',
})
