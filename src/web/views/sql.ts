import { curlOf } from '../answers/answer.ts'
import { type SqlRequest, sqlRequest } from '../answers/sqlAnswer.ts'
import type { Context } from '../context.ts'
import type { Document } from '../document.ts'
import { type Html, html, prose } from '../html.ts'
import { consoleTabs } from '../parts/consoleTabs.ts'
import { keyBox } from '../parts/keyBox.ts'
import { copyButton, module } from '../parts/module.ts'
import { languageParameter } from '../words/words.ts'

/** The request in the address; empty texts where it has none. */
export type SqlData = {
  readonly sql: string
  readonly asOf: string
  readonly maxRows: string
  readonly longest: number
}

/** The SQL of a page whose address has none. */
const example = `SELECT trade_date, close, volume
FROM TaiwanStockPrice
WHERE stock_id = '2330'
ORDER BY trade_date DESC
LIMIT 60`

function editorModule(context: Context, { sql, asOf, maxRows, longest }: SqlData): Html {
  const { words, root, language } = context
  const text = words.sql
  return module(context, {
    title: text.editor,
    width: 12,
    tools: html`<a class="small" href="${root}docs/sql">${text.guide}</a><a class="small" href="${root}ask">${words.console.inWords}</a>`,
    body: html`<form class="form" action="${root}console/sql" id="sql-form">
<div class="editor"><label class="unseen" for="sql">${text.editor}</label><textarea id="sql" name="sql" rows="10" maxlength="${longest}" required wrap="off" spellcheck="false" autocapitalize="off" autocomplete="off" aria-autocomplete="list" aria-haspopup="listbox" aria-controls="sql-names" aria-describedby="sql-keys" data-names="${root}sql.json?lang=${languageParameter(language)}">
${sql === '' ? example : sql}</textarea><div id="sql-names" class="hits" role="listbox" tabindex="0" aria-label="${text.completions}" hidden></div></div>
<p class="small dim scripted" id="sql-keys">${text.keys}</p>
<div class="two"><p class="field"><label for="as_of"><code>as_of</code> ${text.asOf}</label><input id="as_of" name="as_of" type="text" value="${asOf}" placeholder="YYYY-MM-DD" autocomplete="off" spellcheck="false"></p>
<p class="field"><label for="max_rows"><code>max_rows</code> ${text.maxRows}</label><input id="max_rows" name="max_rows" type="text" inputmode="numeric" value="${maxRows}" placeholder="1000" autocomplete="off"></p></div>
<p class="actions"><button class="main-action" type="submit">${words.calls.run}</button><span class="small dim scripted"><kbd>${text.shortcut}</kbd></span></p>
<p class="small dim unscripted">${text.needsScripts}</p>
</form>`,
  })
}

function answerModule(context: Context, request: SqlRequest): Html {
  const { words, siteUrl } = context
  return module(context, {
    title: words.calls.answer,
    width: 12,
    body: html`<div id="answer" aria-live="polite"><p class="answer-status"><span>${words.calls.noAnswerYet}</span><span>${words.sql.needsPlus}</span></p></div>
<div class="spaced"><p class="small dim">${prose(words.ask.copyLine)}</p><pre class="code wrapped" id="curl" data-site="${siteUrl}">${curlOf(siteUrl, '/v1/sql', request)}</pre><p class="source">${copyButton(context, 'curl')}</p></div>`,
  })
}

export function sqlView(context: Context, data: SqlData): Document {
  const { words } = context
  const request = sqlRequest(data.sql === '' ? example : data.sql, data.asOf, data.maxRows)
  return {
    title: words.sql.title,
    description: words.sql.description,
    section: 'console',
    scripts: ['sql'],
    body: html`<div class="title"><h1>${words.console.title}</h1>${consoleTabs(context, 'console/sql')}<p class="dim">${words.sql.lead}</p></div>
<div class="work of-sql"><div class="stack">${editorModule(context, data)}</div>
<div class="stack">${answerModule(context, request)}</div>
<div class="stack">${keyBox(context)}</div></div>`,
  }
}
