import { TaiwanStockMarginShortSaleSuspension } from '../../catalogue/chips/TaiwanStockMarginShortSaleSuspension.ts'
import { compact } from '../dates.ts'
import { get } from '../feed.ts'
import { column, constant, whole } from '../reading.ts'
import { tpexOpenApi, twseOpenApi } from './openApi.ts'
import { suspensionList } from './securities.ts'
import { twseList, twseRangeFeed } from './twse.ts'

const listed = whole(TaiwanStockMarginShortSaleSuspension, {
  stock_id: column('股票代號', { also: ['證券代號'] }),
  stock_name: column('股票名稱', { also: ['證券名稱'] }),
  market: constant('TWSE'),
  suspend_start_date: column('停券起日', { also: ['停券起日(最後回補日)'] }),
  suspend_end_date: '停券迄日',
  reason: column('原因', { blank: '' }),
})
const listedList = whole(TaiwanStockMarginShortSaleSuspension, suspensionList)

const otc = whole(
  TaiwanStockMarginShortSaleSuspension,
  {
    stock_id: 'SecuritiesCompanyCode',
    stock_name: 'CompanyName',
    market: constant('TPEX'),
    suspend_start_date: 'ShortSaleSuspensionStartDate',
    suspend_end_date: 'ShortSaleSuspensionEndDate',
    reason: column('Reason', { blank: '' }),
  },
  { ignore: ['Date'] },
)

export const shortSaleSuspensions = [
  // Announcements, where the dated feed has only suspensions that have begun.
  twseOpenApi.events(listedList, '/exchangeReport/BFI84U', { choice: 'beside', recorded: '.json' }),
  // Suspensions that overlap the requested days.
  twseRangeFeed(listed, 'BFI84U2', {
    longest: 366,
    since: '2010-11-08',
    request: ({ from, to }) =>
      get('/exchangeReport/BFI84U2', { startDate: compact(from), endDate: compact(to), stockNo: '', response: 'json' }),
    parse: twseList(listed),
  }),
  tpexOpenApi.events(otc, '/tpex_margin_trading_term'),
]
