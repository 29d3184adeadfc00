import { TaiwanStockShareholding } from '../../catalogue/chips/TaiwanStockShareholding.ts'
import { column, constant, fromRequest, inOpenApi, lacking, type Named, onSite, part, whole } from '../reading.ts'
import { dayMade } from '../servedDays.ts'
import { tpexOpenApi, twseOpenApi } from './openApi.ts'
import { reasonCodes } from './securities.ts'
import { tpexDayFeed, tpexKey } from './tpex.ts'
import { twseDayFeed, twseKey } from './twse.ts'

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

const listed = whole(
  TaiwanStockShareholding,
  {
    ...twseKey(),
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

const largest = part(
  TaiwanStockShareholding,
  {
    stock_id: 'Code',
    trade_date: fromRequest(dayMade),
    market: constant('TWSE'),
    issued_shares: 'ShareNumber',
    foreign_available_shares: 'AvailableShare',
    foreign_shares: 'SharesHeld',
    foreign_available_ratio: 'AvailableInvestPer',
    foreign_shareholding_ratio: 'SharesHeldPer',
    foreign_limit_ratio: 'Upperlimit',
  },
  { ignore: ['Rank', 'Name'] },
)

const percent = { suffix: '%' } as const

const otc = (named: Named) =>
  whole(
    TaiwanStockShareholding,
    {
      ...tpexKey(named),
      ...lacking('isin_code', 'mainland_limit_ratio', 'change_reason', 'last_report_date'),
      issued_shares: named('發行股數(A)', 'NumberOfSharesIssued'),
      foreign_available_shares: named('僑外資及陸資尚可投資股數B=A*F-C', 'AvailableSharesForOC/FIToInvest'),
      foreign_shares: named('僑外資及陸資持有股數(C)', 'CurrentlySharesOC/FIHeld'),
      foreign_available_ratio: named(
        '僑外資及陸資尚可投資比率(D=B/A)',
        'PercentageOfAvailableInvestmentForOC/FI',
        percent,
      ),
      foreign_shareholding_ratio: named('僑外資及陸資持股比率(E=C/A)', 'PercentageOfSharesOC/FMIHeld', percent),
      foreign_limit_ratio: named('法令投資上限比率(F)', 'UpperLimitOfRegulatedInvestment', percent),
    },
    { ignore: named === onSite ? ['排行', '名稱', '備註'] : ['Rank', 'CompanyName', 'Note'] },
  )

export const shareholdings = [
  // The twenty companies that foreign investors hold most of.
  twseOpenApi.rows(largest, '/fund/MI_QFIIS_sort_20', { role: 'witness', recorded: '.json' }),
  twseDayFeed(listed, 'fund/MI_QFIIS', {
    query: { selectType: 'ALLBUT0999' },
    since: '2004-02-11',
    recording: 'twse/MI_QFIIS_ALLBUT0999_20230130.json',
  }),
  // Shares alone, delisted ones too; funds stand in the filings with the Market Observation Post System.
  tpexOpenApi.daily(otc(inOpenApi), '/tpex_3insti_qfii', { recorded: '.json' }),
  tpexDayFeed(otc(onSite), 'insti/qfii', { since: '2007-01-02' }),
]
