import type { Representation } from '../representation.ts'
import { plainText } from './text.ts'

/** Words by which a question names the unit of its answer: lots, hundred millions, basis points. */
const unitWords =
  /[亿万兆张口千百仟佰]|[xk]?\d ?[mbk]\b|\b(?:hundred|thousand|grand|[mbt]|mn|mm|mio|mil|mln|bn|bln|tn|yi|k|lots?|bps?|bips|e\d|\d*e\d)\b|illion|basis|基点|基點|碼|码/

/**
 * A meaning whose answer is told in the dataset's own unit, unless the question names another: a unit that nobody named
 * is a guess.
 */
export function inSaidUnits(representation: Representation, question: string): Representation {
  if (!representation.select.some((output) => output.in) || unitWords.test(plainText(question))) return representation
  return { ...representation, select: representation.select.map(({ in: _, ...rest }) => rest) }
}
