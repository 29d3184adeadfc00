import { TaiwanStockShareholding } from '../../catalogue/chips/TaiwanStockShareholding.ts'
import { lacking, percent, whole } from '../reading.ts'
import { dailyKey, tpexDayFeed } from './response.ts'

const holdings = whole(
  TaiwanStockShareholding,
  {
    ...dailyKey,
    ...lacking('isin_code', 'mainland_limit_ratio', 'change_reason', 'last_report_date'),
    issued_shares: '發行股數(A)',
    foreign_available_shares: '僑外資及陸資尚可投資股數B=A*F-C',
    foreign_shares: '僑外資及陸資持有股數(C)',
    foreign_available_ratio: percent('僑外資及陸資尚可投資比率(D=B/A)'),
    foreign_shareholding_ratio: percent('僑外資及陸資持股比率(E=C/A)'),
    foreign_limit_ratio: percent('法令投資上限比率(F)'),
  },
  { ignore: ['排行', '名稱', '備註'] },
)

/** Shares alone, delisted ones too; funds stand in the filings with the Market Observation Post System. */
export const qfii = tpexDayFeed(holdings, 'insti/qfii', { since: '2007-01-02' })
