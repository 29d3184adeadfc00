import type { Language } from '../../errors.ts'
import { html, code as inCode, type Piece } from '../../web/html.ts'
import { pageWords as words } from './pageWords.ts'
import { printPlainPage } from './plainPage.ts'

export type FailedRequest = {
  readonly status: number
  readonly detail: string
  readonly code: string | null
  readonly requestId: string
  readonly retryAfter: string | undefined
  readonly suggestions: readonly string[]
  /** The relative path to the root of the service: proxies may serve it below another path. */
  readonly home: string
}

/** The relative path from a requested path, as the browser resolves it, to the root of the service. */
export function homeOf(path: string): string {
  const steps = path.split('/').length - 2
  return steps < 1 ? './' : steps > 20 ? '/' : '../'.repeat(steps)
}

const titleOf = (status: number) => (status === 404 ? words.notFound : status >= 500 ? words.failed : words.refused)

/** An error as a web page: the fields of the JSON body, and links. */
export function printErrorPage(failed: FailedRequest, language: Language): string {
  const { status, detail, code, requestId, retryAfter, suggestions, home } = failed
  const title = titleOf(status)[language]
  const lang = language === 'zh' ? 'zh-TW' : 'en'
  const facts: [string, Piece][] = [
    [words.status[language], status],
    ...(code === null ? [] : [[words.code[language], inCode(code)] as [string, Piece]]),
    ...(retryAfter === undefined
      ? []
      : [[words.retryAfter[language], `${retryAfter} ${words.seconds[language]}`] as [string, Piece]]),
    [words.requestId[language], inCode(requestId)],
  ]
  const body = html`<h1>${title}</h1>
<p class="bad">${detail}</p>
${
  suggestions.length === 0
    ? null
    : html`<p>${words.suggestions[language]}</p>
<ul>${suggestions.map((name) => html`<li><a href="${home}docs?lang=${lang}#${name}">${name}</a></li>`)}</ul>`
}
<dl>${facts.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>
<footer><a href="${home}">${words.home[language]}</a><a href="${home}docs?lang=${lang}">${words.docs[language]}</a><a href="${home}llms.txt">llms.txt</a></footer>`
  return printPlainPage(`${status} ${title} · Formosa`, body, language)
}
