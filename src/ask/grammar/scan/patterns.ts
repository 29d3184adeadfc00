import type { Span } from '../../representation.ts'
import type { Atom } from '../atoms.ts'
import { any, choice, count, either, maybe, type Pattern, seq } from '../match.ts'
import type { Sense } from '../senses.ts'
import { timeAt } from '../time/timeAt.ts'
import { clockAt } from './clock.ts'
import { holdersAt } from './holders.ts'
import { type Candidate, quantityAt } from './quantities.ts'

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

const ordinal = choice('n', {
  2: 'second|2nd',
  3: 'third|3rd',
  4: 'fourth|4th',
  5: 'fifth|5th',
  6: 'sixth|6th',
  7: 'seventh|7th',
  8: 'eighth|8th',
  9: 'ninth|9th',
  10: 'tenth|10th',
})

/** 第二大, 排名第5, "the third largest": one place in an order. */
const placeFromTop = either(
  seq(any('第'), count('n', 2, 100), any('大|高|多|強|名|貴')),
  seq(any('排名第|排第|排行第|名列第'), count('n', 2, 100), maybe(any('名|位'))),
  seq(ordinal, any('largest|biggest|highest|greatest|most|strongest|best')),
)
const placeFromBottom = either(
  seq(any('第'), count('n', 2, 100), any('低|小|少|弱|便宜')),
  seq(any('倒數第'), count('n', 1, 100), maybe(any('名|大|位'))),
  seq(ordinal, any('lowest|smallest|least|worst|weakest|cheapest')),
)

const pieces = seq(
  count('n', 1, 1000),
  maybe(any('的')),
  any(
    '檔|支|隻|家|則|篇|條|筆|筆交易|檔股票|支股票|家公司|則新聞|篇新聞|條新聞|stock|company|share|name|security|個股|檔個股|largest company|of them|of these',
  ),
)

/** 最近三次, "the last three ex-dividend dates": so many of what happens now and then. */
const occasions: Pattern = (atoms, from) => {
  const chinese = seq(any('最近|近|過去|前'), count('n', 1, 50), any('次|期|回'))(atoms, from)
  if (chinese) return chinese
  const found = seq(
    maybe(any('the')),
    any('last|past|previous|latest|most recent'),
    count('n', 2, 50),
    maybe(any('time')),
  )(atoms, from)
  const next = found && atoms[found.next]?.text
  return next && ['ex', 'dividend', 'payout', 'distribution', 'split', 'announcement'].includes(next) ? found : null
}

/** Five sectors, 三個產業: the word after it is read for itself. */
const several: Pattern = (atoms, from) => {
  const found = seq(count('n', 1, 100), maybe(any('個|大')))(atoms, from)
  return found &&
    ['类', '产', 'sector', 'industry', '期', '选', '商', 'futures', 'product', 'option'].includes(
      atoms[found.next]?.text ?? '',
    )
    ? found
    : null
}

/** The traders whose positions are published together. */
const traders = either(
  seq(
    any('top|largest|biggest'),
    choice('n', { 5: 'five|5', 10: 'ten|10' }),
    any('trader|large trader|largest trader|buyer|seller|holder|position holder|long|short'),
  ),
  seq(
    choice('n', { 5: 'five|5', 10: 'ten|10' }),
    any('largest buyer|largest seller|largest trader|biggest buyer|biggest seller|biggest trader|largest holder'),
  ),
  seq(maybe(any('前')), choice('n', { 5: '五大|5大', 10: '十大|10大' }), any('交易人|大額交易人|買方|賣方|買家|賣家')),
)

const specific = either(
  seq(
    any('top|largest|biggest'),
    choice('n', { 5: 'five|5', 10: 'ten|10' }),
    any('institution|specific institution|institutional trader|institutional investor'),
  ),
  seq(maybe(any('前')), choice('n', { 5: '五大|5大', 10: '十大|10大' }), any('特定法人')),
)

/** 202612, 202611W2 and 202611/202612: contracts by the month they expire in. */
const expiryAt = (atoms: readonly Atom[], from: number): { next: number; month: string } | null => {
  const isMonth = (at: number): boolean => /^20\d\d(?:0[1-9]|1[0-2])$/.test(atoms[at]?.text ?? '')
  if (!isMonth(from)) return null
  const month = atoms[from]!.text
  if (atoms[from + 1]?.text === '/' && isMonth(from + 2))
    return { next: from + 3, month: `${month}/${atoms[from + 2]!.text}` }
  const week = /^[wf]$/.test(atoms[from + 1]?.text ?? '') && /^[1-5]$/.test(atoms[from + 2]?.text ?? '')
  return week
    ? { next: from + 3, month: `${month}${atoms[from + 1]!.text.toUpperCase()}${atoms[from + 2]!.text}` }
    : { next: from + 1, month }
}

/** "of the top 20", "of the ten largest": out of an order. */
function insideAt(atoms: readonly Atom[], from: number): Candidate | null {
  const found = seq(any('of|among|amongst|out of|from|within'), maybe(any('the')))(atoms, from)
  return found && top(atoms, found.next) ? { next: found.next, sense: { t: 'inside' } } : null
}

/** What the patterns see at an atom; the lexicon sees the rest. */
export function patternsAt(atoms: readonly Atom[], from: number, today: string): Candidate[] {
  const found: Candidate[] = quantityAt(atoms, from)
  const add = (pattern: Pattern, mean: (n: number) => Sense): void => {
    const match = pattern(atoms, from)
    if (match) found.push({ next: match.next, sense: mean(Number(match.got.n)) })
  }
  const time = timeAt(atoms, from, today)
  if (time) found.push({ next: time.next, sense: { t: 'time', time: time.time } })
  const expiry = expiryAt(atoms, from)
  if (expiry) found.push({ next: expiry.next, sense: { t: 'expiry', month: expiry.month } })
  for (const special of [clockAt(atoms, from), holdersAt(atoms, from), insideAt(atoms, from)])
    if (special) found.push(special)
  add(line, (n) => ({ t: 'line', n }))
  const running = run(atoms, from)
  if (running)
    found.push({
      next: running.next,
      sense: { t: 'streak', n: Number(running.got.n), unit: (running.got.unit ?? 'trading_day') as Span },
    })
  add(shortRun, (n) => ({ t: 'streak', n, unit: 'trading_day' }))
  add(averageVolume, (n) => ({ t: 'composite', composite: 'average_volume', n }))
  add(placeFromTop, (n) => ({ t: 'rank', n, end: 'top', place: true }))
  add(placeFromBottom, (n) => ({ t: 'rank', n, end: 'bottom', place: true }))
  add(top, (n) => ({ t: 'rank', n, end: 'top' }))
  add(bottom, (n) => ({ t: 'rank', n, end: 'bottom' }))
  add(pieces, (n) => ({ t: 'rank', n }))
  add(occasions, (n) => ({ t: 'rank', n, recent: true }))
  add(several, (n) => ({ t: 'rank', n }))
  for (const [pattern, who] of [
    [traders, 'trader'],
    [specific, 'specific'],
  ] as const)
    add(pattern, (n) => ({ t: 'traders', top: n === 10 ? 10 : 5, who }))
  return found
}
