import type { QuantityUnit, Span } from '../representation.ts'
import { type Atom, atomsOf, textOf } from './atoms.ts'
import { any, choice, count, either, maybe, type Pattern, seq } from './match.ts'
import { numberAt } from './numbers.ts'
import type { Sense, Token } from './senses.ts'
import { timeAt } from './time.ts'
import type { Vocabulary } from './vocabulary.ts'

type Candidate = { readonly next: number; readonly sense: Sense }

/** Units that may follow a number; 成 is a tenth, so many percent. */
const units: readonly (readonly [Pattern, QuantityUnit | null, number])[] = [
  [any('%|趴|個百分點|百分點|percent|pct|per cent|percentage point|pp'), 'percent', 1],
  [any('成'), 'percent', 10],
  [any('倍|times|x'), 'times', 1],
  [any('元|塊|塊錢|元台幣|新台幣|twd|ntd|nt dollar|元以'), 'TWD', 1],
  [any('美元|usd|us dollar|美金'), 'USD', 1],
  // Of the country that the question is about.
  [any('dollar'), null, 1],
  [any('張|lots|lot'), 'lots', 1],
  [any('股|share'), 'shares', 1],
  [any('口|contract'), 'contracts', 1],
  [any('點|point|index point'), 'points', 1],
  [any('人|戶|people|holder|shareholder'), 'people', 1],
]
const currency: readonly (readonly [Pattern, QuantityUnit])[] = [
  [any('nt$|ntd|twd|nt|nt $'), 'TWD'],
  [any('us$|usd|us $'), 'USD'],
  [any('$'), 'TWD'],
]

const unitAt = (atoms: readonly Atom[], from: number): { next: number; unit: QuantityUnit | null; factor: number } => {
  for (const [pattern, unit, factor] of units) {
    const after = pattern(atoms, from)
    if (after) return { next: after.next, unit, factor }
  }
  return { next: from, unit: null, factor: 1 }
}
const lowEnd = any('between|from|介於|在|介在')
const middle = any('and|to|到|至|和|與|~|-|跟')
const highEnd = any('之間|之內|間')

/** "between 10 and 50 billion" means billions twice. */
function scaleAt(atoms: readonly Atom[], from: number, value: number): number {
  const plain = atoms[from]?.kind === 'number' ? Number(atoms[from]!.text) : 0
  return plain > 0 && value / plain >= 1000 ? value / plain : 1
}

/** "between 5 and 10", 5到10倍之間. */
function rangeAt(atoms: readonly Atom[], from: number): Candidate | null {
  const opened = lowEnd(atoms, from)
  const sign = any('nt$|us$|$|nt')(atoms, opened?.next ?? from)
  const low = numberAt(atoms, sign?.next ?? opened?.next ?? from)
  if (!low) return null
  const lowUnit = unitAt(atoms, low.next)
  const link = middle(atoms, lowUnit.next)
  if (!link) return null
  const again = any('nt$|us$|$|nt')(atoms, link.next)
  const high = numberAt(atoms, again?.next ?? link.next)
  if (!high) return null
  const unit = unitAt(atoms, high.next)
  const closed = highEnd(atoms, unit.next)
  if (!opened && !closed && unit.unit === null) return null
  if (high.value < low.value) return null
  const scale = scaleAt(atoms, again?.next ?? link.next, high.value)
  const alike =
    low.next === (sign?.next ?? opened?.next ?? from) + 1 && lowUnit.unit === null && low.value * scale <= high.value
  const factor = lowUnit.unit ? lowUnit.factor : unit.factor
  return {
    next: closed?.next ?? unit.next,
    sense: {
      t: 'range',
      low: low.value * factor * (alike ? scale : 1),
      high: high.value * unit.factor,
      unit: unit.unit ?? lowUnit.unit ?? (sign ? 'TWD' : null),
    },
  }
}

/** 50%, 三成, 5000張, NT$100 billion, or a number alone. */
function quantityAt(atoms: readonly Atom[], from: number): Candidate[] {
  for (const [pattern, unit] of currency) {
    const sign = pattern(atoms, from)
    const amount = sign && numberAt(atoms, sign.next)
    if (amount) return [{ next: amount.next, sense: { t: 'quantity', value: amount.value, unit } }]
  }
  const range = rangeAt(atoms, from)
  if (range) return [range]
  const percent = any('百分之')(atoms, from)
  const hundredth = percent && numberAt(atoms, percent.next)
  if (hundredth) return [{ next: hundredth.next, sense: { t: 'quantity', value: hundredth.value, unit: 'percent' } }]
  const number = numberAt(atoms, from)
  if (!number) return []
  const found: Candidate[] = [{ next: number.next, sense: { t: 'number', value: number.value } }]
  for (const [pattern, unit, factor] of units) {
    const after = pattern(atoms, number.next)
    if (after) found.push({ next: after.next, sense: { t: 'quantity', value: number.value * factor, unit } })
  }
  return found
}

const line = either(
  seq(count('n', 2, 1000), any('日均線|日移動平均線|日移動平均|日ma|天均線|天移動平均|日線|日平均線|日均價')),
  seq(
    count('n', 2, 1000),
    any(
      'day moving average|day ma|day sma|day simple moving average|dma|day average price|day average close|day average closing price',
    ),
  ),
  seq(any('ma|sma|moving average'), maybe(any('(')), count('n', 2, 1000), maybe(any(')'))),
)
const unit = choice('unit', {
  trading_day: '天|日|個交易日|交易日|day|trading day|session|日內',
  week: '週|周|個禮拜|week',
  month: '個月|month',
  quarter: '季|個季度|quarter',
  year: '年|year',
})
/** 連續三天, 連三(紅), "three straight days". */
const run = either(
  seq(any('連續|連|接連|連著'), count('n', 2, 250), unit, maybe(any('以上|或以上'))),
  seq(count('n', 2, 250), any('consecutive|straight|successive'), maybe(unit)),
  seq(count('n', 2, 250), unit, any('in a row|running|straight|consecutively|on end|in succession')),
)
const shortRun: Pattern = (atoms, from) => {
  const found = seq(any('連'), count('n', 2, 60))(atoms, from)
  return found && ['买', '卖', '涨', '跌', '红', '黑', '升', '降', '增', '减'].includes(atoms[found.next]?.text ?? '')
    ? found
    : null
}
const averageVolume = either(
  seq(count('n', 2, 400), any('日均量|日平均成交量|日均成交量|日平均量|天均量|天平均成交量')),
  seq(
    count('n', 2, 400),
    any('day average volume|day average trading volume|day avg volume|day mean volume|day average daily volume'),
  ),
  seq(
    any('近|過去|最近|前'),
    count('n', 2, 400),
    any('日均量|日平均成交量|日均成交量|日平均量|天平均成交量|個交易日平均成交量|個交易日均量'),
  ),
  seq(
    any(
      'average volume of the last|average volume over the last|average volume of the past|average volume over the past|average trading volume of the last|average trading volume over the last',
    ),
    count('n', 2, 400),
    any('day|trading day|session'),
  ),
)
const top = either(
  seq(any('前'), count('n', 1, 1000), maybe(any('名|大|檔|高|強|家|支|筆|隻|個|位|檔股票|名股票|大股票'))),
  seq(any('top'), count('n', 1, 1000)),
  seq(count('n', 1, 1000), any('largest|biggest|highest|greatest|most|strongest|best|widest|heaviest')),
)
const bottom = either(
  seq(any('後|倒數|末'), count('n', 1, 1000), maybe(any('名|大|檔|家|支|筆|位'))),
  seq(any('bottom|worst|lowest'), count('n', 1, 1000)),
  seq(count('n', 1, 1000), any('smallest|lowest|worst|weakest|cheapest|least')),
)
const pieces = seq(
  count('n', 1, 1000),
  maybe(any('的')),
  any(
    '檔|支|隻|家|檔股票|支股票|家公司|stock|company|share|name|security|個股|檔個股|largest company|of them|of these',
  ),
)
/** Five sectors, 三個產業: the word after it is read for itself. */
const several: Pattern = (atoms, from) => {
  const found = seq(count('n', 1, 100), maybe(any('個|大')))(atoms, from)
  return found && ['类', '产', 'sector', 'industry'].includes(atoms[found.next]?.text ?? '') ? found : null
}
/** The traders whose positions are published together. */
const traders = either(
  seq(
    any('top|largest|biggest'),
    choice('n', { 5: 'five|5', 10: 'ten|10' }),
    any('trader|large trader|largest trader'),
  ),
  seq(maybe(any('前')), choice('n', { 5: '五大|5大', 10: '十大|10大' }), any('交易人|大額交易人')),
)
const specific = either(
  seq(
    any('top|largest|biggest'),
    choice('n', { 5: 'five|5', 10: 'ten|10' }),
    any('institution|specific institution|institutional trader|institutional investor'),
  ),
  seq(maybe(any('前')), choice('n', { 5: '五大|5大', 10: '十大|10大' }), any('特定法人')),
)

/** What the patterns see at an atom; the lexicon sees the rest. */
function patternsAt(atoms: readonly Atom[], from: number, today: string): Candidate[] {
  const found: Candidate[] = quantityAt(atoms, from)
  const add = (pattern: Pattern, mean: (n: number) => Sense): void => {
    const match = pattern(atoms, from)
    if (match) found.push({ next: match.next, sense: mean(Number(match.got.n)) })
  }
  const time = timeAt(atoms, from, today)
  if (time) found.push({ next: time.next, sense: { t: 'time', time: time.time } })
  add(line, (n) => ({ t: 'line', n }))
  const running = run(atoms, from)
  if (running)
    found.push({
      next: running.next,
      sense: { t: 'streak', n: Number(running.got.n), unit: (running.got.unit ?? 'trading_day') as Span },
    })
  add(shortRun, (n) => ({ t: 'streak', n, unit: 'trading_day' }))
  add(averageVolume, (n) => ({ t: 'composite', composite: 'average_volume', n }))
  add(top, (n) => ({ t: 'rank', n, end: 'top' }))
  add(bottom, (n) => ({ t: 'rank', n, end: 'bottom' }))
  add(pieces, (n) => ({ t: 'rank', n }))
  add(several, (n) => ({ t: 'rank', n }))
  for (const [pattern, who] of [
    [traders, 'trader'],
    [specific, 'specific'],
  ] as const)
    add(pattern, (n) => ({ t: 'traders', top: n === 10 ? 10 : 5, who }))
  return found
}

const unknown = 12
/** A dataset's title is what is meant only where no shorter words are. */
const weigh = (senses: readonly Sense[]): number => {
  if (senses.every(({ t }) => t === 'filler')) return 1.05
  return senses.every(({ t }) => t === 'dataset') ? 2.6 : 1
}

/** Covers the question with as few known pieces as can be; what no piece covers is left as unknown tokens. */
export function scan(question: string, vocabulary: Vocabulary, today: string): { tokens: Token[]; unknown: Token[] } {
  const atoms = atomsOf(question)
  const texts = atoms.map(({ text }) => text)
  const edges: Map<number, Sense[]>[] = atoms.map((_, from) => {
    const at = new Map<number, Sense[]>()
    const add = (next: number, sense: Sense): void => {
      const senses = at.get(next) ?? []
      senses.push(sense)
      at.set(next, senses)
    }
    for (const { next, sense } of patternsAt(atoms, from, today)) add(next, sense)
    for (const { next, values } of vocabulary.trie.at(texts, from)) for (const sense of values) add(next, sense)
    return at
  })
  const cost = new Array<number>(atoms.length + 1).fill(Number.POSITIVE_INFINITY)
  const step = new Array<number>(atoms.length + 1).fill(-1)
  cost[atoms.length] = 0
  for (let from = atoms.length - 1; from >= 0; from--) {
    cost[from] = unknown + cost[from + 1]!
    step[from] = from + 1
    for (const [next, senses] of edges[from]!) {
      const total = weigh(senses) + cost[next]!
      if (total < cost[from]! || (total === cost[from]! && next > step[from]!)) {
        cost[from] = total
        step[from] = next
      }
    }
  }
  const tokens: Token[] = []
  const missed: Token[] = []
  for (let from = 0; from < atoms.length; ) {
    const next = step[from]!
    const senses = edges[from]!.get(next) ?? []
    const token: Token = { from, to: next, text: textOf(question, atoms.slice(from, next)), senses }
    if (senses.length > 0) tokens.push(token)
    else {
      const last = missed.at(-1)
      if (last && last.to === from)
        missed[missed.length - 1] = { ...last, to: next, text: textOf(question, atoms.slice(last.from, next)) }
      else missed.push(token)
    }
    from = next
  }
  return { tokens, unknown: missed }
}
