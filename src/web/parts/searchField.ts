import type { Context } from '../context.ts'
import { type Html, html } from '../html.ts'
import { languageParameter } from '../words/words.ts'

/** A search that shows hits while the reader types; without scripts it is a form, or is left out. */
type Search = {
  /** The page that the form opens, below the root. */
  readonly page: string
  /** The list of entries, and the path that their names follow; both below the root. */
  readonly entries: string
  readonly base: string
  readonly label: string
  readonly hint: string
  /** True where the page reads the words as `q`; otherwise the search needs scripts. */
  readonly isForm: boolean
  /** Another search for the same words. */
  readonly elsewhere?: { readonly page: string; readonly label: string }
}

export const searchField = (
  { words, root, language }: Context,
  { page, entries, base, label, hint, isForm, elsewhere }: Search,
): Html =>
  html`<form class="find${isForm ? '' : ' scripted'}" role="search" action="${root}${page}"><label class="unseen" for="find">${label}</label><input id="find"${isForm ? html` name="q"` : null} type="search" data-find="hits" data-entries="${root}${entries}?lang=${languageParameter(language)}" data-base="${root}${base}" data-none="${words.frame.noHits}"${
    elsewhere ? html` data-elsewhere="${root}${elsewhere.page}" data-elsewhere-label="${elsewhere.label}"` : null
  } role="combobox" aria-controls="hits" aria-expanded="false" autocomplete="off" placeholder="${hint}"><kbd aria-hidden="true">/</kbd><div id="hits" class="hits" role="listbox" aria-label="${label}" hidden></div></form>`
