import { dayRates } from './ExchangeRate.ts'

export const bankOfTaiwanFeeds = [dayRates]
