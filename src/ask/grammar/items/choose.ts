import { find } from '../../../catalogue/index.ts'
import { type Kind, type Of, type Sense, senseOf, type Token } from '../senses.ts'
import { order } from './order.ts'
import {
  asksWhen,
  has,
  isAmerican,
  isBond,
  isDerivative,
  isDimension,
  isEarlier,
  isSpan,
  isStatement,
  isStock,
  reads,
  readsBonds,
} from './tokens.ts'

const measuring: readonly Kind[] = ['columns', 'composite', 'flow', 'line', 'limit', 'event', 'growth']

/** Which of a token's senses is meant, from the words beside it and what else the question speaks of. */
export function choose(tokens: readonly Token[], i: number): Sense | null {
  const token = tokens[i]!
  const [before, after] = [tokens[i - 1], tokens[i + 1]]
  const others = tokens.filter((other) => other !== token)
  const anyOther = (...kinds: Kind[]) => others.some((other) => has(other, ...kinds))
  const take = <T extends Kind>(kind: T) => senseOf(token, kind)
  /** What investors hold of a product is told in contracts and in money. */
  const ofPositions = anyOther('actor') && others.some(isDerivative)
  const isAmount = has(before, 'compare') || (has(after, 'compare') && senseOf(after, 'compare')!.suffix === true)

  // No amount begins with a zero: 0050 is a fund.
  if (take('entity') && take('number')) return isAmount && !/^0\d/.test(token.text) ? take('number')! : take('entity')!
  if (take('compare') && take('beat'))
    return has(after, 'entity') && !(has(after, 'number') && !/^0\d/.test(after!.text))
      ? take('beat')!
      : take('compare')!
  if (take('quantity')) return take('quantity')!
  // 3M beside a bond is a tenor, not three millions.
  if (take('number') && /^\d+(\.5)?m$/i.test(token.text) && others.some(isBond)) {
    const id = token.text.toUpperCase()
    return { t: 'entity', entity: { subject: 'bond', id, name: id } }
  }
  const tenor =
    take('time') && others.some((other) => isBond(other) || readsBonds(other)) ? tenorOf(take('time')!) : null
  if (tenor) return tenor
  // A month of six digits names a contract, beside a product that has some.
  // Of what is spoken of already, a word is a column rather than the whole table.
  if (take('dataset') && take('attribute'))
    return anyOther('event', 'attribute') ? take('attribute')! : take('dataset')!
  if (take('expiry')) return others.some(isDerivative) ? take('expiry')! : (take('number') ?? null)
  if (take('expiries')) return others.some(isDerivative) ? take('expiries')! : (take('daily') ?? take('noun') ?? null)
  if (take('contract') && take('time'))
    return anyOther('entity') && others.some(isDerivative) ? take('contract')! : take('time')!
  if (take('compare') && take('above')) return has(after, 'number', 'quantity') ? take('compare')! : take('above')!
  if (take('compare') && take('filler') && !has(after, 'number', 'quantity', 'times', 'line', 'columns', 'composite'))
    return null
  if (take('most') && take('columns'))
    return others.some((other) => has(other, ...measuring) && !has(other, 'extreme')) ? take('most')! : extremeOf(token)
  if (take('extreme') && take('columns'))
    return (others.some(isSpan) || has(after, 'time')) &&
      !others.some((other) => has(other, 'daily') && !/each of$/i.test(other.text)) &&
      !others.some(({ text }) => /^daily |^list$|^列出$/i.test(text))
      ? take('extreme')!
      : take('columns')!
  // "closed higher in each of the last three sessions": which ones, where none is named.
  if (take('daily') && /each of$/i.test(token.text) && !anyOther('entity', 'most', 'rank') && others.some(isStock))
    return { t: 'every' }
  // "stocks below their high that closed higher": a second statement about the same ones.
  if (take('join') && /that$/i.test(token.text)) {
    const says = (from: number, to: number): boolean => tokens.slice(from, to).some((other) => has(other, ...measuring))
    return says(0, i) && says(i + 1, tokens.length) ? take('join')! : null
  }
  // What is told in money is no percentage.
  if (take('in')?.scale === 'points' && /dollar|twd|nt|元|金額/i.test(token.text))
    return others.some((other) => senseOf(other, 'composite')?.composite === 'return')
      ? take('in')!
      : anyOther('traded', 'flow') || ofPositions
        ? (take('money') ?? { t: 'money' })
        : null
  // "on how many of the past 20 sessions"
  if (take('how_many') && /^how many( of)?$/i.test(token.text) && isStepped(after)) return { t: 'how_many_days' }
  // "How many UMC shares did …": how much of it.
  if (take('how_many') && /^how many$/i.test(token.text) && anyOther('entity') && anyOther('flow') && anyOther('actor'))
    return { t: 'ask', what: 'much' }
  if (
    take('how_many') &&
    /^how many$/i.test(token.text) &&
    has(after, 'entity') &&
    /^shares$/i.test(tokens[i + 2]?.text ?? '')
  )
    return { t: 'ask', what: 'much' }
  const step = take('daily') && /each of$/i.test(token.text) ? stepOf(after) : null
  if (step) return { t: 'daily', unit: step }
  if (take('every') && take('daily')) {
    const asked = others.some((other) => senseOf(other, 'ask')?.what === 'much' || has(other, 'in'))
    const lists = anyOther('entity') || (asked && !anyOther('noun'))
    return lists && !anyOther('streak') ? take('daily')! : take('every')!
  }
  if (take('adjusted') && take('columns')) return others.some(isAmerican) ? take('columns')! : take('adjusted')!
  if (take('event') && take('part'))
    return (others.some(isSpan) || others.some(asksWhen)) && !anyOther(...measuring, 'actor', 'rank', 'most')
      ? take('event')!
      : take('part')!
  if (take('event') && take('filler')) {
    const happened = others.some(isSpan) && !anyOther(...measuring, 'actor', 'rank', 'most', 'entity', 'extreme')
    return happened || others.some((other) => senseOf(other, 'ask')?.what === 'when') ? take('event')! : null
  }
  if (take('stop') && take('flow')) return anyOther('actor') ? take('flow')! : take('stop')!
  // "trades" are counted, what is traded is weighed.
  if (take('traded') && take('columns')) return /s$/i.test(token.text) ? take('columns')! : take('traded')!
  // "higher volume than yesterday": which way it went, and no order.
  const comparative = /^(higher|lower|more|larger|bigger|greater|smaller|less|fewer)$/i.exec(token.text)?.[1]
  const earlier = others.some(
    (other) => isEarlier(other) || /^(than|from|versus) (yesterday|the (day|quarter|month))/i.test(other.text),
  )
  if (comparative && take('most') && anyOther('than') && earlier && !anyOther('entity'))
    return { t: 'move', direction: /lower|smaller|less|fewer/i.test(comparative) ? 'down' : 'up' }
  // 鴻海本益比比廣達高多少: by how much the one is above the other.
  if (/^[高低]$/.test(token.text) && anyOther('than') && senseOf(after, 'ask')?.what === 'much' && anyOther('entity'))
    return { t: 'most', descending: token.text === '高' }
  // 比上一季高: how it went since then.
  if (/^[高低]$/.test(token.text) && anyOther('than') && (has(before, 'time') || /昨|前一/.test(before?.text ?? '')))
    return { t: 'move', direction: token.text === '高' ? 'up' : 'down' }
  // 比月線高10%: on which side of what it is held against.
  if (/^[高低]$/.test(token.text) && anyOther('than') && has(after, 'quantity'))
    return { t: 'above', direction: token.text === '高' ? 'up' : 'down', crossing: false }
  if (
    /^[高低強弱]$/.test(token.text) &&
    !others.some((other) => ['one', 'which'].includes(senseOf(other, 'ask')?.what ?? ''))
  )
    return { t: 'stop', why: 'vague' }
  // 台股 is the index, or only says where the stocks are.
  if (take('entity') && take('filler'))
    return others.some((other) => has(other, 'columns', 'flow') && !reads(other, 'index')) ||
      anyOther('rank', 'noun', 'part', 'compare', 'streak', 'how_many', 'most')
      ? null
      : take('entity')!
  // 多少錢 alone asks for the price.
  if (take('ask') && take('columns')) return anyOther(...measuring, 'extreme') ? take('ask')! : take('columns')!
  if (take('money')) {
    if (anyOther('traded', 'flow') || ofPositions) return take('money')!
    return anyOther('dataset') ? (take('columns') ?? take('attribute') ?? null) : null
  }
  if (take('fresh') && !anyOther('extreme')) return take('filler') ? null : take('fresh')!
  if (take('move') && take('composite') && anyOther('columns')) return take('composite')!
  // 三大法人各買超多少: each of them.
  // The share of a sector is a column of its index.
  if (take('whole_market') && take('columns'))
    return others.some((other) => senseOf(other, 'noun')?.of === 'sector') ? take('columns')! : take('whole_market')!
  if (take('each') && others.some((other) => senseOf(other, 'actor')?.who === 'all') && !isDimension(after))
    return { t: 'both' }
  if (take('each') && isCategory(after) && !isDimension(after)) return take('each')!
  if (take('each') && !isDimension(after) && (has(after, 'ask') || !isDimension(tokens[i + 2])))
    return take('filler') ? null : take('each')!
  if (take('daily') && take('annual')) return others.some(isStatement) ? take('annual')! : take('daily')!
  if (
    take('noun')?.of === 'contract' &&
    others.some((other) => /Broker/.test(senseOf(other, 'dataset')?.dataset ?? ''))
  )
    return take('noun')!
  if (take('noun') && take('columns')) return has(before, 'each') ? take('noun')! : take('columns')!
  if (take('entity') && take('part')) {
    const plain = others.every(
      (other) => !has(other, 'whole_market', 'rank', 'noun', 'how_many', 'compare', 'actor', 'share'),
    )
    const ofIndex = others
      .filter((other) => has(other, 'columns'))
      .every((other) => (take('entity')!.entity.subject === 'sector' ? reads(other, 'sector') : true))
    return plain && ofIndex && others.some((other) => has(other, 'composite', 'columns', 'daily'))
      ? take('entity')!
      : take('part')!
  }
  for (const kind of order) {
    const sense = take(kind)
    if (sense) return sense
  }
  return null
}

/** So many days, weeks or months back. */
const isStepped = (token: Token | undefined): boolean =>
  token !== undefined && senseOf(token, 'time')?.time.window.kind === 'last' && !senseOf(token, 'time')?.time.adjective

/** A word for a column of texts, by which rows can be grouped. */
const isCategory = (token: Token | undefined): boolean =>
  (token?.senses ?? []).some(
    (sense) =>
      (sense.t === 'columns' || sense.t === 'attribute') &&
      sense.readings.some(({ dataset, column }) => find(dataset)?.columns[column]?.kind === 'text'),
  )

const extremeOf = (token: Token): Sense => ({
  t: 'extreme',
  side: senseOf(token, 'most')!.descending ? 'high' : 'low',
  fresh: false,
})

/** "each of the last three months" is by month. */
function stepOf(token: Token | undefined): 'week' | 'month' | 'quarter' | 'year' | null {
  const window = token && senseOf(token, 'time')?.time.window
  if (window?.kind !== 'last' || window.unit === 'day' || window.unit === 'trading_day') return null
  return window.unit
}

/** 10年與30年殖利率: beside a bond, so many years are another one. */
function tenorOf({ time: { window, adjective } }: Of<'time'>): Sense | null {
  if (!adjective || window.kind !== 'last' || (window.unit !== 'year' && window.unit !== 'month')) return null
  const id = `${window.n}${window.unit === 'year' ? 'Y' : 'M'}`
  return { t: 'entity', entity: { subject: 'bond', id, name: id } }
}
