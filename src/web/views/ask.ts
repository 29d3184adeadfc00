import { type Answer, curlOf } from '../answers/answer.ts'
import { askAnswer, askBody } from '../answers/askAnswer.ts'
import type { Context } from '../context.ts'
import type { Document } from '../document.ts'
import { declinedExample, examples, type Theme } from '../examples.ts'
import { type Html, html, prose } from '../html.ts'
import { keyBox } from '../parts/keyBox.ts'
import { copyButton, module } from '../parts/module.ts'

export type AskData = {
  /** The question of the address; empty where there is none. */
  readonly question: string
  /** The answer to an example: to that of the address, or to the first; null for a question that needs a key. */
  readonly answer: Answer | null
}

const link = ({ root }: Context, question: string): Html =>
  html`<li><a data-question href="${root}ask?q=${encodeURIComponent(question)}">${question}</a></li>`

const examplesModule = (context: Context): Html => {
  const { words, language } = context
  return module(context, {
    title: words.ask.examples,
    width: 12,
    body: html`${Object.entries(examples[language]).map(
      ([theme, questions]) =>
        html`<h3 class="theme">${words.ask.themes[theme as Theme]}</h3><ul class="links">${questions.map((each) => link(context, each))}</ul>`,
    )}<h3 class="theme">${words.ask.declinedTitle}</h3><ul class="links">${link(context, declinedExample[language])}</ul>`,
  })
}

const questionModule = (context: Context, { question }: AskData): Html => {
  const { words, root } = context
  return module(context, {
    title: words.ask.question,
    width: 12,
    tools: html`<a class="small" href="${root}console">${words.ask.byForm}</a>`,
    body: html`<form class="form" action="${root}ask" id="ask"><p><label class="unseen" for="question">${words.ask.question}</label><textarea id="question" name="q" rows="3" maxlength="2000" required placeholder="${words.ask.hint}">${question}</textarea></p>
<p class="actions"><button class="main-action" type="submit">${words.ask.ask}</button><span class="small dim">${words.calls.counts}</span></p>
<p class="small dim">${words.ask.needsPlus}</p></form>`,
  })
}

function answerModule(context: Context, { question, answer }: AskData): Html {
  const { words, siteUrl, language } = context
  const shown = question === '' ? examples[language].prices[0]! : question
  const curl = curlOf(siteUrl, '/v1/ask', askBody(shown))
  return module(context, {
    title: words.calls.answer,
    width: 12,
    meta: answer ? words.ask.demonstration(shown) : '',
    body: html`<div id="answer" data-asked="${shown}" aria-live="polite">${answer ? askAnswer(context, shown, answer) : html`<p class="notice">${words.ask.needsPlus}</p>`}</div>
<div class="spaced"><p class="small dim">${prose(words.ask.copyLine)}</p><pre class="code wrapped" id="curl">${curl}</pre><p class="source">${copyButton(context, 'curl')}</p></div>`,
  })
}

export const askView = (context: Context, data: AskData): Document => ({
  title: context.words.ask.title,
  description: context.words.ask.description,
  section: 'ask',
  scripts: ['ask'],
  body: html`<div class="title"><h1>${context.words.ask.title}</h1><p class="dim">${context.words.ask.lead}</p></div>
<div class="work"><div class="stack">${questionModule(context, data)}</div>
<div class="stack">${answerModule(context, data)}</div>
<div class="stack">${examplesModule(context)}${keyBox(context)}</div></div>`,
})
