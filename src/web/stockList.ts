import { arrow, direction, lots, number, percent } from './format.ts'
import { type Html, html } from './html.ts'

/** The list of securities: found, ordered and printed on the server, and while a reader types. */

/** A security with its newest price; labels are in the reader's language. */
export type Listed = {
  readonly id: string
  readonly name: string
  readonly english: string | null
  /** Every other name by which it is found. */
  readonly also: readonly string[]
  readonly market: string
  readonly marketLabel: string
  readonly type: string
  readonly industry: string | null
  readonly industryLabel: string
  /** Why it is not traded; empty where it is. */
  readonly note: string
  readonly isActive: boolean
  readonly close: number | null
  readonly change: number | null
  readonly percent: number | null
  /** Shares. */
  readonly volume: number | null
}

export const stockOrders = ['code', 'close', '-close', 'change', '-change', 'volume', '-volume'] as const
export type StockOrder = (typeof stockOrders)[number]

/** What the reader chose; the address of the page holds it. */
export type StockChoice = {
  readonly q?: string | undefined
  readonly market?: string | undefined
  readonly type?: string | undefined
  readonly industry?: string | undefined
  readonly sort?: StockOrder | undefined
  readonly page?: number | undefined
}

/** Texts of the table. */
export type StockLabels = Readonly<
  Record<'found' | 'code' | 'name' | 'market' | 'industry' | 'close' | 'change' | 'volume' | 'none' | 'pages', string>
>

export const stocksPerPage = 250

/** One form for letters that are written in several ways. */
const fold = (text: string): string => text.normalize('NFKC').toLowerCase().replaceAll('臺', '台').trim()

/** The smaller, the better: the code itself, a name itself, the start of either, a part of either; null where nothing fits. */
function rankOf({ id, name, also }: Listed, wanted: string): number | null {
  const code = fold(id)
  const names = [name, ...also].map(fold)
  if (code === wanted) return 0
  if (names.includes(wanted)) return 1
  if (code.startsWith(wanted)) return 2
  if (names.some((text) => text.startsWith(wanted))) return 3
  const whole = `${code} ${names.join(' ')}`
  return wanted.split(/\s+/).every((word) => whole.includes(word)) ? 4 : null
}

const sortValues: Readonly<Record<string, (listed: Listed) => number | null>> = {
  close: ({ close }) => close,
  change: ({ percent }) => percent,
  volume: ({ volume }) => volume,
}

/** Securities that fit a choice. Delisted ones are found by code or name; browsing leaves them out. */
export function findStocks(all: readonly Listed[], choice: StockChoice): readonly Listed[] {
  const wanted = fold(choice.q ?? '')
  const ranked = all.flatMap((listed) => {
    if (choice.market && listed.market !== choice.market) return []
    if (choice.type && listed.type !== choice.type) return []
    if (choice.industry && listed.industry !== choice.industry) return []
    if (wanted === '') return listed.isActive ? [{ listed, rank: 0 }] : []
    const rank = rankOf(listed, wanted)
    return rank === null ? [] : [{ listed, rank }]
  })
  const sort = choice.sort ?? 'code'
  const value = sortValues[sort.replace('-', '')]
  if (!value) return ranked.sort((a, b) => a.rank - b.rank).map(({ listed }) => listed)
  const sign = sort.startsWith('-') ? -1 : 1
  // Unknown values stand last in either order.
  return ranked
    .map(({ listed }) => listed)
    .sort((a, b) => {
      const [one, two] = [value(a), value(b)]
      return one === null || two === null ? Number(one === null) - Number(two === null) : sign * (one - two)
    })
}

/** The part of an address that holds a choice; empty for none. */
export function choiceQuery(choice: StockChoice): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(choice))
    if (
      value !== undefined &&
      value !== '' &&
      !(name === 'sort' && value === 'code') &&
      !(name === 'page' && value === 1)
    )
      query.set(name, String(value))
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}

const stockRow = (root: string, listed: Listed): Html => {
  const { id, name, english, marketLabel, industryLabel, note, close, change, percent: share, volume } = listed
  return html`<tr><td><a href="${root}stock/${id}">${id}</a></td><td><a class="one-line" href="${root}stock/${id}">${name}</a>${english === null ? null : html` <span class="dim small">${english}</span>`}${note === '' ? null : html` <span class="late small">${note}</span>`}</td><td class="number">${number(close, 2)}</td><td class="number ${direction(change)}">${arrow(change)}</td><td class="number ${direction(share)}">${percent(share)}</td><td class="number">${lots(volume)}</td><td class="one-line">${marketLabel}</td><td class="one-line">${industryLabel}</td></tr>`
}

/** The head of a column by which the reader may order; the largest values come first. */
function sortHead(root: string, choice: StockChoice, name: 'close' | 'change' | 'volume', label: string): Html {
  const now = choice.sort ?? 'code'
  const next: StockOrder = now === `-${name}` ? name : `-${name}`
  const state = now === name ? 'ascending' : now === `-${name}` ? 'descending' : null
  return html`<th scope="col" class="number"${name === 'change' ? html` colspan="2"` : null}${state === null ? null : html` aria-sort="${state}"`}><a data-sort="${next}" href="${root}stocks${choiceQuery({ ...choice, sort: next, page: 1 })}">${label}${state === 'ascending' ? ' ↑' : state === 'descending' ? ' ↓' : ''}</a></th>`
}

/** The number of securities found, their table, and links to its other pages. */
export function stockResults(root: string, all: readonly Listed[], choice: StockChoice, labels: StockLabels): Html {
  const found = findStocks(all, choice)
  const pages = Math.max(1, Math.ceil(found.length / stocksPerPage))
  const page = Math.min(choice.page ?? 1, pages)
  const first = (page - 1) * stocksPerPage
  const shown = found.slice(first, first + stocksPerPage)
  const count =
    pages === 1
      ? number(found.length)
      : `${number(first + 1)}–${number(first + shown.length)} / ${number(found.length)}`
  const code =
    (choice.sort ?? 'code') === 'code'
      ? labels.code
      : html`<a data-sort="code" href="${root}stocks${choiceQuery({ ...choice, sort: 'code', page: 1 })}">${labels.code}</a>`
  return html`<p class="small dim" role="status">${labels.found} <b>${count}</b></p>
${
  shown.length === 0
    ? html`<p class="notice">${labels.none}</p>`
    : html`<div class="scroll" tabindex="0" role="region" aria-label="${labels.found}"><table class="tight listed"><thead><tr><th scope="col">${code}</th><th scope="col">${labels.name}</th>${sortHead(root, choice, 'close', labels.close)}${sortHead(root, choice, 'change', labels.change)}${sortHead(root, choice, 'volume', labels.volume)}<th scope="col">${labels.market}</th><th scope="col">${labels.industry}</th></tr></thead>
<tbody>${shown.map((listed) => html`${stockRow(root, listed)}\n`)}</tbody></table></div>`
}
${
  pages === 1
    ? null
    : html`<nav class="page-list" aria-label="${labels.pages}">${Array.from({ length: pages }, (_, i) =>
        i + 1 === page
          ? html`<b aria-current="page">${i + 1}</b>`
          : html`<a href="${root}stocks${choiceQuery({ ...choice, page: i + 1 })}">${i + 1}</a>`,
      )}</nav>`
}`
}
