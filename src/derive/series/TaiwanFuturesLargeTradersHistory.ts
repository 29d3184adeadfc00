import { TaiwanFuturesLargeTraders } from '../../catalogue/derivatives/TaiwanFuturesLargeTraders.ts'
import { TaiwanFuturesLargeTradersHistory } from '../../catalogue/series/TaiwanFuturesLargeTradersHistory.ts'
import type { Derivation } from '../derivation.ts'
import { keptSql } from './kept.ts'

export const futuresLargeTraders: Derivation = {
  dataset: TaiwanFuturesLargeTradersHistory,
  from: [TaiwanFuturesLargeTraders, TaiwanFuturesLargeTradersHistory],
  rows: async (_tables, since) => keptSql(TaiwanFuturesLargeTradersHistory, 'FROM TaiwanFuturesLargeTraders', since),
}
