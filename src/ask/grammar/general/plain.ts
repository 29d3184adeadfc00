import { dimension } from '../../typing.ts'
import type { Clause } from '../clause/clause.ts'
import type { Phrase } from '../measures/phrase.ts'
import { price } from '../measures/price.ts'
import { bothEnds } from './bothEnds.ts'
import { constrained } from './conditions.ts'
import { eachOfThem, investors, isAll } from './investors.ts'
import { one } from './one.ts'
import { columnOf, isChange, isPrice } from './phrases.ts'
import { failClause, mean, output, type State, spends } from './state.ts'
import { spanOf } from './windows.ts'

const namesPrice = (phrase: Phrase): boolean =>
  isPrice(phrase) || (phrase.composite === 'return' && phrase.direction === undefined)

const isOfPrice = ({ composite }: Phrase): boolean => composite === 'volatility' || composite === 'drawdown'

/** Clauses that name measures: to be shown, to be held to an amount, to put the rows in order. */
export function plain(state: State, clause: Clause): void {
  spends(
    clause,
    'columns',
    'composite',
    'line',
    'actor',
    'flow',
    'growth',
    'time',
    'compare',
    'number',
    'quantity',
    'range',
    'fold',
    'move',
    'sign',
    'share',
    'every',
    'traded',
    'doubled',
  )
  const { said, moves } = clause
  if (clause.phrases.some(isOfPrice) && clause.phrases.some(namesPrice)) {
    // 股價波動率 names the price only to say what of.
    plain(state, { ...clause, phrases: clause.phrases.filter((phrase) => !namesPrice(phrase)) })
    return
  }
  if (bothEnds(state, clause)) return
  const held = clause.phrases.some(({ composite }) => composite === 'large_holders' || composite === 'small_holders')
  const [only, ...rest] = clause.phrases
  const isShare = (): boolean =>
    only !== undefined && rest.length === 0 && dimension(mean(state, only, undefined).measure) === 'percent'
  if (said.share && clause.phrases.length === 3 && isExplained(state, clause)) {
    // A ratio, and in brackets what it is of what.
    const { share: _, ...rest } = said
    plain(state, { ...clause, phrases: clause.phrases.slice(0, 1), said: rest })
    return
  }
  if (said.share && clause.phrases.length !== 2 && !held && !isShare()) failClause('unsupported', clause)
  if (said.share && clause.phrases.length === 2 && ranksPart(clause)) failClause('two_readings', clause)
  if (said.share && clause.phrases.length === 2) {
    // "What share of its volume was …" names the whole first.
    const [part, whole] = clause.shareAt === 0 && rest.length === 1 ? [rest[0]!, only!] : [only!, rest[0]!]
    one(state, { ...part, of: whole }, clause)
    return
  }
  if (isPartOf(state, clause)) {
    one(state, { ...only!, of: rest[0]! }, clause)
    return
  }
  const returns = clause.phrases.filter(({ composite }) => composite === 'return')
  const others = clause.phrases.filter(({ composite }) => composite !== 'return')
  if (returns.length > 0 && others.length > 0 && moves.length === 0) withReturns(state, clause, returns, others)
  else if (clause.phrases.length > 1 && clause.phrases.every(({ who }) => who !== undefined)) investors(state, clause)
  else if (
    (state.gathered.has('both') || saysEach(state)) &&
    clause.phrases.length === 1 &&
    isAll(clause.phrases[0]!, state)
  )
    eachOfThem(state, clause)
  else
    for (const [i, phrase] of clause.phrases.entries()) {
      const last = clause.phrases.length - 1
      const order = Math.min(clause.orderAt ?? last, last)
      // What is said about an amount belongs to the measure it stands beside.
      const constraints = clause.constraints.filter(({ at = last }) => Math.min(at, last) === i)
      const { most, rank, sorted, ...said } = clause.said
      const own = i === order ? clause.said : said
      one(state, phrase, {
        ...clause,
        constraints,
        said: i === last ? own : { ...(i === order ? { most, rank, sorted } : {}) },
        unordered: last > 0 && i !== order,
      })
    }
}

/** 當沖比重（當沖成交量除以成交量): the second and the third only say what the first is. */
function isExplained(state: State, { phrases }: Clause): boolean {
  const [ratio, part, whole] = phrases as [Phrase, Phrase, Phrase]
  const text = (phrase: Phrase): string => JSON.stringify(mean(state, phrase, undefined).measure)
  return text(ratio) === text({ ...part, of: whole })
}

/** "all three institutional groups": each of them, and not what they did together. */
const saysEach = ({ gathered: { items }, named, alone }: State): boolean =>
  !named &&
  !alone &&
  items.some(({ sense, token }) => sense.t === 'actor' && sense.who === 'all' && /all three/i.test(token.text))

/** 買超前十名占成交量比重: the first by what they bought, or by its share; nobody said which. */
const ranksPart = ({ items }: Clause): boolean => {
  const at = (kind: string): number => items.findIndex(({ sense }) => sense.t === kind)
  return at('rank') > 0 && at('rank') < at('share') && !/^[a-z]/i.test(items[at('share')]!.token.text)
}

/** The first so many by what they gained: gainers, or the number before the other measure. */
function ranksReturns({ gathered: { items } }: State): boolean {
  const at = (kind: string): number => items.findIndex(({ sense }) => sense.t === kind)
  const [returned, ranked, measured] = [at('composite'), at('rank'), at('columns')]
  if (ranked < 0) return false
  return (
    /gainer|loser|winner|decliner|advancer|performer/i.test(items[returned]?.token.text ?? '') ||
    (returned < ranked && ranked < measured)
  )
}

/** "exceeded 20% of volume": a percentage of the measure that follows it. */
function isPartOf(state: State, { phrases, constraints, items }: Clause): boolean {
  const [first, second, ...more] = phrases
  const [limit] = constraints
  if (!first || !second || more.length > 0 || constraints.length !== 1 || limit!.unit !== 'percent') return false
  const at = items.findIndex(({ sense }) => sense.t === 'quantity')
  if (at < 0 || items[at + 1]?.sense.t !== 'columns') return false
  const [one, other] = [first, second].map((phrase) => dimension(mean(state, phrase, undefined).measure))
  return one === other && one !== 'percent'
}

/** A rise or fall beside another measure: a return of its own, or the way that measure went. */
function withReturns(state: State, clause: Clause, returns: readonly Phrase[], others: readonly Phrase[]): void {
  const [first] = others
  const direction = returns[0]!.direction
  if (others.every(isPrice)) {
    for (const phrase of returns) one(state, phrase, clause)
    const single = state.named || state.alone
    // Over a time the price only says what it is that went up.
    if (spanOf(clause) && !state.gathered.has('daily')) {
      if (single)
        for (const phrase of others)
          output(state, mean(state, phrase, undefined).name, mean(state, phrase, undefined).measure)
      return
    }
    if (clause.constraints.length === 0 && single)
      for (const phrase of others) one(state, phrase, { ...clause, said: {} })
    return
  }
  // How several levels went over one time: the index with dividends and the one without.
  if (others.length > 1 && returns.length === 1 && !direction && clause.constraints.length === 0 && spanOf(clause)) {
    for (const phrase of others)
      one(state, phrase, { ...clause, phrases: [phrase], moves: [{ t: 'move', direction: 'any', percent: true }] })
    return
  }
  if (others.length > 1 || returns.length > 1) failClause('unsupported', clause)
  if (direction && ranksReturns(state)) {
    // 漲幅前十名的成交量: the order is of the returns, and the measure is what is shown of them.
    one(state, returns[0]!, { ...clause, phrases: returns, constraints: [] })
    one(state, first!, { ...clause, phrases: [first!], said: {} })
    return
  }
  if (clause.said.rank && !direction && clause.constraints.length === 0) {
    // The largest of one measure, with their returns beside it.
    one(state, first!, clause)
    one(state, returns[0]!, { ...clause, said: {} })
    return
  }
  if (isChange(first!)) one(state, { ...first!, ...(direction ? { direction } : {}) }, clause)
  else {
    const percent = columnOf(first!) === 'return_index'
    one(state, first!, {
      ...clause,
      moves: [{ t: 'move', direction: direction ?? 'any', ...(percent ? { percent } : {}) }],
    })
  }
}

/** A clause without a measure: an amount of money alone is a price. */
export function bare(state: State, clause: Clause): void {
  const [constraint] = clause.constraints
  const { subject } = state.about
  if (
    constraint &&
    (constraint.unit === 'TWD' || constraint.unit === 'USD') &&
    (subject === 'stock' || subject === 'us')
  ) {
    spends(clause, 'compare', 'number', 'quantity', 'range', 'time', 'above')
    const close = price(state.context)!
    output(state, 'close', close)
    state.conditions.push(constrained(close, constraint, false))
    return
  }
  spends(clause, 'time')
}
