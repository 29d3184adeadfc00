import { TaiwanStockShareholding } from '../../catalogue/chips/TaiwanStockShareholding.ts'
import { foreignHoldings } from '../exchange/foreignHoldings.ts'
import { column, whole } from '../reading.ts'
import { dailyKey, twseDayFeed } from './response.ts'

const holdings = whole(
  TaiwanStockShareholding,
  {
    ...dailyKey,
    isin_code: '國際證券編碼',
    issued_shares: '發行股數',
    ...foreignHoldings,
    last_report_date: column('最近一次上市公司申報外資及陸資持股異動日期', {
      also: ['最近一次上市公司申報外資持股異動日期'],
      none: ['0'],
    }),
  },
  { ignore: ['證券名稱'] },
)

export const miQfiis = twseDayFeed(holdings, 'fund/MI_QFIIS', {
  query: { selectType: 'ALLBUT0999' },
  since: '2004-02-11',
  recording: 'twse/MI_QFIIS_ALLBUT0999_20230130.json',
})
