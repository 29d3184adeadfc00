import { passwordLength } from '../../access/sessions.ts'
import type { Language } from '../../errors.ts'
import { type Html, html } from '../../web/html.ts'
import { accountWords } from './accountWords.ts'
import { plainStyle, policyOf, printPlainPage } from './plainPage.ts'

/** The tasks that a link to the page may name. */
export const accountTasks = ['verify', 'reset', 'paid'] as const
export type AccountTask = (typeof accountTasks)[number]

const style = `${plainStyle}
label{display:block;margin:0 0 .3rem;font-weight:600}
input{width:100%;padding:.6rem .7rem;font:inherit;color:inherit;background:var(--raised);border:1px solid var(--line);border-radius:6px}
button{margin-top:1rem;padding:.65rem 1.4rem;font:inherit;font-weight:600;color:var(--ground);background:var(--link);border:0;border-radius:6px;cursor:pointer}
button:disabled{opacity:.6;cursor:wait}
code{display:block;padding:.8rem 1rem;font:.95rem/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace;background:var(--raised);border:1px solid var(--line);border-radius:6px;overflow-wrap:anywhere;user-select:all}
`

/** Sends nothing before the button is pressed: mail scanners open links too. */
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
  let body
  try {
    answer = await fetch(form.dataset.post, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Accept-Language': document.documentElement.lang },
      body: JSON.stringify(find('password') ? { token, new_password: find('password').value } : { token }),
    })
    body = await answer.json()
  } catch {
    return say(form.dataset.lost)
  }
  if (!answer.ok) return say(body.detail)
  form.hidden = true
  history.replaceState(null, '', location.pathname)
  if (body.key) find('key').textContent = body.key.key
  find(body.key ? 'keyed' : 'done').hidden = false
})
`

/** This page's own style and script, and calls to this service. */
export const accountPolicy = policyOf(style, script)

/** The path that the form of each task posts to. */
type Posts = Readonly<Record<'verify' | 'reset', string>>

function formOf(task: 'verify' | 'reset', post: string, language: Language): Html {
  const words = accountWords[task]
  const { min, max } = passwordLength
  return html`<form id="form" data-post="${post}" data-lost="${accountWords.lost[language]}">
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
export function printAccountPage(
  task: AccountTask | undefined,
  posts: Posts,
  hasToken: boolean,
  language: Language,
): string {
  const words = accountWords[task ?? 'none']
  const body =
    task === undefined || task === 'paid'
      ? html`<p>${accountWords[task ?? 'none'].text[language]}</p>`
      : hasToken
        ? formOf(task, posts[task], language)
        : html`<p class="bad">${accountWords.incomplete[language]}</p>`
  const page = html`<h1>${words.title[language]}</h1>
${body}
<footer><a href="docs?lang=${language === 'zh' ? 'zh-TW' : 'en'}#accounts">${accountWords.docs[language]}</a></footer>`
  return printPlainPage(`${words.title[language]} · Formosa`, page, language, style, script)
}
