import type { Encoded } from '../reader/encode.ts'
import type { Representation } from '../representation.ts'
import { columnsOf } from './columns.ts'

/** What is meant without its name by words of its own. */
const meant: readonly (readonly [RegExp, RegExp])[] = [
  [
    /^(?:TAIEX|TPEX|MARKET|ALL|TWSE)$/,
    /大盘|加权|台股|指数|市场|大市|上市|上柜|柜买|集中|market|index|taiex|tpex|taiwan|otc|board|twse|bourse|stocks|盘/,
  ],
  [
    /^(?:TXO|TX|MTX|TMF|T[EF]O?)$/,
    /台指|选择权|期货|期指|大台|小台|微台|履约|买权|卖权|合约|口|call|put|option|future|strike|taiex|index|premium|basis|contract|\btx|夜盘|正价差|逆价差/,
  ],
  [
    /^(?:\d+[MY]|FED)$/,
    /美债|公债|殖利率|利差|曲线|treasur|yield|\d+ ?-?y|\d+s|year|年期|curve|bond|bill|month|fed|联准|美国|\bus\b|倒挂|gilt|note/,
  ],
  [/^IX\d+$/, /类|产业|族群|股|指数|index|indices|sector|stocks/],
  [/^(?:WTI|Brent)$/i, /油|oil|crude|wti|brent|barrel|texas/],
  [/^[A-Z]{3}$/, /汇|美[金元]|台币|dollar|usd|exchange|currenc|greenback|fx|币|buck|rate|银行|央行|bank/],
  [/^(?:\^|TSM$|[A-Z]+$)/, /./],
]

/** Ids of a meaning that the question names in no way. */
export function idsUnsaid(representation: Representation, { slots }: Encoded, text: string): string[] {
  const entities = columnsOf(representation).flatMap(({ entity }) => entity ?? [])
  const ids = new Set([...(representation.universe.ids ?? []), ...entities])
  const named = new Set(slots.names.flat().map(({ id }) => id))
  return [...ids].filter(
    (id) =>
      !named.has(id) &&
      !meant.some(([known, words]) => known.test(id) && words.test(text)) &&
      !text.includes(id.toLowerCase()),
  )
}
