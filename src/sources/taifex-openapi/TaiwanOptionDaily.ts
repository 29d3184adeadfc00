import { optionReading } from '../taifex/TaiwanOptionDaily.ts'
import { english } from '../taifex/vocabulary.ts'
import { completeDay, taifexList } from './response.ts'

/** The list has had no change and no expiry so far; they are read once they come. */
const notSoFar = { since: '9999-12-31' } as const

export const options = optionReading(english, notSoFar)

/** Seen as a list and as a file on the same day. */
export const dailyMarketReportOpt = taifexList(options, 'DailyMarketReportOpt', completeDay)
