import { type Answer, curlOf, type Refusal } from '../answers/answer.ts'
import {
  type SqlBody,
  type SqlRequest,
  type SqlScene,
  sqlAddress,
  sqlAnswer,
  sqlColumns,
  sqlRequest,
} from '../answers/sqlAnswer.ts'
import { html } from '../html.ts'
import { calls } from '../words/calls.ts'
import { frame } from '../words/frame.ts'
import { sql as sqlWords } from '../words/sql.ts'
import { callWithKey, language, readReply, root, send } from './call.ts'
import { attachChartChoice } from './chartChoice.ts'
import { attachCompletion, replaceText } from './completion.ts'
import { drawFigures } from './figures.ts'
import { attachKeyBox } from './keyBox.ts'
import { ownKey } from './ownKey.ts'
import { saveAs } from './saveAs.ts'

/** Runs SQL with the key of the tab, and keeps the SQL in the address. */

/** Proxies refuse longer addresses. */
const mostAddress = 7_500

const words = { frame: frame[language()], calls: calls[language()], sql: sqlWords[language()] }
const scene: SqlScene = { language: language(), root: root(), words }
const form = document.querySelector<HTMLFormElement>('#sql-form')!
const field = form.querySelector('textarea')!
const place = document.querySelector<HTMLElement>('#answer')!
const curl = document.querySelector<HTMLElement>('#curl')!

/** The request in the address. */
let opened = location.search

/** The answer on the page and its request; null before the first one. */
let shown: { readonly request: SqlRequest; readonly answer: Answer } | null = null

const textOf = (name: string): string => form.querySelector<HTMLInputElement>(`#${name}`)!.value.trim()
const filled = (): SqlRequest => sqlRequest(field.value, textOf('as_of'), textOf('max_rows'))

/** Marks the fields that the service refused, and no others. */
function markFields(wrong: readonly string[]): void {
  for (const control of form.querySelectorAll('[name]'))
    if (wrong.includes(control.id)) control.setAttribute('aria-invalid', 'true')
    else control.removeAttribute('aria-invalid')
}

function show(request: SqlRequest, answer: Answer): void {
  shown = { request, answer }
  // The chosen form of the answer stays: table, chart, JSON.
  const tab = [...place.querySelectorAll<HTMLInputElement>('input[name="form"]')].findIndex(({ checked }) => checked)
  place.innerHTML = sqlAnswer(scene, request, answer).text
  const choice = place.querySelectorAll<HTMLInputElement>('input[name="form"]')[tab]
  if (choice && answer.status === 200) choice.checked = true
  void drawFigures(place)
  const fault = place.querySelector<HTMLElement>('[data-from]')
  const wrong = ((answer.body as Refusal | null)?.errors ?? []).map(({ param }) => param)
  markFields(fault ? [...wrong, 'sql'] : wrong)
  if (!fault || field.value !== request.sql) return
  // On a touch screen the focus would open the keyboard over the sentence.
  if (matchMedia('(pointer: fine)').matches) field.focus({ preventScroll: true })
  field.setSelectionRange(Number(fault.dataset.from), Number(fault.dataset.to))
}

/** Puts a request into the address, unless it is too long. */
function keepInAddress(request: SqlRequest): void {
  const address = sqlAddress(scene.root, request)
  if (address.length > mostAddress) {
    place.insertAdjacentHTML('beforeend', html`<p class="small dim spaced">${words.sql.notShared}</p>`.text)
    return
  }
  if (new URL(address, location.href).search === location.search) return
  history.pushState(null, '', address)
  opened = location.search
}

async function run(request: SqlRequest): Promise<void> {
  place.setAttribute('aria-busy', 'true')
  const answer = await callWithKey('/v1/sql', request)
  place.removeAttribute('aria-busy')
  show(request, answer)
  keepInAddress(request)
}

form.addEventListener('submit', (event) => {
  event.preventDefault()
  if (ownKey() !== null) return void run(filled())
  place.innerHTML = html`<p class="notice" role="alert">${words.sql.needsPlus}</p>`.text
  keepInAddress(filled())
  document.querySelector<HTMLElement>('#key')!.focus()
})

form.addEventListener('keydown', (event) => {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  form.requestSubmit()
})

form.addEventListener('input', () => {
  markFields([])
  curl.textContent = curlOf(curl.dataset.site!, '/v1/sql', filled())
})

/** Puts a near name where the wrong one stood, if it still stands there. */
function replaceFault(fault: HTMLElement, name: string): void {
  const [from, to] = [Number(fault.dataset.from), Number(fault.dataset.to)]
  if (field.value.slice(from, to) !== shown!.request.sql.slice(from, to)) return
  replaceText(field, from, to, name)
  fault.remove()
}

/** Runs the SQL of the answer again, for the bytes of a file. */
async function download(format: string): Promise<void> {
  const { request } = shown!
  const path = '/v1/sql'
  const response = await send(path, { method: 'POST', body: { ...request, format }, key: ownKey() })
  if (response?.ok) saveAs(await response.blob(), `formosa.${format}`)
  else show(request, { method: 'POST', path, ...(await readReply(response)) })
}

place.addEventListener('click', async (event) => {
  const button = (event.target as Element).closest('button')
  if (button?.dataset.near !== undefined) replaceFault(button.closest<HTMLElement>('[data-from]')!, button.dataset.near)
  if (button?.dataset.file !== undefined) await download(button.dataset.file)
})

attachChartChoice(scene, place, async () => {
  const body = shown!.answer.body as SqlBody
  return { columns: sqlColumns(body), rows: body.data }
})

addEventListener('popstate', () => {
  // A link within the page changes no more than its end.
  if (location.search !== opened) location.reload()
})

attachCompletion(field, document.querySelector<HTMLElement>('#sql-names')!, words.sql.kinds)
attachKeyBox(scene.words.calls)
