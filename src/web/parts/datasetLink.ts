import type { Context } from '../context.ts'
import { type Html, html } from '../html.ts'

/** The name of a dataset, which leads to its page. */
export const datasetLink = ({ root }: Context, name: string): Html =>
  html`<a href="${root}datasets/${name}"><code>${name}</code></a>`
