import type { Row } from '../fetched.ts'
import { type Column, kindsOf } from '../figures/ofRows.ts'
import { number } from '../format.ts'
import { type Html, html, type Piece } from '../html.ts'
import { fact } from '../parts/block.ts'
import { tabs } from '../parts/tabs.ts'
import type { Words } from '../words/words.ts'
import {
  type Answer,
  jsonView,
  type Refusal,
  refusalView,
  refusedTabs,
  requestLine,
  type Scene,
  statusLine,
  warningsView,
} from './answer.ts'
import { tableOf } from './rowsAnswer.ts'
import { rowsChart } from './rowsChart.ts'
import { sqlAddress } from './sqlAnswer.ts'

/** The answer to a question, or how it was declined. */

export type AskScene = Scene & { readonly words: Pick<Words, 'frame' | 'calls' | 'ask' | 'sql'> }

/** The most rows that a page asks for. */
const askedRows = 100

export type AskBody = {
  readonly question: string
  readonly sql: string
  readonly engine: string
  readonly count: number
  readonly data: readonly Row[]
  readonly columns: readonly { readonly name: string; readonly label: string; readonly unit: string | null }[]
}

type Declined = Refusal & {
  readonly understood?: readonly { readonly text: string; readonly as: string }[]
  readonly not_understood?: readonly string[]
  readonly readings?: readonly { readonly sentence: string; readonly question: string }[]
}

/** The body of the request for a question. */
export const askBody = (question: string) => ({ question, max_rows: askedRows, columns: true })

export const askColumns = ({ columns, data }: AskBody): readonly Column[] =>
  columns.map((column) => ({ ...column, kind: kindsOf(data, column.name) }))

/** The comments at the head of the SQL: `-- Reading: …`. */
const readingOf = (sql: string): readonly (readonly [string, string])[] =>
  sql.split('\n').flatMap((line) => {
    const [, name, text] = /^-- ([^:：]+)[:：]\s*(.*)$/.exec(line) ?? []
    return name === undefined ? [] : [[name, text!] as const]
  })

/** The question with the words that were understood and those that were not. */
function markedQuestion(question: string, good: readonly string[], bad: readonly string[]): Html {
  const marks = [...good.map((text) => ({ text, kind: '' })), ...bad.map((text) => ({ text, kind: 'not' }))]
    .map((mark) => ({ ...mark, at: question.toLowerCase().indexOf(mark.text.toLowerCase()) }))
    .filter(({ text, at }) => at >= 0 && text !== '')
    .toSorted((a, b) => a.at - b.at || b.text.length - a.text.length)
  const pieces: Piece[] = []
  let done = 0
  for (const { text, kind, at } of marks) {
    if (at < done) continue
    pieces.push(
      question.slice(done, at),
      html`<mark${kind === '' ? null : html` class="not"`}>${question.slice(at, at + text.length)}</mark>`,
    )
    done = at + text.length
  }
  return html`${pieces}${question.slice(done)}`
}

const questionLink = ({ root }: Scene, question: string, said = question): Html =>
  html`<li><a data-question="${question}" href="${root}ask?q=${encodeURIComponent(question)}">${said}</a></li>`

function declinedView(scene: AskScene, question: string, declined: Declined): Html {
  const { ask } = scene.words
  const { understood = [], not_understood: unknown = [], readings = [], suggestions = [] } = declined
  const known = understood.map(({ text }) => text)
  return html`<p class="marked" lang="${/[\u3400-\u9fff]/.test(question) ? 'zh-Hant-TW' : 'en'}">${markedQuestion(question, known, unknown)}</p>
<p class="legend small"><span><mark>${ask.legendUnderstood}</mark></span><span><mark class="not">${ask.legendNot}</mark></span></p>
<p class="notice" role="alert">${declined.detail ?? ''}</p>
<div class="beside spaced"><div>${
    understood.length + unknown.length === 0
      ? null
      : html`<h3>${ask.understood}</h3><table class="tight"><tbody>${understood.map(
          ({ text, as }) => html`<tr><th scope="row"><mark>${text}</mark></th><td>${as}</td></tr>`,
        )}${unknown.map((text) => html`<tr><th scope="row"><mark class="not">${text}</mark></th><td>${ask.notUnderstood}</td></tr>`)}</tbody></table>`
  }</div><div>${
    readings.length === 0
      ? null
      : html`<h3>${ask.candidates}</h3><ul class="links">${readings.map(({ question, sentence }) => questionLink(scene, question, sentence))}</ul>`
  }${
    suggestions.length === 0
      ? null
      : html`<h3>${ask.suggestions}</h3><ul class="links">${suggestions.map((each) => questionLink(scene, each))}</ul>`
  }</div></div>`
}

export function askAnswer(scene: AskScene, question: string, answer: Answer, chosen: string | null = null): Html {
  const { calls, ask } = scene.words
  const { status, headers, body } = answer
  const line = requestLine(scene, 'POST', `/v1/ask ${JSON.stringify(askBody(question))}`, 'sent')
  if (status !== 200) {
    const declined = body as Declined | null
    const isDeclined = status === 422 && declined?.suggestions !== undefined
    return html`${line}${statusLine(scene, answer)}${isDeclined ? declinedView(scene, question, declined) : refusalView(scene, answer)}${refusedTabs(scene, answer)}`
  }
  const result = body as AskBody
  const columns = askColumns(result)
  const reading = readingOf(result.sql)
  return html`${line}${statusLine(scene, answer, [calls.rows(number(result.count)), ask.engine(result.engine)])}${warningsView(scene, headers)}${
    headers['x-truncated'] === 'true' ? html`<p class="notice">${ask.truncated(number(result.count))}</p>` : null
  }
<dl class="reading">${reading.map(([name, text]) => fact(name, text))}</dl>
${tabs('form', calls.answer, [
  [calls.table, tableOf(scene, columns, result.data)],
  [calls.chart, html`<div data-chart>${rowsChart(scene, columns, result.data, chosen)}</div>`],
  [
    ask.sql,
    html`<pre class="code wrapped" id="sql" tabindex="0">${result.sql}</pre><p class="actions spaced"><a class="button" href="${sqlAddress(scene.root, { sql: result.sql })}">${scene.words.sql.open}</a></p>`,
  ],
  [calls.json, jsonView(scene, body)],
  [
    ask.explain,
    html`<div data-explain><p>${ask.explainText}</p><p class="actions spaced"><button type="button" class="scripted" data-explain-run>${ask.explainRun}</button><span class="small dim">POST /v1/ask/explain, ${calls.counts}</span></p></div>`,
  ],
])}`
}
