import type { Facts } from '../../facts.ts'
import type { Measure, Representation, Universe } from '../../representation.ts'
import { readClause } from '../clause/readClause.ts'
import type { Gathered } from '../gather.ts'
import { isKind } from '../items/items.ts'
import { meaningOf } from '../measures/meaning.ts'
import { type Phrase, plainContext } from '../measures/phrase.ts'
import { windowFor } from '../measures/window.ts'
import { Refusal } from '../refusal.ts'
import { segmentsOf } from '../segments.ts'
import { spent } from './spent.ts'

/** Funds hold the stocks, so their market value is no part of a market's. */
export const ofCompanies: Universe = { type: ['stock'] }
/** 大盤 is the listed market; of any other word for the market, both exchanges are. */
const ofBoard: Universe = { market: ['TWSE'], ...ofCompanies }
const isBoard = /大盤|上市|taiex/i

/** Whether a company, or the part of the market that is named, can belong to the whole. */
function isInside(whole: Universe, ids: readonly string[], part: Universe, { securities }: Facts): boolean {
  const fits = (asked: readonly string[] | undefined, found: readonly string[] | undefined): boolean =>
    !asked || !found || found.every((value) => asked.includes(value))
  if (ids.length === 0) return fits(whole.market, part.market) && fits(whole.type, part.type)
  return ids.every((id) =>
    securities.some((one) => one.id === id && fits(whole.market, [one.market]) && fits(whole.type, [one.type])),
  )
}

const turnover = [{ subject: 'stock' as const, dataset: 'TaiwanStockPrice', column: 'turnover' }]

/** How much of the whole market a company or an industry makes up. */
export function answerShare(gathered: Gathered): Representation | null {
  const { has, entities, universe, items, facts } = gathered
  if (!has('whole_market')) return null
  const ids = entities.filter(({ subject }) => subject === 'stock').map(({ id }) => id)
  const isPart = Object.keys(universe).length > 0
  const clauses = segmentsOf(
    items.filter(({ sense }) => !['entity', 'part', 'ask', 'noun', 'whole_market', 'versus'].includes(sense.t)),
  ).map(readClause)
  const [said, ...more] = clauses.flatMap((clause) => clause.phrases)
  // "share of market turnover" names the measure itself.
  const ofTurnover =
    isPart && items.some((item) => isKind(item, 'whole_market') && /turnover|成交/i.test(item.token.text))
  const phrase: Phrase | undefined = said ?? (ofTurnover ? { readings: turnover, text: '' } : undefined)
  const time = clauses.flatMap((clause) => clause.times)[0]
  const isWeight = phrase?.readings?.some(({ column }) => column === 'weight_percent') ?? false
  if (!phrase || isWeight) {
    // Without a measure it is the weight in the index.
    if (ids.length === 0) return null
    spent(gathered, ['whole_market', 'entity', 'ask', 'time', 'noun', 'in', 'join', 'versus', 'columns'])
    const series = time && !['latest', 'back', 'on'].includes(time.window.kind)
    return {
      shape: series ? 'series' : 'entities',
      dataset: 'TaiwanStockMarketValueWeight',
      universe: { ids },
      when: time?.window ?? { kind: 'latest' },
      select: [
        {
          as: 'weight_percent',
          of: { kind: 'column', dataset: 'TaiwanStockMarketValueWeight', column: 'weight_percent' },
        },
      ],
      where: [],
      by: [],
      order: [],
      limit: null,
      notes: [],
    }
  }
  if (more.length > 0 || (ids.length === 0 && !isPart) || ids.length > 1) return null
  spent(gathered, [
    'whole_market',
    'entity',
    'part',
    'columns',
    'actor',
    'flow',
    'ask',
    'time',
    'noun',
    'in',
    'join',
    'fold',
  ])
  const context = plainContext('stock')
  const meant = meaningOf(phrase, context, time)
  if (!meant) throw new Refusal('not_understood', 'does_not_fit', [phrase.text])
  const words = items.filter((item) => isKind(item, 'whole_market')).map(({ token }) => token.text)
  const isValue = meant.dataset === 'TaiwanStockMarketValue'
  const whole = !isValue ? {} : words.some((text) => isBoard.test(text)) ? ofBoard : ofCompanies
  if (!isInside(whole, ids, universe, facts)) throw new Refusal('not_understood', 'does_not_fit', words)
  const window = time && windowFor(time, meant.dataset)
  const isSpan = window !== undefined && !['latest', 'back', 'on'].includes(window.kind)
  if (isSpan && !meant.flow) return null
  const inner: Measure = isSpan ? { kind: 'over', fn: 'sum', of: meant.measure, window } : meant.measure
  const part: Measure = {
    kind: 'across',
    fn: 'sum',
    of: inner,
    where: [{ kind: 'member', universe: ids.length > 0 ? { ids } : universe }],
  }
  const all_: Measure = { kind: 'across', fn: 'sum', of: inner }
  return {
    shape: 'groups',
    dataset: meant.dataset,
    universe: whole,
    when: isSpan || !window ? { kind: 'latest' } : window,
    by: [],
    select: [
      { as: 'part', of: part },
      { as: 'whole', of: all_ },
      { as: 'share_percent', of: { kind: 'arithmetic', op: 'percent', left: part, right: all_ } },
    ],
    where: [],
    order: [],
    limit: null,
    notes: [],
  }
}
