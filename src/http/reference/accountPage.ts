import { passwordLength } from '../../access/sessions.ts'
import type { Language } from '../../errors.ts'
import { accountWords } from './accountWords.ts'
import { Html, html } from './html.ts'
import { languageTag, plainStyle, sourceOf } from './plainPage.ts'

/** What a link to the page asks for. */
export const accountTasks = ['verify', 'reset', 'paid'] as const
export type AccountTask = (typeof accountTasks)[number]

const style = `${plainStyle}
label{display:block;margin:0 0 .3rem;font-weight:600}
input{width:100%;padding:.6rem .7rem;font:inherit;color:inherit;background:var(--raised);border:1px solid var(--line);border-radius:6px}
button{margin-top:1rem;padding:.65rem 1.4rem;font:inherit;font-weight:600;color:var(--ground);background:var(--link);border:0;border-radius:6px;cursor:pointer}
button:disabled{opacity:.6;cursor:wait}
code{display:block;padding:.8rem 1rem;font:.95rem/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace;background:var(--raised);border:1px solid var(--line);border-radius:6px;overflow-wrap:anywhere;user-select:all}
`

/** Nothing is sent before the button is pressed: programs that look at links in mail open them too. */
const script = `
const find = (id) => document.getElementById(id)
const form = find('form')
form?.addEventListener('submit', async (event) => {
  event.preventDefault()
  const token = new URLSearchParams(location.search).get('token')
  const button = find('send')
  const say = (text) => {
    find('failed').textContent = text
    find('failed').hidden = false
    button.disabled = false
  }
  button.disabled = true
  find('failed').hidden = true
  let answer
  let told
  try {
    answer = await fetch(form.dataset.post, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Accept-Language': document.documentElement.lang },
      body: JSON.stringify(find('password') ? { token, new_password: find('password').value } : { token }),
    })
    told = await answer.json()
  } catch {
    return say(form.dataset.lost)
  }
  if (!answer.ok) return say(told.detail)
  form.hidden = true
  history.replaceState(null, '', location.pathname)
  if (told.key) find('key').textContent = told.key.key
  find(told.key ? 'keyed' : 'done').hidden = false
})
`

/** This page's own style and script, calls to this service, and nothing else. */
export const accountPolicy = [
  "default-src 'none'",
  `style-src ${sourceOf(style)}`,
  `script-src ${sourceOf(script)}`,
  "connect-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const paths = { verify: 'v1/auth/verify', reset: 'v1/auth/reset/confirm' } as const

function formOf(task: 'verify' | 'reset', language: Language): Html {
  const words = accountWords[task]
  const { min, max } = passwordLength
  return html`<form id="form" data-post="${paths[task]}" data-lost="${accountWords.lost[language]}">
<p>${words.ask[language]}</p>
${
  task === 'reset'
    ? html`<label for="password">${accountWords.password[language]}</label>
<input id="password" type="password" autocomplete="new-password" required minlength="${min}" maxlength="${max}">`
    : null
}
<p class="bad" id="failed" role="alert" hidden></p>
<button id="send">${words.button[language]}</button>
</form>
<noscript><p>${accountWords.noScript[language]}</p></noscript>
<div role="status">
<div id="keyed" hidden><p class="good">${accountWords.verify.done[language]}</p><p>${accountWords.keyed[language]}</p><code id="key"></code></div>
<div id="done" hidden><p class="good">${words.done[language]}</p><p>${words.next[language]}</p></div>
</div>`
}

/** The page that links in messages open. It knows no token: its script reads that from its own address. */
export function printAccountPage(task: AccountTask | undefined, hasToken: boolean, language: Language): string {
  const words = accountWords[task ?? 'none']
  const body =
    task === undefined || task === 'paid'
      ? html`<p>${accountWords[task ?? 'none'].text[language]}</p>`
      : hasToken
        ? formOf(task, language)
        : html`<p class="bad">${accountWords.incomplete[language]}</p>`
  return html`<!doctype html>
<html lang="${languageTag(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${words.title[language]} · Formosa</title>
<link rel="icon" href="data:,">
<style>${new Html(style)}</style>
</head>
<body>
<main>
<h1>${words.title[language]}</h1>
${body}
<footer><a href="docs?lang=${language === 'zh' ? 'zh-TW' : 'en'}#accounts">${accountWords.docs[language]}</a></footer>
</main>
<script>${new Html(script)}</script>
</body>
</html>
`.text
}
