import { taipeiInstant } from '../../days.ts'
import type { Fault } from '../../fields.ts'
import { instantForm, readInstant } from '../../query/parameters.ts'
import { collectFaults, faultOf } from './query.ts'

/** Nothing is known yet of what will be known. */
export function assertNotAfter(now: () => Date, asOf: string | null, faults: Fault[], param = 'as_of'): void {
  const present = taipeiInstant(now())
  if (asOf !== null && Date.parse(asOf) > now().getTime())
    faults.push({
      param,
      reason: {
        en: `is after now (${present}), where a date means its end in Taipei${param === 'as_of' ? '; leave it out for the present' : ''}`,
        zh: `晚於現在（${present}），日期代表台北時間當日結束${param === 'as_of' ? '；查詢現況請省略' : ''}`,
      },
    })
}

/** An instant that a parameter gives; refused where it is none or lies after now. */
export function instantOf(raw: string, now: () => Date, param = 'as_of'): string {
  const asOf = readInstant(raw)
  if (asOf === null) throw faultOf(param, instantForm)
  const faults: Fault[] = []
  assertNotAfter(now, asOf, faults, param)
  collectFaults(faults)
  return asOf
}
