import { futuresReading } from '../taifex/TaiwanFuturesDaily.ts'
import { english } from '../taifex/vocabulary.ts'
import { completeDay, list, listRows, taifexOpenApi } from './response.ts'

const futures = futuresReading(english)

export const dailyMarketReportFut = taifexOpenApi(futures, {
  endpoint: 'DailyMarketReportFut',
  span: 'latest',
  request: list('DailyMarketReportFut'),
  parse: listRows(futures, completeDay),
  verified: 'taifex-openapi/DailyMarketReportFut.json.gz',
})
