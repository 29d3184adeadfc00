import type { Answer, Refusal } from '../answers/answer.ts'
import { type ConsoleScene, consoleAddress, type RowsBody, rowsAnswer, sizeText } from '../answers/rowsAnswer.ts'
import type { Column } from '../figures/ofRows.ts'
import { calls } from '../words/calls.ts'
import { console as consoleWords } from '../words/console.ts'
import { frame } from '../words/frame.ts'
import { callWithKey, language, readReply, root, send } from './call.ts'
import { attachChartChoice } from './chartChoice.ts'
import { drawFigures } from './figures.ts'
import { attachKeyBox } from './keyBox.ts'
import { ownKey } from './ownKey.ts'
import { saveAs } from './saveAs.ts'

/** The form for requests: it shows the request as it changes, sends it, and shows the answer. */

type Described = {
  readonly name: string
  readonly columns: readonly Column[]
  readonly parameters: Readonly<Record<string, string>>
  readonly siteUrl: string
}

type Shown = { readonly answer: Answer; readonly parameters: Readonly<Record<string, string>> }

type Parameters = Readonly<Record<string, string>>

const words = { frame: frame[language()], calls: calls[language()], console: consoleWords[language()] }
const scene: ConsoleScene = { language: language(), root: root(), words }
const {
  name: dataset,
  columns,
  parameters: given,
  siteUrl,
} = JSON.parse(document.querySelector('#described script')!.textContent!) as Described
const form = document.querySelector<HTMLFormElement>('#query')!
const place = document.querySelector<HTMLElement>('#answer')!
const curl = document.querySelector<HTMLElement>('#curl')!
const sizeLine = document.querySelector<HTMLElement>('[data-size-text]')!

/** The answer on the page; null while it is the one that the server printed. */
let shown: Shown | null = null
/** The cursors of the pages before the one on the page; the first page has none. */
let before: (string | undefined)[] = []
/** Answers by the address of the page, for the way back. */
const known = new Map<string, Shown>()

/** The filled fields of the form, in its order. */
function filled(): Parameters {
  const entries = [...new FormData(form)].flatMap(([name, value]) =>
    name === 'dataset' || typeof value !== 'string' || value.trim() === '' ? [] : [[name, value.trim()] as const],
  )
  return Object.fromEntries(entries)
}

const pathOf = (parameters: Parameters): string => {
  const search = new URLSearchParams(parameters).toString().replaceAll('%2C', ',')
  return `/v1/data/${dataset}${search === '' ? '' : `?${search}`}`
}

/** Shows the request that the form stands for. */
function showRequest(): void {
  const path = pathOf(filled())
  const sent = document.querySelector('#sent')
  if (sent && shown === null && !place.querySelector('.tabs')) sent.textContent = path
  const key = ownKey() === null && place.querySelector('.tabs') ? '' : '-H "Authorization: Bearer $KEY" '
  curl.textContent = `curl ${key}"${siteUrl}${path}"`
}

/** Faults beside their fields; those of no field stand at the end of the form. */
function showFaults(answer: Answer): void {
  const faults = new Map(((answer.body as Refusal | null)?.errors ?? []).map(({ param, reason }) => [param, reason]))
  for (const line of form.querySelectorAll<HTMLElement>('[data-fault]')) {
    const name = line.dataset.fault!
    if (name === '') continue
    const reason = faults.get(name)
    faults.delete(name)
    line.hidden = reason === undefined
    line.textContent = reason === undefined ? '' : `${name} ${reason}`
    const field = form.querySelector(`[name="${name}"]`)
    field?.setAttribute('aria-describedby', `about-${name}${reason === undefined ? '' : ` fault-${name}`}`)
    if (reason === undefined) field?.removeAttribute('aria-invalid')
    else field?.setAttribute('aria-invalid', 'true')
  }
  const rest = form.querySelector<HTMLElement>('[data-fault=""]')!
  rest.hidden = faults.size === 0
  rest.textContent = [...faults].map(([param, reason]) => `${param} ${reason}`).join('; ')
}

function show({ answer, parameters }: Shown): void {
  shown = { answer, parameters }
  // The chosen form of the answer stays: table, chart, JSON.
  const tab = [...place.querySelectorAll<HTMLInputElement>('input[name="form"]')].findIndex(({ checked }) => checked)
  place.innerHTML = rowsAnswer(scene, answer, { dataset, columns, parameters }).text
  const choice = place.querySelectorAll<HTMLInputElement>('input[name="form"]')[tab]
  if (choice && answer.status === 200) choice.checked = true
  const back = place.querySelector<HTMLElement>('[data-page="back"]')
  if (back) back.hidden = before.length === 0
  showFaults(answer)
  void drawFigures(place)
}

async function run(parameters: Parameters, { isKept = true } = {}): Promise<void> {
  place.setAttribute('aria-busy', 'true')
  const answer = await callWithKey(pathOf(parameters))
  place.removeAttribute('aria-busy')
  show({ answer, parameters })
  curl.textContent = `curl ${ownKey() === null ? '' : '-H "Authorization: Bearer $KEY" '}"${siteUrl}${pathOf(parameters)}"`
  if (!isKept) return
  const address = consoleAddress(scene.root, dataset, parameters)
  history.pushState(null, '', address)
  known.set(location.href, { answer, parameters })
}

form.addEventListener('submit', (event) => {
  if (dataset === '') return
  event.preventDefault()
  before = []
  void run(filled())
})

form.addEventListener('input', (event) => {
  if ((event.target as HTMLElement).id === 'dataset') return
  // The size and the note were about the request before.
  sizeLine.textContent = ''
  document.querySelector<HTMLElement>('[data-key-free]')?.remove()
  showRequest()
})

// Another dataset has other fields: its page is opened with what is filled in.
const datasetChoice = form.querySelector<HTMLSelectElement>('#dataset')!
function openDataset(): void {
  if (datasetChoice.value === dataset || datasetChoice.value === '') return
  const { stock_id, start_date, end_date, limit } = filled()
  const kept = Object.entries({ stock_id, start_date, end_date, limit }).filter((entry) => entry[1] !== undefined)
  const address = consoleAddress(scene.root, datasetChoice.value, Object.fromEntries(kept) as Parameters)
  location.assign(`${address}#dataset`)
}
// With the keyboard every letter and arrow changes the choice: it holds when the reader leaves the field or presses Enter.
let isByKeyboard = false
datasetChoice.addEventListener('keydown', (event) => {
  isByKeyboard = event.key !== 'Enter'
  if (event.key === 'Enter') openDataset()
})
datasetChoice.addEventListener('pointerdown', () => {
  isByKeyboard = false
})
datasetChoice.addEventListener('change', () => {
  if (!isByKeyboard) openDataset()
})
datasetChoice.addEventListener('blur', openDataset)

document.querySelector('[data-size]')!.addEventListener('click', async () => {
  const answer = await callWithKey(pathOf({ ...filled(), dry_run: 'true' }))
  showFaults(answer)
  sizeLine.textContent =
    answer.status === 200
      ? sizeText(scene.words.console, answer.body)
      : ((answer.body as Refusal | null)?.detail ?? scene.words.calls.noAnswer)
})

addEventListener('keydown', (event) => {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.requestSubmit()
})

place.addEventListener('click', async (event) => {
  const target = event.target as Element
  const link = target.closest<HTMLElement>('[data-page]')
  if (link) {
    event.preventDefault()
    const { cursor, ...filters } = shown?.parameters ?? given
    if (link.dataset.page === 'next') {
      before.push(cursor)
      const next = new URL((link as HTMLAnchorElement).href).searchParams.get('cursor')!
      await run({ ...filters, cursor: next })
    } else {
      const to = link.dataset.page === 'first' ? undefined : before.pop()
      if (link.dataset.page === 'first') before = []
      await run({ ...filters, ...(to === undefined ? {} : { cursor: to }) })
    }
    place.scrollIntoView({ block: 'nearest' })
    return
  }
  const file = target.closest<HTMLAnchorElement>('[data-download]')
  // A link cannot send a key: the file is fetched here.
  if (!file || ownKey() === null) return
  event.preventDefault()
  const path = `/${new URL(file.href).pathname.split('/').slice(-3).join('/')}${new URL(file.href).search}`
  const response = await send(path, { key: ownKey() })
  if (response?.ok) saveAs(await response.blob(), file.dataset.download!)
  else show({ answer: { method: 'GET', path, ...(await readReply(response)) }, parameters: filled() })
})

attachChartChoice(scene, place, async () => {
  // Rows that the server printed are not in memory; they need no key and count nothing.
  if (shown === null) await run(given, { isKept: false })
  const { data: rows } = shown!.answer.body as RowsBody
  return { columns: columns.filter(({ name }) => rows[0] !== undefined && name in rows[0]), rows }
})

const opened = location.href
addEventListener('popstate', () => {
  // A link within the page changes no more than its end.
  if (location.hash !== '') return
  const found = known.get(location.href)
  if (!found || location.href === opened) location.reload()
  else show(found)
})

attachKeyBox(scene.words.calls)
showRequest()
