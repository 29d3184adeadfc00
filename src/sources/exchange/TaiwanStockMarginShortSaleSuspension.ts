import { TaiwanStockMarginShortSaleSuspension } from '../../catalogue/chips/TaiwanStockMarginShortSaleSuspension.ts'
import { compact } from '../dates.ts'
import { get } from '../feed.ts'
import { whole } from '../reading.ts'
import { tpexOpenApi, twseOpenApi } from './openApi.ts'
import { suspension, suspensionTitles } from './securities.ts'
import { twseList, twseRangeFeed } from './twse.ts'

const { twse: onTwseSite, twseOpenApi: inList, tpexOpenApi: inOtcList } = suspensionTitles
const listed = whole(
  TaiwanStockMarginShortSaleSuspension,
  suspension('TWSE', { ...onTwseSite, start: ['停券起日', '停券起日(最後回補日)'], end: ['停券迄日'] }),
)
const listedList = whole(TaiwanStockMarginShortSaleSuspension, suspension('TWSE', inList))
const otcDays = { start: ['ShortSaleSuspensionStartDate'], end: ['ShortSaleSuspensionEndDate'] } as const
const otc = whole(TaiwanStockMarginShortSaleSuspension, suspension('TPEX', { ...inOtcList, ...otcDays }), {
  ignore: ['Date'],
})

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
