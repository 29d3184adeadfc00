import type { Context } from '../context.ts'
import type { Document } from '../document.ts'
import { type Html, html } from '../html.ts'
import { type LinkOf, renderMarkdown } from '../markdown.ts'
import { searchField } from '../parts/searchField.ts'

/** A page of the documents in the list. `path` is below `/docs/`. */
type DocumentEntry = { readonly path: string; readonly title: string; readonly about: string }

export type DocumentGroup = { readonly title: string; readonly entries: readonly DocumentEntry[] }

const documentSearch = (context: Context): Html => {
  const { search, searchHint } = context.words.documents
  return searchField(context, {
    ...{ page: 'docs', entries: 'docs.json', base: 'docs/', isForm: false },
    ...{ label: search, hint: searchHint },
  })
}

/** The list of all documents. */
export const documentsView = (context: Context, groups: readonly DocumentGroup[]): Document => ({
  title: context.words.documents.title,
  description: context.words.documents.lead,
  section: 'docs',
  body: html`<h1>${context.words.documents.title}</h1>
<p class="lead">${context.words.documents.lead}</p>
${documentSearch(context)}
<div class="grid">${groups.map(
    ({ title, entries }) =>
      html`<section class="module of-12"><header><h2>${title}</h2></header><ul class="document-list">${entries.map(
        ({ path, title: name, about }) =>
          html`<li><a href="${context.root}docs/${path}">${name}</a><p>${about}</p></li>`,
      )}</ul></section>`,
  )}</div>`,
})

export type DocumentPage = {
  readonly path: string
  readonly title: string
  readonly markdown: string
  readonly groups: readonly DocumentGroup[]
  /** True for a text that stands in English alone. */
  readonly isEnglishOnly: boolean
  readonly linkOf: LinkOf
}

/** One document beside the list of all. */
export function documentView(context: Context, page: DocumentPage): Document {
  const { words, root } = context
  const { path, title, markdown, groups, isEnglishOnly, linkOf } = page
  return {
    title,
    section: 'docs',
    body: html`<div class="documents"><nav aria-label="${words.documents.title}">${documentSearch(context)}<a class="all" href="${root}docs">${words.documents.all}</a><div class="contents">${groups.map(
      ({ title: name, entries }) =>
        html`<h2>${name}</h2><ul>${entries.map(
          (entry) =>
            html`<li><a href="${root}docs/${entry.path}"${entry.path === path ? html` aria-current="page"` : null}>${entry.title}</a></li>`,
        )}</ul>`,
    )}</div></nav>
<article class="document"${isEnglishOnly && context.language !== 'en' ? html` lang="en"` : null}>
<p class="small dim">${isEnglishOnly && words.documents.onlyEnglish !== '' ? html`<span lang="zh-Hant-TW">${words.documents.onlyEnglish}</span> ` : null}<a href="${root}docs/${path}.md">${words.documents.asText}</a></p>
${renderMarkdown(context, markdown, linkOf)}
</article></div>`,
  }
}
