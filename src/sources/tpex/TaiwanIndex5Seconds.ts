import { TaiwanIndex5Seconds } from '../../catalogue/technical/TaiwanIndex5Seconds.ts'
import { dayNumber, slashed } from '../dates.ts'
import { everyIndex } from '../exchange/unpivoted.ts'
import { tpex, tpexDay, www } from './answer.ts'

/** Every index in a column of its own. */
export const miIndex = tpex(
  { dataset: TaiwanIndex5Seconds, fills: Object.keys(TaiwanIndex5Seconds.columns) },
  {
    endpoint: 'miIndex',
    span: 'day',
    since: '2009-01-05',
    request: ({ from }) => www('indexInfo/miIndex', { date: slashed(from) }),
    parse: tpexDay(({ tables }, { from }) => everyIndex(tables, 'TPEX', dayNumber(from))),
  },
)
