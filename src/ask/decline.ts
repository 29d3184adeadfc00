import { type NotCovered, notCovered } from './coverage.ts'
import { inSeries } from './inSeries.ts'
import type { Declined } from './outcome.ts'
import { examples, type Reason, sentences } from './sentences.ts'

type Language = 'en' | 'zh'

/** Words of the question are given back, but never more than a few of them. */
const cut = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text)

const nothing = { understood: [], not_understood: [], candidates: [], readings: [], suggestions: [] } as const

/** The answer to a question about securities that the dataset never has rows of. */
export const declinedAsNotCovered = (
  error: NotCovered,
  language: Language,
  understood: Declined['understood'] = [],
): Declined => ({
  ...nothing,
  kind: 'declined',
  language,
  code: 'out_of_scope',
  reason: null,
  detail: notCovered(error, language),
  understood,
  suggestions: [...examples[language]],
})

/** What helps to ask again: words that are the reason, readings to choose from, names that were understood. */
type Help = Partial<Pick<Declined, 'readings' | 'understood'>> & { readonly words?: readonly string[] }

/** The answer to a question that cannot be read. */
export function declined(
  reason: Reason,
  language: Language,
  { words = [], readings = [], understood = [] }: Help = {},
): Declined {
  const said = words.slice(0, 5).map(cut)
  const { code, [language]: sentence } = sentences[reason]
  const told = {
    kind: 'declined',
    language,
    ...{ code, reason },
    detail: sentence(said.join(language === 'zh' ? '、' : ', ')),
  } as const
  // A refused attack learns nothing of the engine.
  if (code === 'not_allowed') return { ...nothing, ...told }
  return {
    ...told,
    understood,
    not_understood: said,
    candidates: readings.map(({ question }) => question),
    readings,
    suggestions: [...examples[language]],
  }
}

const readNothing: readonly (Reason | null)[] = ['not_here', 'unsupported', 'unknown_words']

/** The same answer; where nothing was read and a series of ours holds what the question names, with SQL that reads it. */
export function orInSeries(question: string, answer: Declined): Declined {
  const sql = readNothing.includes(answer.reason) ? inSeries(question) : null
  if (sql === null) return answer
  const { code, [answer.language]: sentence } = sentences.in_series
  return { ...answer, code, reason: 'in_series', detail: sentence(sql) }
}
