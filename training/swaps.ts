import { find } from '../src/catalogue/index.ts'

/**
 * Words of which one in place of the other changes a meaning in a known way: the model learns from such pairs to look at
 * the word that decides. A swap is made only where the word stands once in the question and its tokens once in the
 * meaning.
 */
type Side = {
  readonly words: RegExp
  readonly instead: readonly string[]
  readonly tokens: (tokens: readonly string[]) => number[]
}
type Swap = {
  readonly sides: readonly Side[]
  readonly turn: (tokens: string[], places: readonly number[], to: number) => string[] | null
}

const placesOf =
  (wanted: (token: string, at: number, all: readonly string[]) => boolean) => (tokens: readonly string[]) =>
    tokens.flatMap((token, at) => (wanted(token, at, tokens) ? [at] : []))

/** Single tokens that stand for each other. */
const single = (...sides: readonly (readonly [RegExp, readonly string[], readonly string[]])[]): Swap => ({
  sides: sides.map(([words, instead, own]) => ({ words, instead, tokens: placesOf((token) => own.includes(token)) })),
  turn: (tokens, places, to) => {
    const own = sides.findIndex(([, , list]) => list.includes(tokens[places[0]!]!))
    const index = sides[own]![2].indexOf(tokens[places[0]!]!)
    const next = sides[to]![2][index]
    return next === undefined ? null : tokens.map((token, at) => (at === places[0] ? next : token))
  },
})

/** Columns that differ by the beginning of their name: those of foreign investors and those of dealers. */
const prefixed = (...sides: readonly (readonly [RegExp, readonly string[], string])[]): Swap => ({
  sides: sides.map(([words, instead, prefix]) => ({
    words,
    instead,
    tokens: placesOf((token) => token.startsWith(`c:${prefix}_`) || token === `v:"${prefix}"`),
  })),
  turn: (tokens, places, to) => {
    const [, , prefix] = sides[to]!
    const turned = tokens.map((token, at) =>
      places.includes(at)
        ? token.startsWith('v:')
          ? `v:"${prefix}"`
          : token.replace(/^c:(foreign_investor|investment_trust|dealer|margin_purchase|short_sale)_/, `c:${prefix}_`)
        : token,
    )
    // The other column must exist wherever the first one stood.
    const datasets = tokens.flatMap((token) => (token.startsWith('d:') ? [token.slice(2)] : []))
    const isThere = (token: string) => datasets.some((name) => Object.hasOwn(find(name)?.columns ?? {}, token.slice(2)))
    return places.every((at) => turned[at]!.startsWith('v:') || isThere(turned[at]!)) ? turned : null
  },
})

/** A comparison with a number that is not the zero of a positive ratio. */
const comparison = (op: string) =>
  placesOf((token, at, all) => token === op && !(all[at + 1]?.startsWith('number') && all[at + 2] === 'n:0'))

const window = (kind: string, unit: string) =>
  placesOf((token, at, all) => token === kind && all[at + 1] === `w:${unit}`)
const period = (
  unit: string,
  now: RegExp,
  nowWords: readonly string[],
  before: RegExp,
  beforeWords: readonly string[],
): Swap => ({
  sides: [
    { words: now, instead: nowWords, tokens: window('this', unit) },
    { words: before, instead: beforeWords, tokens: window('previous', unit) },
  ],
  turn: (tokens, places, to) => tokens.map((token, at) => (at === places[0] ? ['this', 'previous'][to]! : token)),
})

export const swaps: readonly Swap[] = [
  prefixed(
    [/外資|外资|foreign investors|foreigners/gi, ['外資', 'foreign investors'], 'foreign_investor'],
    [/投信|investment trusts|the trusts/gi, ['投信', 'investment trusts'], 'investment_trust'],
    [/自營商|自营商|dealers/gi, ['自營商', 'dealers'], 'dealer'],
  ),
  prefixed([/融資|融资/g, ['融資'], 'margin_purchase'], [/融券/g, ['融券'], 'short_sale']),
  single(
    [/最高|最大|最多|highest|largest|biggest|most\b/gi, ['最高', 'highest'], ['w:true', 'w:max']],
    [/最低|最小|最少|lowest|smallest|least\b/gi, ['最低', 'lowest'], ['w:false', 'w:min']],
  ),
  single(
    [/買超|买超|net bought|net buying|net buys/gi, ['買超', 'net bought'], ['w:true', 'w:>']],
    [/賣超|卖超|net sold|net selling|net sells/gi, ['賣超', 'net sold'], ['w:false', 'w:<']],
  ),
  {
    sides: [
      {
        words: /高於|超過|大於|高于|超过|above|more than|greater than|over(?= \d)/gi,
        instead: ['高於', 'above'],
        tokens: comparison('w:>'),
      },
      {
        words: /低於|小於|不到|低于|below|less than|under(?= \d)/gi,
        instead: ['低於', 'below'],
        tokens: comparison('w:<'),
      },
    ],
    turn: (tokens, places, to) => tokens.map((token, at) => (at === places[0] ? ['w:>', 'w:<'][to]! : token)),
  },
  single(
    [/上市|TWSE(?:-listed)?|on the main board/gi, ['上市', 'TWSE'], ['w:TWSE', 'v:"TWSE"']],
    [/上櫃|上柜|TPEx|OTC/gi, ['上櫃', 'OTC'], ['w:TPEX', 'v:"TPEX"']],
  ),
  single(
    [/大盤|加權指數|大盘|TAIEX/gi, ['大盤', 'the TAIEX'], ['i:TAIEX']],
    [/櫃買指數|櫃買|柜买|TPEx index/gi, ['櫃買指數', 'the TPEx index'], ['i:TPEX']],
  ),
  single(
    [/上穿|突破|站上|向上穿越|crosses above|crossed above/gi, ['突破', 'crossed above'], ['w:up']],
    [/跌破|下穿|死亡交叉|crosses below|crossed below/gi, ['跌破', 'crossed below'], ['w:down']],
  ),
  period('month', /這個月|本月|这个月|this month/gi, ['這個月', 'this month'], /上個月|上月|上个月|last month/gi, [
    '上個月',
    'last month',
  ]),
  period(
    'week',
    /這週|本週|這禮拜|這星期|这周|this week/gi,
    ['這週', 'this week'],
    /上週|上禮拜|上星期|上周|last week/gi,
    ['上週', 'last week'],
  ),
  period('year', /今年以來|今年|this year/gi, ['今年', 'this year'], /去年|last year/gi, ['去年', 'last year']),
  single(
    [
      /(?<=\d ?)(?:個交易日|交易日|日|天|d\b| ?days| ?sessions| ?trading days)/gi,
      ['個交易日', ' sessions'],
      ['w:trading_day'],
    ],
    [/(?<=\d ?)(?:週|周|個禮拜|w\b| ?weeks)/gi, ['週', ' weeks'], ['w:week']],
    [/(?<=\d ?)(?:個月|个月|m\b| ?months)/gi, ['個月', ' months'], ['w:month']],
  ),
]

const isChinese = (text: string): boolean => /[\u4e00-\u9fff]/.test(text)

/** What a question and its meaning become by each swap that is possible. */
export function* swapped(text: string, tokens: readonly string[]): Iterable<{ text: string; tokens: string[] }> {
  for (const { sides, turn } of swaps)
    for (const [own, { words, tokens: placesIn }] of sides.entries()) {
      const found = [...text.matchAll(words)]
      if (found.length !== 1) continue
      const places = placesIn(tokens)
      const isPrefix = places.length > 0 && places.every((at) => /^[cv]:/.test(tokens[at]!))
      if (places.length === 0 || (places.length > 1 && !isPrefix)) continue
      // Words of another side would contradict.
      if (sides.some((side, at) => at !== own && (text.match(side.words) || side.tokens(tokens).length > 0))) continue
      for (const [to, { instead }] of sides.entries()) {
        if (to === own) continue
        const turned = turn([...tokens], places, to)
        const word = instead.find((one) => isChinese(one) === isChinese(found[0]![0])) ?? null
        if (turned && word !== null)
          yield {
            text: text.slice(0, found[0]!.index) + word + text.slice(found[0]!.index + found[0]![0].length),
            tokens: turned,
          }
      }
    }
}
