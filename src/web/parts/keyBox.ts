import type { Context } from '../context.ts'
import { type Html, html } from '../html.ts'
import { module } from './module.ts'

/** The reader's key and quota. Scripts fill them; the key has no name, so no form puts it into an address. */
export const keyBox = (context: Context): Html => {
  const { words, root } = context
  const { calls } = words
  return html`${module(context, {
    title: calls.key,
    width: 12,
    meta: calls.keyMeta,
    body: html`<div class="key-box scripted" data-key-box><p data-key-state class="small">${calls.keyNone}</p>
<p data-key-entry><label class="unseen" for="key">${calls.key}</label><input id="key" type="password" autocomplete="off" spellcheck="false" placeholder="fmsa_live_…"></p>
<p class="actions"><button type="button" data-key-use>${calls.keyUse}</button><button type="button" data-key-forget hidden>${calls.keyForget}</button><a class="small" href="${root}account">${calls.keyGet}</a></p></div>
<p class="unscripted small dim">${calls.needsScripts}</p>`,
  })}
${module(context, {
  title: calls.quota,
  width: 12,
  tools: html`<a class="small" href="${root}account">${calls.details}</a>`,
  body: html`<div data-quota class="small dim" aria-live="polite">${calls.quotaUnknown}</div>`,
  source: 'GET /v1/key/info',
})}`
}
