import type { Facts } from '../facts.ts'

/** Ways to say an industry beside its name in the registry: without 業 and 工業, and as a group of shares. */
export function* industries(securities: Facts['securities']): Iterable<[surface: string, value: string]> {
  for (const value of new Set(securities.flatMap(({ industry }) => (industry ? [industry] : [])))) {
    yield [value, value]
    const short = value.replace(/(工業|事業|類)$/, '').replace(/業$/, '')
    if (short.length < 2) continue
    for (const ending of ['', '業', '股', '類', '類股', '族群', '產業', '概念']) yield [short + ending, value]
  }
}
