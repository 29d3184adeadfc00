import type { Representation } from '../representation.ts'

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
  [/\bfirst and (?:the )?(?:last|most recent|latest)\b/, /./],
  [/第一个|最早/, /最后一个|最晚/],
]

/** The highest and the lowest price of a day are columns of it, no ends. */
const isOfPrices = (text: string): boolean =>
  /最高[价点]?[、和跟与及,，减–~-]?最低[价点]?(?!的)|high(?:est)? (?:and|&) low(?:est)?\b/.test(text) &&
  !/哪|which|who/.test(text)

/** Whether a question asks for both ends of a ranking. */
export const hasBothEnds = (text: string): boolean =>
  !isOfPrices(text) && pairs.some(([one, other]) => one.test(text) && other.test(text))

/** Whether a meaning ranks to one end where the question asks for both. */
export const missesAnEnd = ({ order, limit, ends, per, where }: Representation, text: string): boolean =>
  limit !== null && order.length === 1 && !ends && per === undefined && where.length === 0 && hasBothEnds(text)
