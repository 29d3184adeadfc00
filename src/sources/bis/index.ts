import type { Feed } from '../feed.ts'
import { policyRates } from './CentralBankRate.ts'

/** What the Bank for International Settlements is asked. */
export const bisFeeds: readonly Feed[] = [policyRates]
