import { everyIndex } from '../exchange/unpivoted.ts'
import { tpexDayFeed } from './response.ts'

/** Every index in a column of its own. */
export const miIndex = tpexDayFeed(everyIndex('TPEX'), 'indexInfo/miIndex', { since: '2009-01-05' })
