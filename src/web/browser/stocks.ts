import {
  choiceQuery,
  type Listed,
  type StockChoice,
  type StockLabels,
  type StockOrder,
  stockResults,
} from '../stockList.ts'

/** Narrows the list of securities while the reader types; the address keeps the choice. */

type List = { readonly labels: StockLabels; readonly listed: readonly Listed[] }

const form = document.querySelector<HTMLFormElement>('form[data-stocks]')!
const results = document.getElementById('results')!
let list: Promise<List | null> | null = null
let sort = (new URLSearchParams(location.search).get('sort') ?? undefined) as StockOrder | undefined
let turn = 0

async function readList(): Promise<List | null> {
  try {
    const response = await fetch(form.dataset.stocks!)
    return response.ok ? ((await response.json()) as List) : null
  } catch {
    return null
  }
}

const choiceOf = (): StockChoice => {
  const data = new FormData(form)
  const value = (name: string): string | undefined => String(data.get(name) ?? '') || undefined
  return { q: value('q'), market: value('market'), type: value('type'), industry: value('industry'), sort }
}

async function show(): Promise<void> {
  turn += 1
  const mine = turn
  list ??= readList()
  const known = await list
  // Without the list the server narrows it: the form is sent as it is without scripts.
  if (!known) {
    list = null
    return
  }
  if (mine !== turn) return
  const choice = choiceOf()
  results.innerHTML = stockResults(form.dataset.root!, known.listed, choice, known.labels).text
  history.replaceState(null, '', `${location.pathname}${choiceQuery(choice)}`)
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.choices a[hreflang]')) {
    const query = new URLSearchParams(choiceQuery(choice))
    query.set('lang', link.hreflang)
    link.search = query.toString()
  }
}

form.addEventListener('input', () => void show())
form.addEventListener('submit', (event) => {
  // The first result is meant where the reader presses Enter on an exact code or name.
  const found = results.querySelectorAll<HTMLAnchorElement>('tbody tr')
  const link = found[0]?.querySelector('a')
  if (found.length === 1 && link && document.activeElement?.id === 'q') {
    event.preventDefault()
    link.click()
  }
})
results.addEventListener('click', (event) => {
  const link = (event.target as Element).closest<HTMLElement>('[data-sort]')
  if (!link) return
  event.preventDefault()
  sort = link.dataset.sort as StockOrder
  void show().then(() => results.querySelector<HTMLElement>(`[aria-sort] a`)?.focus())
})
