import type { Feed } from '../feed.ts'
import { yieldCurve } from './USBondYield.ts'

/** What the US Treasury is asked. */
export const treasuryFeeds: readonly Feed[] = [yieldCurve]
