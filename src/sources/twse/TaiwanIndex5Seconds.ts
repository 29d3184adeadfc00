import { TaiwanIndex5Seconds } from '../../catalogue/technical/TaiwanIndex5Seconds.ts'
import { compact, dayNumber } from '../dates.ts'
import { everyIndex } from '../exchange/unpivoted.ts'
import { rwd, twse, twseDay } from './response.ts'

/** Every index in a column of its own. */
export const mi5MinsIndex = twse(
  { dataset: TaiwanIndex5Seconds },
  {
    endpoint: 'MI_5MINS_INDEX',
    span: 'day',
    since: '2004-10-15',
    request: ({ from }) => rwd('TAIEX/MI_5MINS_INDEX', { date: compact(from) }),
    parse: twseDay(({ tables }, { from }) => everyIndex(tables, 'TWSE', dayNumber(from))),
    recording: 'twse/MI_5MINS_INDEX_20230130.json.gz',
  },
)
