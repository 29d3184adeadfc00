import type { Answer } from '../answers/answer.ts'
import { jsonView } from '../answers/answer.ts'
import { type AskBody, type AskScene, askAnswer, askBody, askColumns } from '../answers/askAnswer.ts'
import { html } from '../html.ts'
import { ask } from '../words/ask.ts'
import { calls } from '../words/calls.ts'
import { frame } from '../words/frame.ts'
import { sql } from '../words/sql.ts'
import { callWithKey, language, root } from './call.ts'
import { attachChartChoice } from './chartChoice.ts'
import { drawFigures } from './figures.ts'
import { attachKeyBox } from './keyBox.ts'
import { ownKey } from './ownKey.ts'

/** Asks with the key of the tab. Without a key the form and the examples open pages of the server. */

const words = { frame: frame[language()], calls: calls[language()], ask: ask[language()], sql: sql[language()] }
const scene: AskScene = { language: language(), root: root(), words }
const form = document.querySelector<HTMLFormElement>('#ask')!
const field = form.querySelector('textarea')!
const place = document.querySelector<HTMLElement>('#answer')!
const curl = document.querySelector<HTMLElement>('#curl')!

/** The question in the address. */
let opened = location.search

/** The answer on the page; null while it is the one that the server printed. */
let shown: Answer | null = null

function show(question: string, answer: Answer): void {
  shown = answer
  place.innerHTML = askAnswer(scene, question, answer).text
  void drawFigures(place)
}

async function askFor(question: string): Promise<void> {
  place.setAttribute('aria-busy', 'true')
  const answer = await callWithKey('/v1/ask', askBody(question))
  place.removeAttribute('aria-busy')
  place.closest('.module')!.querySelector('.meta')!.textContent = question
  place.dataset.asked = question
  const body = JSON.stringify(askBody(question)).replaceAll("'", "'\\''")
  curl.textContent = curl.textContent!.replace(/-d '.*' (\S+)$/s, (_, address: string) => `-d '${body}' ${address}`)
  show(question, answer)
  history.pushState(null, '', `${scene.root}ask?${new URLSearchParams({ q: question })}`)
  opened = location.search
}

form.addEventListener('submit', (event) => {
  const question = field.value.trim()
  if (ownKey() === null || question === '') return
  event.preventDefault()
  void askFor(question)
})

field.addEventListener('keydown', (event) => {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.requestSubmit()
})

addEventListener('click', async (event) => {
  const target = event.target as Element
  // Examples are answered by their own page, without a key; what an answer suggests is asked with it.
  const link = place.contains(target) ? target.closest<HTMLAnchorElement>('[data-question]') : null
  if (link && ownKey() !== null) {
    event.preventDefault()
    field.value = link.dataset.question!
    await askFor(field.value)
    scrollTo({ top: 0 })
  }
  if (!target.closest('[data-explain-run]')) return
  const question = place.dataset.asked!
  const answer = await callWithKey('/v1/ask/explain', { question })
  const panel = place.querySelector<HTMLElement>('[data-explain]')!
  const { detail, representation } = (answer.body ?? {}) as { detail?: string; representation?: unknown }
  const shownPart =
    answer.status === 200
      ? jsonView(scene, representation)
      : html`<p class="notice">${detail ?? scene.words.calls.noAnswer}</p>`
  panel.innerHTML = shownPart.text
})

attachChartChoice(scene, place, async () => {
  const body = shown?.body as AskBody | undefined
  return body ? { columns: askColumns(body), rows: body.data } : null
})

addEventListener('popstate', () => {
  // A link within the page changes no more than its end.
  if (location.search !== opened) location.reload()
})

attachKeyBox(scene.words.calls)
