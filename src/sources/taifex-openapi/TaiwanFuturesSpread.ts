import { spreadReading } from '../taifex/TaiwanFuturesSpread.ts'
import { english } from '../taifex/vocabulary.ts'
import { completeDay, taifexList } from './response.ts'

const spreads = spreadReading(english)

/** The same list as TaiwanFuturesDaily: its rows whose month is two months. */
export const dailyMarketReportFut = taifexList(spreads, 'DailyMarketReportFut', completeDay, { recorded: '.json.gz' })
