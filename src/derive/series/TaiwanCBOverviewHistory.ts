import { TaiwanCBOverview } from '../../catalogue/convertibles/TaiwanCBOverview.ts'
import { TaiwanCBOverviewHistory } from '../../catalogue/series/TaiwanCBOverviewHistory.ts'
import type { Derivation } from '../derivation.ts'
import { keptSql } from './kept.ts'

const seen = `SELECT *, as_of_date AS trade_date FROM TaiwanCBOverview
  WHERE status = 'active' OR (cb_id, status) NOT IN (SELECT (cb_id, status) FROM TaiwanCBOverviewHistory)`

export const bondHistory: Derivation = {
  dataset: TaiwanCBOverviewHistory,
  from: [TaiwanCBOverview, TaiwanCBOverviewHistory],
  rows: async (_tables, since) => keptSql(TaiwanCBOverviewHistory, seen, since),
}
