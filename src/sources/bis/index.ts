import { policyRates } from './CentralBankRate.ts'

export const bisFeeds = [policyRates]
