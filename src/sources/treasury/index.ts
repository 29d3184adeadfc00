import { yieldCurve } from './USBondYield.ts'

export const treasuryFeeds = [yieldCurve]
