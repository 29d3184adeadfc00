import { html } from '../html.ts'
import { type Entry, findEntries } from '../search.ts'

/** Finds datasets by words in either language while the reader types. */

const mostHits = 8

/** The list of datasets that the page names; it is fetched when the reader turns to the field. */
async function readEntries(address: string): Promise<readonly Entry[]> {
  const response = await fetch(address)
  return response.ok ? ((await response.json()) as Entry[]) : []
}

export function attachSearch(): void {
  const input = document.querySelector<HTMLInputElement>('[data-find="hits"]')!
  const list = document.getElementById(input.getAttribute('aria-controls')!)!
  let entries: readonly Entry[] | null = null
  let at = 0
  const show = async (): Promise<void> => {
    entries ??= await readEntries(input.dataset.entries!)
    const found = findEntries(entries, input.value).slice(0, mostHits)
    const wanted = input.value.trim()
    at = Math.min(at, Math.max(0, found.length - 1))
    list.hidden = wanted === ''
    input.setAttribute('aria-expanded', String(!list.hidden))
    const { base, none = '', elsewhere, elsewhereLabel = '' } = input.dataset
    const hits = found.map(
      ({ name, title, tier }, i) =>
        html`<a href="${base!}${name}" id="hit-${i}" role="option" aria-selected="${String(i === at)}"><span>${title} <code class="dim">${name}</code></span><span class="tag ${tier.toLowerCase()}">${tier}</span></a>`,
    )
    const nothing = found.length === 0 && wanted !== '' ? html`<p class="small dim">${none}</p>` : null
    // The same words in another search of the site: a company is no dataset.
    const other =
      elsewhere && wanted !== ''
        ? html`<a href="${elsewhere}?q=${encodeURIComponent(wanted)}" role="option">${elsewhereLabel}: ${wanted}</a>`
        : null
    list.innerHTML = html`${hits}${nothing}${other}`.text
    if (found.length > 0) input.setAttribute('aria-activedescendant', `hit-${at}`)
    else input.removeAttribute('aria-activedescendant')
  }
  input.addEventListener('focus', () => void show())
  input.addEventListener('input', () => {
    at = 0
    void show()
  })
  input.addEventListener('keydown', (event) => {
    const count = list.children.length
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      at = (at + (event.key === 'ArrowDown' ? 1 : -1) + count) % (count || 1)
      void show()
    } else if (event.key === 'Enter' && list.children[at] instanceof HTMLAnchorElement && !list.hidden) {
      event.preventDefault()
      ;(list.children[at] as HTMLAnchorElement).click()
    } else if (event.key === 'Enter' && input.name === '') {
      // The field filters alone: there is no page of results.
      event.preventDefault()
    } else if (event.key === 'Escape') {
      input.value = ''
      void show()
    }
  })
  document.addEventListener('click', (event) => {
    if (!input.closest('.find')!.contains(event.target as Node)) list.hidden = true
  })
}
