import { find } from '../../../catalogue/index.ts'
import type { Time } from '../time/time.ts'
import { account } from './accounts.ts'
import { type Context, type Meant, meant, type Phrase, percent } from './phrase.ts'
import { daily, price, returnOf } from './price.ts'
import { windowFor } from './window.ts'

/** Where the brackets of the depository end, in lots; the last has no end. */
const ends = [1, 5, 10, 15, 20, 30, 40, 50, 100, 200, 400, 600, 800, 1000, Number.POSITIVE_INFINITY]

/** The brackets of those who hold more, or less, than so many lots. */
export const levelsOf = ({ composite, n = 400 }: Phrase): number[] =>
  ends.flatMap((end, i) => {
    const begin = i === 0 ? 0 : ends[i - 1]!
    return (composite === 'small_holders' ? end <= n : begin >= n) ? [i + 1] : []
  })

/** A bracket of the shareholder distribution. */
const holdersOf = (column: string, levels: readonly number[], context: Context): Meant | null =>
  context.subject === 'stock'
    ? meant(
        {
          kind: 'column',
          dataset: 'TaiwanStockHoldingSharesPer',
          column,
          where: [{ column: 'level', is: levels }],
          ...(levels.length > 1 ? { fold: 'sum' as const } : {}),
        },
        'TaiwanStockHoldingSharesPer',
        `holders_${column}`,
      )
    : null

/** Measures that are made of several columns or of many days. */
export function compositeOf(phrase: Phrase, context: Context, time: Time | undefined): Meant | null {
  const close = price(context)
  const span = time && !['latest', 'back', 'on'].includes(time.window.kind) ? time : undefined
  switch (phrase.composite) {
    case 'price':
      return close && meant(close, close.dataset, close.column)
    case 'return':
      return returnOf(context, time)
    case 'volatility': {
      const change = daily(context)
      if (!change || !close || !span) return null
      return meant(
        { kind: 'over', fn: 'stddev', of: change, window: windowFor(span, close.dataset) },
        close.dataset,
        'volatility',
      )
    }
    case 'drawdown':
      return close && span
        ? meant({ kind: 'drawdown', of: close, window: windowFor(span, close.dataset) }, close.dataset, 'drawdown')
        : null
    case 'average_volume': {
      const volume = price(context, 'volume')
      if (!volume || !('volume' in find(volume.dataset)!.columns)) return null
      return meant(
        { kind: 'over', fn: 'avg', of: volume, window: { kind: 'last', n: phrase.n!, unit: 'trading_day' } },
        volume.dataset,
        `average_volume_${phrase.n}`,
      )
    }
    case 'free_cash_flow': {
      const flows = 'TaiwanStockCashFlowsStatement'
      const [operating, spending] = [
        account(flows, 'CashFlowsFromOperatingActivities', context),
        account(flows, 'PropertyAndPlantAndEquipment', context),
      ]
      return context.subject === 'stock'
        ? meant({ kind: 'arithmetic', op: 'add', left: operating, right: spending }, flows, 'free_cash_flow')
        : null
    }
    case 'day_trading_ratio':
      return context.subject === 'stock'
        ? meant(
            percent(
              { kind: 'column', dataset: 'TaiwanStockDayTradingInfo', column: 'day_trading_volume' },
              { kind: 'column', dataset: 'TaiwanStockPrice', column: 'volume' },
            ),
            'TaiwanStockPrice',
            'day_trading_ratio',
          )
        : null
    case 'turnover_rate':
      return context.subject === 'stock'
        ? meant(
            percent(
              { kind: 'column', dataset: 'TaiwanStockPrice', column: 'volume' },
              { kind: 'column', dataset: 'TaiwanStockMarketValue', column: 'issued_shares' },
            ),
            'TaiwanStockPrice',
            'turnover_rate',
          )
        : null
    case 'large_holders':
    case 'small_holders':
    case 'holders': {
      const column = phrase.composite === 'holders' || phrase.people ? 'people' : 'percent'
      return holdersOf(column, phrase.composite === 'holders' ? [17] : levelsOf(phrase), context)
    }
    default:
      return null
  }
}
