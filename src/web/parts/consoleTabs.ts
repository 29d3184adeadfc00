import type { Context } from '../context.ts'
import { type Html, html } from '../html.ts'

/** The two pages for queries: by form and by SQL. */
export const consoleTabs = ({ words, root }: Context, at: 'console' | 'console/sql'): Html =>
  html`<nav class="segments" aria-label="${words.sql.views}">${(
    [
      ['console', words.sql.form],
      ['console/sql', words.sql.title],
    ] as const
  ).map(
    ([page, name]) => html`<a href="${root}${page}"${page === at ? html` aria-current="page"` : null}>${name}</a>`,
  )}</nav>`
