import type { Facts } from '../facts.ts'
import type { Note, Representation } from '../representation.ts'
import { plainText } from './text.ts'

/** Words by which a question says how many rows it wants: one, or a number. */
const number =
  /\d|[一二两三四五六七八九十]|哪[一个支档家天]|最[^，。？?]{0,8}的?是|which (?:stock|company|one|day|etf|index|sector)\b|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|single|who)\b/
/** Words by which a question names a time. */
const time =
  /今|昨|明|前|近|最新|目前|现在|去|本|这|上|下|年|月|日|周|季|天|至|起|以来|历|now|today|yesterday|latest|last|past|this|previous|current|recent|since|until|ago|year|month|week|day|session|quarter|\d{4}|newest|next|all[- ]time/

/** A meaning with what nobody said and the engine chose: how many rows, and the newest date. */
export function withDefaults(representation: Representation, question: string, { calendar }: Facts): Representation {
  const { limit, when, dataset } = representation
  const text = plainText(question)
  const notes: Note[] = []
  if (limit !== null && limit > 1 && !number.test(text)) notes.push({ code: 'default_limit', value: limit })
  if (when.kind === 'latest' && !time.test(text)) notes.push({ code: 'default_date', value: calendar.newest(dataset) })
  return notes.length > 0 ? { ...representation, notes } : representation
}
