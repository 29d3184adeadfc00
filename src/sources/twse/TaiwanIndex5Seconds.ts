import { everyIndex } from '../exchange/unpivoted.ts'
import { twseDayFeed } from './response.ts'

/** Every index in a column of its own. */
export const mi5MinsIndex = twseDayFeed(everyIndex('TWSE'), 'TAIEX/MI_5MINS_INDEX', {
  since: '2004-10-15',
  recording: 'twse/MI_5MINS_INDEX_20230130.json.gz',
})
