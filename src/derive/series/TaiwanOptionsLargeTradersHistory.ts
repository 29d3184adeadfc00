import { TaiwanOptionsLargeTraders } from '../../catalogue/derivatives/TaiwanOptionsLargeTraders.ts'
import { TaiwanOptionsLargeTradersHistory } from '../../catalogue/series/TaiwanOptionsLargeTradersHistory.ts'
import type { Derivation } from '../derivation.ts'
import { keptSql } from './kept.ts'

export const optionsLargeTraders: Derivation = {
  dataset: TaiwanOptionsLargeTradersHistory,
  from: [TaiwanOptionsLargeTraders, TaiwanOptionsLargeTradersHistory],
  rows: async (_tables, since) => keptSql(TaiwanOptionsLargeTradersHistory, 'FROM TaiwanOptionsLargeTraders', since),
}
