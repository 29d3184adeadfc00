import type { Feed } from '../feed.ts'
import { policyRates } from './CentralBankRate.ts'

export const bisFeeds: readonly Feed[] = [policyRates]
