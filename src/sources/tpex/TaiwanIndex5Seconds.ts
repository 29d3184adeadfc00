import { TaiwanIndex5Seconds } from '../../catalogue/technical/TaiwanIndex5Seconds.ts'
import { dayNumber, slashed } from '../dates.ts'
import { everyIndex } from '../exchange/unpivoted.ts'
import { tpex, tpexDay, www } from './response.ts'

/** Every index in a column of its own. */
export const miIndex = tpex(
  { dataset: TaiwanIndex5Seconds },
  {
    endpoint: 'miIndex',
    span: 'day',
    since: '2009-01-05',
    request: ({ from }) => www('indexInfo/miIndex', { date: slashed(from) }),
    parse: tpexDay(({ tables }, { from }) => everyIndex(tables, 'TPEX', dayNumber(from))),
  },
)
