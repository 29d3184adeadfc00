import type { Condition, Representation } from '../representation.ts'

/** Words for the two ends of a ranking, one of each beside the other in one question. */
const pairs: readonly (readonly [RegExp, RegExp])[] = [
  [/买超?(?:得)?(?:最|前)|买进最/, /卖超?(?:得)?(?:最|前)|卖出最/],
  [/买超|买最/, /卖超?(?:最|前|第)/],
  [/涨(?:幅|得|最|停)?(?:最|前|第|榜)/, /跌(?:幅|得|最|停)?(?:最|前|第|榜)/],
  [/(?:涨幅|涨).{0,6}[和跟与及、]/, /跌幅(?:最|前|第)/],
  [/最高/, /最低/],
  [/最大/, /最小/],
  [/最多/, /最少/],
  [/增加?最/, /减少?最/],
  [
    /\b(?:biggest|largest|highest|(?<!at )most(?! recent)|top|best|heaviest|strongest|widest)\b/,
    /\b(?:smallest|lowest|(?<!at )least|bottom|worst|lightest|weakest|narrowest)\b/,
  ],
  [/\bgain(?:er)?s?\b/, /\blos(?:er|s)e?s?\b/],
  [/\bmost bought|biggest (?:net )?buy/, /\bmost sold|(?:biggest )?(?:net )?sell/],
  [/\b(?:biggest|largest) (?:increase|rise|gain|jump)/, /\b(?:biggest|largest) (?:decrease|fall|drop|decline|loss)/],
  [/第一个|最早/, /最后一个|最晚/],
]

/** The highest and the lowest price of a day are columns of it, no ends. */
const isOfPrices = (text: string): boolean =>
  /最高[价点]?[、和跟与及,，减–~-]?最低[价点]?(?!的)|high(?:est)? (?:and|&) low(?:est)?\b/.test(text) &&
  !/哪|which|who/.test(text)

/** What may stand between two ends of one thing: and, the, how many, of what. */
const between =
  /[和跟与及或、，,&/]|以及|还有|各自?|分别|的|股票|个股|公司|[多少大小高低差好]|前|第|\d+|[一二两三四五六七八九十]+|[个名档家支只天日类]|\b(?:and|or|vs|the|as well as|plus|stocks?|ones?|by|one|two|three|five|ten)\b/g

/** Both ends of a ranking in a question: whether they are of one thing, or of two; null where there are none. */
export function endsIn(text: string): 'of one' | 'of two' | null {
  if (isOfPrices(text)) return null
  if (/\bfirst and (?:the )?(?:last|most recent|latest)\b/.test(text)) return 'of one'
  let found: 'of two' | null = null
  for (const [one, other] of pairs) {
    const both = [one.exec(text), other.exec(text)]
    if (both.some((match) => match === null)) continue
    const [first, second] = both.map((match) => match!).sort((a, b) => a.index - b.index) as [
      RegExpExecArray,
      RegExpExecArray,
    ]
    const said = text.slice(first.index + first[0].length, Math.max(second.index, first.index + first[0].length))
    // The thing may be named with the second end again, before it or after it.
    const thing = said.replaceAll(between, ' ').trim()
    const after = text.slice(second.index + second[0].length).trimStart()
    if (thing === '' || text.slice(0, first.index).includes(thing) || after.startsWith(thing)) return 'of one'
    // What only sells is no end: that it does may be a condition.
    found =
      /最|前|第|榜|st\b|top|bottom/.test(first[0]) && /最|前|第|榜|st\b|top|bottom/.test(second[0]) ? 'of two' : found
  }
  return found
}

/** A ratio that must be above zero to be one is no condition that anybody said. */
const isOfRatio = (one: Condition): boolean =>
  one.kind === 'compare' &&
  one.left.kind === 'column' &&
  /^p[eb]_ratio$/.test(one.left.column) &&
  one.right.kind === 'number' &&
  one.right.value === 0

/** Whether a meaning ranks to one end where the question asks for both, or by one thing where it names two. */
export function missesAnEnd({ universe, order, limit, ends, per, where }: Representation, text: string): boolean {
  if (limit === null || order.length !== 1 || ends || per !== undefined) return false
  const asked = endsIn(text)
  return asked === 'of one' || (asked === 'of two' && where.every(isOfRatio) && !universe.top)
}
