import type { Measure } from '../../representation.ts'
import type { Who } from '../senses.ts'
import { columnOf } from './columns.ts'
import { type Context, type Meant, meant, type Phrase } from './phrase.ts'

const stems: Readonly<Record<Who, string>> = {
  foreign: 'foreign_investor',
  foreign_dealer: 'foreign_dealer',
  trust: 'investment_trust',
  dealer: 'dealer',
  dealer_self: 'dealer_self',
  dealer_hedging: 'dealer_hedging',
  all: 'total',
}

/** What an investor bought or sold: of a stock in shares, of the market in money, of futures in contracts. */
export function flowOf({ who = [], side = 'either', net, money }: Phrase, context: Context): Meant | null {
  // What a stock's investors paid is not published, only what they bought.
  if (money && context.subject === 'stock') return null
  const part = net === false ? (side === 'sell' ? 'sell' : 'buy') : 'net'
  const parts = who.map((one) => oneFlow(one, part, context))
  if (parts.length === 0 || parts.some((one) => one === null)) return null
  const [first, ...rest] = parts as Meant[]
  let sum = first!
  for (const { measure, name } of rest) {
    const both: Measure = { kind: 'arithmetic', op: 'add', left: sum.measure, right: measure }
    sum = { ...sum, measure: both, name: `${sum.name}_and_${name}` }
  }
  return sum
}

function oneFlow(who: Who, part: 'net' | 'buy' | 'sell', context: Context): Meant | null {
  const { subject } = context
  if (subject === 'futures' || subject === 'option') {
    const dataset = `Taiwan${subject === 'futures' ? 'Futures' : 'Option'}${context.night ? `${subject === 'option' ? 's' : ''}Night` : ''}InstitutionalInvestors`
    const column = part === 'net' ? 'net_deal_volume' : part === 'buy' ? 'long_deal_volume' : 'short_deal_volume'
    const found = columnOf({ subject, dataset, column }, { ...context, who, night: false })
    return found && meant(found, dataset, column, true)
  }
  if (subject === 'stock') {
    if (who === 'all' && part !== 'net') return null
    const column = `${stems[who]}_${part}`
    return meant(
      {
        kind: 'column',
        dataset: 'TaiwanStockInstitutionalInvestorsBuySell',
        column,
        ...(context.entity ? { entity: context.entity } : {}),
      },
      'TaiwanStockInstitutionalInvestorsBuySell',
      column,
      true,
    )
  }
  if (subject !== 'market') return null
  const dataset = 'TaiwanStockTotalInstitutionalInvestors'
  const found = columnOf({ subject, dataset, column: `${stems[who]}_${part}_amount` }, context)
  return found && meant(found, dataset, `${stems[who]}_${part}_amount`, true)
}
