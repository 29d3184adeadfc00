import { optional, text } from '../../fields.ts'
import { askBody } from '../../web/answers/askAnswer.ts'
import { allExamples, declinedExample, examples } from '../../web/examples.ts'
import { type AskData, askView } from '../../web/views/ask.ts'
import { page } from './page.ts'

const query = { q: optional(text('A question', '問題')) } as const

const answered = new Set([...allExamples, ...Object.values(declinedExample)])

/** The page for questions. Examples are answered by the service itself; other questions need a Plus key. */
export const askPage = page('/ask', {
  query,
  async load({ query: { q = '' }, internal }, { language }): Promise<AskData> {
    const question = q.trim()
    const shown = question === '' ? examples[language].prices[0]! : question
    if (!answered.has(shown)) return { question, answer: null }
    const path = '/v1/ask'
    const { status, headers, body } = await internal.send({ method: 'POST', path, language, body: askBody(shown) })
    return { question, answer: { method: 'POST', path, status, headers, body } }
  },
  isLasting: ({ answer }) => (answer?.status ?? 200) < 429,
  view: askView,
})
