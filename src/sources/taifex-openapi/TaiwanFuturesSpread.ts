import { spreadReading } from '../taifex/TaiwanFuturesSpread.ts'
import { english } from '../taifex/vocabulary.ts'
import { completeDay, list, listRows, taifexOpenApi } from './response.ts'

const spreads = spreadReading(english)

/** The same list as TaiwanFuturesDaily: its rows whose month is two months. */
export const dailyMarketReportFut = taifexOpenApi(spreads, {
  endpoint: 'DailyMarketReportFut',
  span: 'latest',
  request: list('DailyMarketReportFut'),
  parse: listRows(spreads, completeDay),
  verified: 'taifex-openapi/DailyMarketReportFut.json.gz',
})
