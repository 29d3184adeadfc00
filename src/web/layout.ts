import { type Context, type Section, sections } from './context.ts'
import type { Document } from './document.ts'
import { taipei, weekday } from './format.ts'
import { type Html, html } from './html.ts'
import { languageParameter, languageTag } from './words/words.ts'

const navigation = ({ words, root }: Context, section: Section | null): Html =>
  html`<nav class="nav" aria-label="${words.frame.navigation}">${sections.map(
    (name) =>
      html`<a href="${root}${name}"${name === section ? html` aria-current="page"` : null}>${words.frame.sections[name]}</a>`,
  )}</nav>`

/** The same page in the other language. */
function otherLanguage({ language, path, root, words }: Context): Html {
  const otherOne = language === 'zh' ? 'en' : 'zh'
  const other = languageParameter(otherOne)
  const [name = '', query = ''] = path.split('?')
  const parameters = new URLSearchParams(query)
  parameters.set('lang', other)
  return html`<a class="button" href="${root}${name}?${parameters.toString()}" hreflang="${other}" lang="${languageTag(otherOne)}">${words.frame.otherLanguage}</a>`
}

const choices = (context: Context): Html => {
  const { frame } = context.words
  return html`<div class="choices">
<button class="scripted" type="button" data-choice="updown" aria-label="${frame.updown}" title="${frame.updown}"><span class="up" aria-hidden="true">▲</span><span class="down" aria-hidden="true">▼</span></button>
<button class="scripted" type="button" data-choice="theme" aria-label="${frame.theme}" title="${frame.theme}"><span aria-hidden="true">◐</span></button>
${otherLanguage(context)}
</div>`
}

/** Says on every page whether the data is simulated, and how old it is. */
function ageStrip({ age, words, language }: Context): Html | null {
  if (!age) return null
  const { frame } = words
  const { through, writtenAt, isSimulated, isLate } = age
  return html`<div class="age" role="note"><div class="page">
${isSimulated ? html`<span><b>${frame.demo}</b> ${frame.demoMeaning}</span>` : html`<span>${frame.live}</span>`}
<span class="end${isLate ? ' late' : ''}">${frame.through} <time datetime="${through}">${through}</time> (${weekday(through, language)})${isLate ? frame.late : ''}${frame.written(taipei(writtenAt))}</span>
</div></div>`
}

const foot = ({ words: { frame }, root }: Context): Html => html`<footer class="foot"><div class="page">
<span>Formosa</span><a href="${root}docs">${frame.reference}</a><a href="${root}openapi.json">openapi.json</a><a href="${root}llms.txt">llms.txt</a><a href="${root}agents">${frame.agents}</a><a href="${root}docs/sources">${frame.sources}</a><a href="${root}status">${frame.status}</a><span class="end">${frame.candles} <a href="https://www.tradingview.com/" rel="noreferrer">TradingView Lightweight Charts™</a></span>
</div></footer>`

/** Puts a page into the frame that all pages share. */
export function printDocument(context: Context, { title, description, section, body, scripts = [] }: Document): string {
  const { words, language, asset } = context
  return html`<!doctype html>
<html lang="${languageTag(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Formosa</title>
${description === undefined ? null : html`<meta name="description" content="${description}">`}
<link rel="icon" href="${asset('icon.svg')}" type="image/svg+xml">
<link rel="stylesheet" href="${asset('site.css')}">
<script src="${asset('browser/choices.ts')}"></script>
${['page', ...scripts].map((name) => html`<script type="module" src="${asset(`browser/${name}.ts`)}"></script>\n`)}</head>
<body>
<a class="skip" href="#main">${words.frame.skip}</a>
<header class="bar"><div class="page">
<a class="brand" href="${context.root}">Formosa</a>
${navigation(context, section)}
${choices(context)}
</div></header>
${ageStrip(context)}
<main id="main" class="page">
${body}
</main>
${foot(context)}
</body>
</html>
`.text
}
