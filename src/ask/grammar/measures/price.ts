import { find } from '../../../catalogue/index.ts'
import { findComputed } from '../../computed.ts'
import type { Column, Measure } from '../../representation.ts'
import type { Subject } from '../senses.ts'
import type { Time } from '../time/time.ts'
import { columnOf } from './columns.ts'
import { type Context, type Meant, meant } from './phrase.ts'
import { windowFor } from './window.ts'

const closes: Partial<Record<Subject, { dataset: string; column: string }>> = {
  stock: { dataset: 'TaiwanStockPrice', column: 'close' },
  index: { dataset: 'TaiwanWeightedIndex', column: 'close' },
  sector: { dataset: 'TaiwanStockSectorPrice', column: 'close' },
  us: { dataset: 'USStockPrice', column: 'close' },
  gold: { dataset: 'GoldPrice', column: 'price' },
  oil: { dataset: 'CrudeOilPrices', column: 'price' },
  currency: { dataset: 'ExchangeRate', column: 'spot_sell' },
  bond: { dataset: 'USBondYield', column: 'value' },
  futures: { dataset: 'TaiwanFuturesDaily', column: 'close' },
  mood: { dataset: 'TaiwanFearAndGreedIndex', column: 'fear_greed_score' },
  money: { dataset: 'CurrencyCirculation', column: 'amount' },
}

export const price = (context: Context, column?: string): Column | null => {
  const known = closes[context.subject]
  if (!known) return null
  const hinted = context.hints.find((dataset) => find(dataset)?.columns.close && context.subject === 'stock')
  return columnOf(
    { subject: context.subject, dataset: hinted ?? known.dataset, column: column ?? known.column },
    context,
  )
}

/** A return: the published change of one day, or the way between two closes. */
export function returnOf(context: Context, time: Time | undefined): Meant | null {
  const close = price(context)
  if (!close) return null
  const window = time?.window
  if (!window || ['latest', 'back', 'on'].includes(window.kind)) {
    const daily = context.subject === 'futures' ? 'spread_percent' : 'change_percent'
    if (findComputed(close.dataset, daily) || daily in find(close.dataset)!.columns)
      return meant({ ...close, column: daily }, close.dataset, 'change_percent')
    return meant(
      { kind: 'change', of: close, since: { kind: 'back', n: 1 }, as: 'percent' },
      close.dataset,
      'return_percent',
    )
  }
  return meant(
    { kind: 'change', of: close, since: windowFor(time, close.dataset), as: 'percent' },
    close.dataset,
    'return_percent',
  )
}

export const daily = (context: Context): Measure | null => {
  const close = price(context)
  return close && { kind: 'change', of: close, since: { kind: 'back', n: 1 }, as: 'percent' }
}
