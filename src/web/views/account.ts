import type { Tier } from '../../catalogue/dataset.ts'
import type { Context } from '../context.ts'
import type { Document } from '../document.ts'
import { embedded } from '../figures/draw.ts'
import { number } from '../format.ts'
import { type Html, html, type Piece } from '../html.ts'
import { copyButton, module } from '../parts/module.ts'

/** The tasks that a link to the page may name. */
export const accountTasks = ['verify', 'reset', 'paid'] as const
type AccountTask = (typeof accountTasks)[number]

type Plan = {
  readonly tier: Tier
  readonly callsPerHour: number
  readonly twdPerMonth: number
  readonly datasets: number
}

export type AccountData = {
  readonly isSignedIn: boolean
  readonly task: AccountTask | null
  /** The page that asked for a log-in. */
  readonly next: string | null
  /** From Free to Plus. */
  readonly plans: readonly Plan[]
  readonly isSoldHere: boolean
  readonly passwordLength: { readonly min: number; readonly max: number }
  readonly mostKeys: number
}

/** A request for the example: rows that every tier reads. */
const examplePath = '/v1/data/TaiwanStockPER?stock_id=2330&limit=5'

export type View = 'out' | 'sent' | 'verify' | 'reset' | 'incomplete' | 'in'

/** A part of the page of which one is shown at a time. */
const view = (name: View, shown: View, body: Piece): Html =>
  html`<div data-view="${name}"${name === shown ? null : html` hidden`}>${body}</div>`

/** The inputs of the forms by their names: each asks for a password, but for these. */
const inputTypes: Readonly<Record<string, string>> = { email: 'email', calls: 'number', url: 'text' }

/** A labelled input; the reason why its value was refused stands below it. `more` has lengths and bounds. */
const field = (
  form: string,
  name: string,
  label: string,
  autocomplete: string,
  { note = '', more = null }: { readonly note?: string; readonly more?: Html | null } = {},
): Html => {
  const id = `${form}-${name}`
  return html`<div class="field"><label for="${id}">${label}</label><input id="${id}" name="${name}" type="${inputTypes[name] ?? 'password'}" autocomplete="${autocomplete}" required aria-describedby="${id}-note"${more}><span id="${id}-note" class="small dim">${note}</span></div>`
}

/** A password to be chosen, with the rule for it. */
const newPassword = (
  { words: { account } }: Context,
  { passwordLength: { min, max } }: AccountData,
  form: string,
  name: 'password' | 'new_password',
): Html =>
  field(form, name, name === 'password' ? account.password : account.newPassword, 'new-password', {
    note: account.passwordRule(min, max),
    more: html` minlength="${min}" maxlength="${max}"`,
  })

/** A form that the script sends as JSON; what was refused stands in it, and not only at its fields. */
const form = (task: string, fields: Piece, button: Piece, extra: Piece = null): Html =>
  html`<form class="form" data-task="${task}" novalidate>${fields}<p class="fault" role="alert" hidden></p><div class="actions">${button}${extra}</div></form>`

const submit = (text: string): Html => html`<button class="main-action" type="submit">${text}</button>`

function signedOut(context: Context, data: AccountData): Html {
  const { account } = context.words
  const free = data.plans[0]!
  const email = (form: string): Html => field(form, 'email', account.email, 'username')
  return html`<p class="lead">${account.lead(number(free.callsPerHour), free.datasets)}</p>
<p class="notice good" data-said tabindex="-1" hidden></p>
<div class="grid">${module(context, {
    title: account.signUp,
    id: 'sign-up-title',
    width: 6,
    body: form(
      'sign-up',
      [email('sign-up'), newPassword(context, data, 'sign-up', 'password')],
      submit(account.signUpButton),
    ),
    source: 'POST /v1/auth/sign-up',
  })}${module(context, {
    title: account.signIn,
    id: 'sign-in-title',
    width: 6,
    body: html`${form(
      'log-in',
      [email('log-in'), field('log-in', 'password', account.password, 'current-password')],
      submit(account.signIn),
    )}<details class="spaced"><summary>${account.forgot}</summary><p class="small dim">${account.forgotText}</p>${form(
      'request-reset',
      email('request-reset'),
      html`<button type="submit">${account.sendLink}</button>`,
    )}</details>`,
    source: 'POST /v1/auth/log-in',
  })}</div>`
}

const sent = ({ words: { account } }: Context): Html =>
  html`<div class="one-column"><div class="notice good" data-said tabindex="-1"><p><b>${account.sent}</b> <span data-email></span></p><p>${account.sentNext}</p></div>
<p class="fault" role="alert" hidden></p>
<p class="actions spaced"><button type="button" data-action="send-again">${account.sendAgain}</button><button type="button" class="plain" data-action="sign-in">${account.backToSignIn}</button></p></div>`

const linkTask = (context: Context, task: 'verify' | 'reset', data: AccountData): Html => {
  const { account } = context.words
  const fields = task === 'verify' ? null : newPassword(context, data, 'reset', 'new_password')
  return html`<div class="one-column"><p class="lead">${account[task].text}</p>${form(task, fields, submit(account[task].button))}</div>`
}

/** The new key, and the line that reads rows with it. */
const newKey = (context: Context): Html => {
  const { account } = context.words
  return html`<div class="notice good spaced" id="new-key" tabindex="-1" hidden><p><b>${account.newKey}</b> ${account.newKeyOnce}</p><div class="request"><code id="new-key-text" tabindex="0"></code>${copyButton(context)}</div></div>`
}

const fact = (label: string, id: string): Html => html`<div><dt>${label}</dt><dd data-fact="${id}">–</dd></div>`

function tryModule(context: Context): Html {
  const { account } = context.words
  return module(context, {
    title: account.tryIt,
    id: 'try-title',
    width: 4,
    body: html`<p>${account.tryText}</p>
<pre class="code wrapped spaced" id="try-line" tabindex="0">curl -i -H "Authorization: Bearer $KEY" "${context.siteUrl}${examplePath}"</pre>
<p class="actions spaced"><button type="button" data-action="try" hidden>${account.tryHere}</button><span class="small dim" data-try-note>${account.tryWithout}</span>${copyButton(context, 'try-line')}</p>
<p class="fault" role="alert" hidden></p>
<div id="tried" tabindex="-1"></div>`,
  })
}

function keysModule(context: Context, { mostKeys }: AccountData): Html {
  const { account } = context.words
  const columns = account.keyColumns
  return module(context, {
    title: account.keys,
    id: 'keys-title',
    width: 8,
    meta: account.keysMeta,
    body: html`<p class="notice good" id="keys-said" tabindex="-1" hidden></p>
<div class="scroll" tabindex="0" role="region" aria-label="${account.keys}"><table><thead><tr><th scope="col">${columns.name}</th><th scope="col">${columns.key}</th><th scope="col" class="number">${columns.created}</th><th scope="col" class="number">${columns.used}</th><th scope="col" class="number"><span class="unseen">${columns.actions}</span></th></tr></thead><tbody id="keys"></tbody></table></div>
<div id="old-keys"></div>
${form(
  'create-key',
  html`<div class="field"><label for="create-key-name">${account.keyName}</label><input id="create-key-name" name="name" type="text" autocomplete="off" required maxlength="64" placeholder="${account.keyHint}" aria-describedby="create-key-name-note"><span id="create-key-name-note" class="small dim"></span></div>`,
  submit(account.createKey),
  html`<span class="small dim" data-most="${mostKeys}"></span>`,
)}`,
    source: 'GET /v1/keys',
  })
}

function webhooksModule(context: Context): Html {
  const { account } = context.words
  const columns = account.webhookColumns
  return module(context, {
    title: account.webhooks,
    id: 'webhooks-title',
    width: 12,
    meta: account.webhooksMeta,
    body: html`<p class="notice good" id="webhooks-said" tabindex="-1" hidden></p>
<div class="scroll" tabindex="0" role="region" aria-label="${account.webhooks}"><table><thead><tr><th scope="col">${columns.url}</th><th scope="col">${columns.events}</th><th scope="col">${columns.status}</th><th scope="col" class="number">${columns.last}</th><th scope="col" class="number"><span class="unseen">${columns.actions}</span></th></tr></thead><tbody id="webhooks"></tbody></table></div>
${form('create-webhook', field('create-webhook', 'url', account.webhookUrl, 'off'), submit(account.addWebhook))}`,
    source: 'GET /v1/webhooks',
  })
}

function plansModule(context: Context, { plans, isSoldHere }: AccountData): Html {
  const { account, frame } = context.words
  const row = (label: string, value: (plan: Plan) => Piece): Html =>
    html`<tr><td>${label}</td>${plans.map((plan) => html`<td class="number">${value(plan)}</td>`)}</tr>`
  const actions = isSoldHere
    ? html`<p class="actions spaced">${plans
        .filter(({ tier }) => tier !== 'free')
        .map(
          ({ tier }) =>
            html`<button type="button" data-action="buy" data-tier="${tier}">${account.buy(frame.tiers[tier])}</button>`,
        )}<button type="button" data-action="portal">${account.portal}</button></p>`
    : html`<p class="small dim spaced">${account.notSold}</p><pre class="code wrapped" tabindex="0">formosa user set-tier <span data-fact="email">you@example.com</span> plus</pre>`
  return module(context, {
    title: account.plans,
    id: 'plans-title',
    width: 6,
    meta: account.plansMeta,
    body: html`<table class="tight plans"><thead><tr><th></th>${plans.map(({ tier }) => html`<th scope="col" class="number" data-plan="${tier}">${frame.tiers[tier]}</th>`)}</tr></thead><tbody>
${row(account.planRows.price, ({ twdPerMonth }) => number(twdPerMonth))}
${row(account.planRows.calls, ({ callsPerHour }) => number(callsPerHour))}
${row(account.planRows.datasets, ({ datasets }) => number(datasets))}
${row(account.planRows.ask, ({ tier }) => (tier === 'plus' ? account.yes : account.no))}
</tbody></table>${actions}<p class="fault" role="alert" hidden></p>`,
    source: 'GET /v1/plans',
  })
}

/** Its figures are empty until the script has them. */
function signedIn(context: Context, data: AccountData): Html {
  const { account } = context.words
  const most = data.plans.at(-1)!.callsPerHour
  return html`${data.task === 'paid' ? html`<p class="notice good">${account.paid}</p>` : null}
<dl class="facts one-row spaced">${fact(account.facts.plan, 'tier')}${fact(account.facts.datasets, 'datasets')}${fact(account.facts.perHour, 'limit')}${fact(account.facts.left, 'left')}${fact(account.facts.since, 'since')}</dl>
<div class="grid">
${module(context, {
  title: account.hour,
  id: 'hour-title',
  width: 12,
  meta: account.hourMeta,
  tools: html`<span id="hour-used"></span>`,
  body: html`<div id="hour" class="hour"></div><p class="small dim actions" id="hour-notes"></p>`,
  source: 'GET /v1/key/usage',
})}
${keysModule(context, data)}
${tryModule(context)}
${webhooksModule(context)}
${module(context, {
  title: account.days,
  id: 'days-title',
  width: 8,
  meta: html`<span id="days-meta"></span>`,
  body: html`<div id="days"></div>`,
  source: 'GET /v1/key/usage',
})}
${module(context, {
  title: account.byDataset,
  id: 'by-dataset-title',
  width: 4,
  body: html`<div id="by-dataset"></div><h3 class="spaced">${account.byKey}</h3><div id="by-key"></div>`,
})}
${module(context, {
  title: account.planCalls,
  id: 'plan-calls-title',
  width: 6,
  meta: account.planCallsMeta,
  body: html`${form(
    'plan-calls',
    field('plan-calls', 'calls', account.calls, 'off', {
      more: html` min="1" max="${most}" step="1" inputmode="numeric"`,
    }),
    html`<button type="submit">${account.planButton}</button>`,
  )}<div id="planned" tabindex="-1" role="status"></div>`,
  source: 'GET /v1/key/plan?calls=600',
})}
${plansModule(context, data)}
${module(context, {
  title: account.changePassword,
  id: 'password-title',
  width: 6,
  meta: account.changePasswordMeta,
  body: html`<p class="notice good" id="password-said" tabindex="-1" hidden></p>${form(
    'change-password',
    html`<input type="text" name="username" autocomplete="username" readonly hidden data-unsent><div class="two">${field('change-password', 'current_password', account.currentPassword, 'current-password')}${newPassword(context, data, 'change-password', 'new_password')}</div>`,
    html`<button type="submit">${account.changePasswordButton}</button>`,
  )}`,
  source: 'POST /v1/auth/password',
})}
</div>`
}

/** The same without scripts: lines for a terminal. */
function withoutScripts({ words: { account }, siteUrl }: Context, task: AccountTask | null): Html {
  const json = (path: string, body: string, more = ''): string =>
    `curl ${more}-H 'Content-Type: application/json' -d '${body}' ${siteUrl}${path}`
  const own = '{"email":"you@example.com","password":"…"}'
  const usual: readonly (readonly [string, string])[] = [
    [account.lines.signUp, json('/v1/auth/sign-up', own, '-c jar ')],
    [account.lines.signIn, json('/v1/auth/log-in', own, '-c jar ')],
    [account.lines.keys, `curl -b jar ${siteUrl}/v1/keys`],
    [account.lines.create, json('/v1/keys', '{"name":"laptop"}', '-b jar ')],
    [account.lines.rows, `curl -H "Authorization: Bearer $KEY" "${siteUrl}${examplePath}"`],
  ]
  const lines =
    task === 'verify'
      ? [[account.lines.verify, json('/v1/auth/verify', '{"token":"…"}')] as const]
      : task === 'reset'
        ? [[account.lines.reset, json('/v1/auth/reset/confirm', '{"token":"…","new_password":"…"}')] as const]
        : usual
  return html`<noscript><p class="notice">${account.withoutScripts}</p>${lines.map(
    ([text, line]) => html`<h3 class="spaced">${text}</h3><pre class="code wrapped" tabindex="0">${line}</pre>`,
  )}</noscript>`
}

/** Accounts: everything is in the page from the start, and its script shows the part that applies. */
export function accountView(context: Context, data: AccountData): Document {
  const { words, language } = context
  const { account, frame } = words
  const { task, isSignedIn } = data
  const shown: View = task === 'verify' || task === 'reset' ? task : isSignedIn ? 'in' : 'out'
  const title = task === 'verify' || task === 'reset' ? account[task].title : account.title
  const texts = {
    ...account.script,
    language,
    tiers: frame.tiers,
    titles: { verify: account.verify.title, reset: account.reset.title, other: account.title },
    hour: account.hourLabel,
    days: account.daysLabel,
    datasets: Object.fromEntries(data.plans.map(({ tier, datasets }) => [tier, datasets])),
    most: data.plans.at(-1)!.datasets,
    example: examplePath,
    table: frame.table,
  }
  return {
    title,
    description: account.description,
    section: 'account',
    scripts: ['account'],
    body: html`<div class="title"><h1 id="account-title" tabindex="-1">${title}</h1><span class="dim" data-fact="email"></span><button class="end" type="button" data-action="sign-out"${shown === 'in' ? null : html` hidden`}>${account.signOut}</button></div>
${withoutScripts(context, task)}
${data.next === null ? null : html`<p class="notice">${account.thenText} <a id="then" href="${context.root}${data.next.slice(1)}">${account.thenLink}</a></p>`}
<div id="account" class="scripted" data-shown="${shown}">
${newKey(context)}
${view('out', shown, html`${task === 'paid' ? html`<p class="notice good">${account.paid}</p>` : null}${signedOut(context, data)}`)}
${view('sent', shown, sent(context))}
${view('verify', shown, linkTask(context, 'verify', data))}
${view('reset', shown, linkTask(context, 'reset', data))}
${view('incomplete', shown, html`<p class="notice">${account.incomplete}</p><p class="actions spaced"><button type="button" class="plain" data-action="sign-in">${account.backToSignIn}</button></p>`)}
${view('in', shown, signedIn(context, data))}
<script type="application/json">${embedded(texts)}</script>
</div>`,
  }
}
