import type { Measure } from '../../../representation.ts'
import type { Clause } from '../../clause/clause.ts'
import { type Item, isKind } from '../../items/items.ts'
import type { Phrase } from '../../measures/phrase.ts'

export type Asked = { readonly column: string; readonly fold: Phrase['fold'] | undefined; readonly clause: Clause }

export const namesStocks = (items: readonly Item[]): boolean =>
  items.some(
    (item) =>
      (isKind(item, 'rank') && /[檔家支隻]|stock|compan/i.test(item.token.text)) ||
      (isKind(item, 'noun') && item.sense.of === 'stock'),
  )

export const isTraded = ({ column, fold }: Asked): boolean =>
  !fold && ['volume', 'turnover', 'borrowed_volume'].includes(column)

export const across = (fn: NonNullable<Phrase['fold']>, of: Measure): Measure => ({ kind: 'across', fn, of })
