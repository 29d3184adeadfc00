import { futuresReading } from '../taifex/TaiwanFuturesDaily.ts'
import { english } from '../taifex/vocabulary.ts'
import { completeDay, taifexList } from './response.ts'

const futures = futuresReading(english)

export const dailyMarketReportFut = taifexList(futures, 'DailyMarketReportFut', completeDay, { recorded: '.json.gz' })
