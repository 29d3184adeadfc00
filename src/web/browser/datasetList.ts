import { type Entry, holds } from '../search.ts'

/** Narrows the list of datasets while the reader types or chooses; the address keeps the state. */

const input = document.querySelector<HTMLInputElement>('[data-find="list"]')!
const form = input.form!
const list = document.querySelector<HTMLTableElement>('table.list')!
const rows = [...list.querySelectorAll<HTMLTableRowElement>('tr[data-name]')]
const one = (selector: string): HTMLElement => document.querySelector<HTMLElement>(selector)!

type Choice = 'category' | 'tier'
const linksOf = (name: Choice): HTMLAnchorElement[] => [
  ...document.querySelectorAll<HTMLAnchorElement>(`[data-choose="${name}"] a`),
]
const chosen = (name: Choice): string =>
  linksOf(name).find((link) => link.hasAttribute('aria-current'))?.dataset.value ?? ''

let words: Promise<ReadonlyMap<string, string>> | null = null

/** The words of every dataset; they are fetched when the reader turns to the field. */
async function fetchWords(): Promise<ReadonlyMap<string, string>> {
  const response = await fetch(input.dataset.entries!)
  if (!response.ok) throw new Error(String(response.status))
  const entries = (await response.json()) as Entry[]
  return new Map(entries.map((entry) => [entry.name, entry.words]))
}

const readWords = (): Promise<ReadonlyMap<string, string>> => {
  words ??= fetchWords().catch((error: unknown) => {
    words = null
    throw error
  })
  return words
}

/** The query of the page's own address, and of the request that lists the same datasets. */
const queryOf = (values: Readonly<Record<string, string>>): string => {
  const text = new URLSearchParams(Object.entries(values).filter(([, value]) => value !== '')).toString()
  return text === '' ? '' : `?${text}`
}

const page = (values: Readonly<Record<string, string>>): string => `${form.action.split('?')[0]}${queryOf(values)}`

async function show(): Promise<void> {
  const q = input.value.trim()
  // Without words to search, every dataset is found: nothing needs to be fetched.
  const known = q === '' ? null : await readWords()
  if (q !== input.value.trim()) return
  const category = chosen('category')
  const tier = chosen('tier')
  let count = 0
  for (const group of list.tBodies) {
    let own = 0
    for (const row of rows.filter((row) => row.parentElement === group)) {
      const isFound =
        (category === '' || row.dataset.category === category) &&
        (tier === '' || row.dataset.tier === tier) &&
        (known === null || holds(known.get(row.dataset.name!) ?? '', q))
      row.hidden = !isFound
      if (isFound) own++
    }
    group.hidden = own === 0
    group.querySelector('[data-group-count]')!.textContent = String(own)
    count += own
  }
  list.hidden = count === 0
  one('[data-count]').textContent = String(count)
  one('[data-nothing]').hidden = count > 0
  document.querySelector('[data-near]')?.remove()
  const ask = document.querySelector<HTMLAnchorElement>('[data-ask]')!
  ask.href = `${ask.href.split('?')[0]}${queryOf({ q })}`
  one('[data-request] code').textContent = `GET /v1/data${queryOf({ category, tier, include: 'derived' })}`
  for (const name of ['category', 'tier'] as const)
    for (const link of linksOf(name)) link.href = page({ q, category, tier, [name]: link.dataset.value! })
  const other = document.querySelector<HTMLAnchorElement>('.choices a[hreflang]')!
  other.href = page({ q, category, tier, lang: other.hreflang })
  history.replaceState(null, '', page({ q, category, tier }))
}

/** Where the words cannot be fetched, the list stays as it is until the reader asks the server for the page. */
const showSoon = (): void => void show().catch(() => {})
const showOrAsk = (): void =>
  void show().catch(() =>
    location.assign(page({ q: input.value.trim(), category: chosen('category'), tier: chosen('tier') })),
  )

input.addEventListener('focus', () => void readWords().catch(() => {}))
input.addEventListener('input', showSoon)
input.addEventListener('keydown', (event) => {
  if (event.key !== 'Escape') return
  input.value = ''
  showSoon()
})
form.addEventListener('submit', (event) => {
  event.preventDefault()
  showOrAsk()
})
for (const name of ['category', 'tier'] as const)
  for (const link of linksOf(name))
    link.addEventListener('click', (event) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
      event.preventDefault()
      for (const other of linksOf(name)) other.removeAttribute('aria-current')
      link.setAttribute('aria-current', 'true')
      showOrAsk()
    })
// A browser that goes back may fill the field in again.
if (input.value !== input.defaultValue) showSoon()
