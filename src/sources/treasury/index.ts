import type { Feed } from '../feed.ts'
import { yieldCurve } from './USBondYield.ts'

export const treasuryFeeds: readonly Feed[] = [yieldCurve]
