import type { Context } from '../context.ts'
import type { Document } from '../document.ts'
import { type Html, html, code as inCode, type Piece } from '../html.ts'
import { fact } from '../parts/block.ts'

/** A refused or failed request: the fields of its JSON body. */
export type FailedRequest = {
  readonly status: number
  readonly detail: string
  readonly code: string | null
  readonly requestId: string
  readonly retryAfter: string | undefined
  /** Datasets with similar names. */
  readonly suggestions: readonly string[]
  readonly errors: readonly { readonly param: string; readonly reason: string }[]
}

/** Links that help after a failure of this status. */
function waysOut({ words, root, path }: Context, status: number): Html[] {
  const { failure } = words
  const link = (target: string, text: string): Html => html`<li><a href="${root}${target}">${text}</a></li>`
  const account = link('account', failure.getKey)
  const console = link('console', failure.console)
  const byStatus: Readonly<Record<number, readonly Html[]>> = {
    401: [account, console],
    402: [link('agents', failure.agents), account],
    403: [link('#plans', failure.plans), account],
    404: [link('datasets', failure.allDatasets)],
    422: [console],
    429: [link('account', failure.usage), link('#plans', failure.plans)],
    503: [link(path, failure.again), link('status', failure.status503)],
  }
  return [...(byStatus[status] ?? []), link('', failure.home), link('docs', failure.docs)]
}

export function failureView(context: Context, failed: FailedRequest): Document {
  const { failure } = context.words
  const { status, detail, code, requestId, retryAfter, suggestions, errors } = failed
  const title = failure.titles[status] ?? (status >= 500 ? failure.failed : failure.refused)
  const facts: readonly (readonly [string, Piece])[] = [
    [failure.status, status],
    ...(code === null ? [] : [[failure.code, inCode(code)] as const]),
    ...(retryAfter === undefined ? [] : [[failure.wait, failure.seconds(retryAfter)] as const]),
    [failure.requestId, inCode(requestId)],
  ]
  return {
    title: `${status} ${title}`,
    section: null,
    body: html`<h1>${title}</h1>
<p class="lead notice">${detail}</p>
${
  errors.length < 2
    ? null
    : html`<h2>${failure.faults}</h2><ul>${errors.map(({ param, reason }) => html`<li>${inCode(param)} ${reason}</li>`)}</ul>`
}
${
  suggestions.length === 0
    ? null
    : html`<h2>${failure.suggestions}</h2><ul>${suggestions.map((name) => html`<li><a href="${context.root}datasets/${name}">${name}</a></li>`)}</ul>`
}
<h2>${failure.wayOut}</h2>
<ul>${waysOut(context, status)}</ul>
<dl class="facts one-row spaced">${facts.map(([name, value]) => fact(name, value))}</dl>`,
  }
}
