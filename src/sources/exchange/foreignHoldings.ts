import { column } from '../reading.ts'
import { reasonCodes } from './securities.ts'

/** Investors from the mainland were let in that summer: until then titles spoke of foreigners alone. */
const mainlanders = '2009-07-01'

/** Foreign holdings and their limits, by the titles of both markets, before and since. */
export const foreignHoldings = {
  foreign_available_shares: column('外資及陸資尚可投資股數', { also: ['外資尚可投資股數'] }),
  foreign_shares: column('全體外資及陸資持有股數', { also: ['全體外資持有股數'] }),
  foreign_available_ratio: column('外資及陸資尚可投資比率', { also: ['外資及陸資尚可投資比例', '外資尚可投資比率'] }),
  foreign_shareholding_ratio: column('全體外資及陸資持股比率', { also: ['全體外資持股比率'] }),
  foreign_limit_ratio: column('外資及陸資共用法令投資上限比率', { also: ['法令投資上限比率'] }),
  mainland_limit_ratio: column('陸資法令投資上限比率', { since: mainlanders }),
  change_reason: column('與前日異動原因(註)', { also: ['與前日異動原因'], read: reasonCodes }),
}
