import { type NotCovered, notCovered } from './coverage.ts'
import type { Declined } from './outcome.ts'
import type { Refusal } from './refusal.ts'
import { examples, sentences } from './sentences.ts'

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
  detail: notCovered(error, language),
  understood,
  suggestions: [...examples[language]],
})

/** The answer to a question that cannot be read. */
export function declined(
  { code, reason, words, readings }: Refusal,
  language: Language,
  understood: Declined['understood'] = [],
): Declined {
  const said = words.slice(0, 5).map(cut)
  const told = { kind: 'declined', language, code } as const
  const detail = sentences[reason][language](said.join(language === 'zh' ? '、' : ', '))
  // Nothing of the inside is named to whom asks for it.
  if (code === 'not_allowed') return { ...nothing, ...told, detail }
  return {
    ...told,
    detail,
    understood,
    not_understood: said,
    candidates: readings.map(({ question }) => question),
    readings,
    suggestions: [...examples[language]],
  }
}
